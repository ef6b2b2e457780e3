import { beforeEach, describe, expect, it } from 'vitest';
import { openSmallWorld, type SmallWorld } from './support/world.js';

let small: SmallWorld;
beforeEach(async () => {
  small = await openSmallWorld();
});

describe('projects', () => {
  it('are listed for their members and the team; membership of the organisation gives none', () => {
    const keys = (person: Parameters<SmallWorld['ask']>[0]) =>
      small.ask(person, 'GET /projects').body.projects.map((project: { key: string }) => project.key);
    expect(keys('staff')).toEqual(['OPS', 'SCM']);
    expect(keys('viewer')).toEqual(['SCM']);
    expect(keys('client')).toEqual([]);
  });

  it('are summarised with their number of tasks, done ones included', () => {
    for (const status of ['todo', 'done', 'todo']) {
      small.ask('manager', 'POST /tasks', { title: 'x', projectKey: 'SCM', status });
    }
    const id = small.ask('manager', 'GET /tasks').body.tasks[0].uuid;
    small.ask('manager', `DELETE /tasks/${id}`);
    const { project } = small.ask('viewer', 'GET /projects/scm').body;
    expect(project).toMatchObject({ id: 'SCM', uuid: 'scm', orgId: 'casa', orgName: 'casa org', taskCount: 2 });
    expect(project).not.toHaveProperty('members');
  });

  it.each([
    ['spec', 404],
    ['wire', 403],
  ] as const)('return outsiders in the shape %s %i, whether they exist or not', async (shape, status) => {
    small = await openSmallWorld(shape);
    expect(small.ask('client', 'GET /projects/scm').status).toBe(status);
    expect(small.ask('client', 'GET /projects/unknown').status).toBe(status);
    expect(small.ask('viewer', 'GET /projects/ops').status).toBe(status);
    expect(small.ask('staff', 'GET /projects/unknown').status).toBe(404);
  });
});

describe('the history of a project', () => {
  it('comes in pages of 50, newest first, from any offset', () => {
    for (let index = 0; index < 60; index++) small.ask('viewer', 'POST /projects/scm/activity', { body: `n ${index}` });
    const texts = (query: string) =>
      small.ask('viewer', `GET /projects/scm/activity${query}`).body.items.map((item: { text: string }) => item.text);
    expect(texts('')).toHaveLength(50);
    expect(texts('')[0]).toBe('n 59');
    expect(texts('?offset=50')).toEqual(Array.from({ length: 10 }, (_, index) => `n ${9 - index}`));
    expect(texts('?offset=60')).toEqual([]);
    for (const offset of ['-1', 'x', '', '0.5', "' OR 1=1--"]) {
      expect(texts(`?offset=${offset}`)[0], offset).toBe('n 59');
    }
    expect(texts('?offset=1e300')).toEqual([]);
  });

  it('of an unknown project is empty for the team in the wire shape', async () => {
    expect(small.ask('staff', 'GET /projects/unknown/activity').status).toBe(404);
    small = await openSmallWorld('wire');
    expect(small.ask('staff', 'GET /projects/unknown/activity').body).toEqual({ items: [] });
    expect(small.ask('client', 'GET /projects/unknown/activity').status).toBe(403);
  });

  it('takes a text, for a project that exists', () => {
    expect(small.ask('staff', 'POST /projects/unknown/activity', { body: 'x' }).status).toBe(404);
    for (const body of [{}, { body: ' ' }, { body: 5 }]) {
      expect(small.ask('viewer', 'POST /projects/scm/activity', body).status).toBe(400);
    }
  });

  it('notifies people mentioned if they can read the project', () => {
    small.ask('viewer', 'POST /projects/scm/activity', { body: '@[S](staff) @[C](client) @[W](worker) @[V](viewer)' });
    expect(small.inboxOf('staff')).toEqual(['projectMentioned']);
    expect(small.inboxOf('worker')).toEqual(['projectMentioned']);
    expect(small.inboxOf('client')).toEqual([]);
    expect(small.inboxOf('viewer')).toEqual([]);
    expect(small.ask('staff', 'GET /inbox').body.items[0]).toMatchObject({
      title: 'scm project',
      body: '@S @C @W @V',
      url: '/projects/scm',
      entityType: 'project',
    });
  });
});
