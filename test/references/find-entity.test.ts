import { afterEach, describe, expect, test } from 'vitest';
import { type EntityKind, findEntity } from '../../src/references/find-entity.js';
import { startPlay } from '../client/signed-client.js';
import { failureOf } from '../http/asking.js';
import { json } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';

const uuid = '0190b5a0-0000-7000-8000-000000000012';
const other = '0190b5a0-0000-7000-8000-0000000000ff';

const play = eachTest(() => startPlay('/base/'));
afterEach(() => play.end());

const on = (path: string, ...values: readonly unknown[]): void =>
  play.server.on(`GET /base/api/v1${path}`, ...values.map((value) => json(value)));
/** What a text names, without its detail. */
const find = async (kind: EntityKind, text: string, client = play.client) => {
  const { uuid, ref, title } = await findEntity(client, kind, text);
  return { uuid, ref, title };
};
const task = async (text: string, client = play.client) => await find('task', text, client);
const asked = (): readonly string[] => play.asked().map((line) => line.replace('/base/api/v1', ''));

describe('a task', () => {
  test('by uuid is read once, and called what it is called now', async () => {
    on(`/tasks/${uuid}`, { task: { id: 'SCM-12', uuid, title: 'A' } });
    const found = await findEntity(play.client, 'task', uuid.toUpperCase());
    expect(found).toMatchObject({ kind: 'task', uuid, ref: 'SCM-12', title: 'A' });
    expect(await found.detail()).toMatchObject({ task: { title: 'A' } });
    expect(asked()).toEqual([`GET /tasks/${uuid}`]);
  });

  test('that was looked up is read on demand, and once', async () => {
    on('/search', { results: [{ type: 'task', id: uuid, displayId: 'SCM-12' }] });
    on(`/tasks/${uuid}`, { task: { id: 'SCM-12', uuid, title: 'A' } });
    const found = await findEntity(play.client, 'task', 'SCM-12');
    expect(asked()).toEqual(['GET /search?q=SCM-12&types=task']);
    expect(await Promise.all([found.detail(), found.detail()])).toMatchObject([{ task: {} }, { task: {} }]);
    expect(asked().slice(1)).toEqual([`GET /tasks/${uuid}`]);
  });

  test.each(['SCM-12', 'scm-12', ' Scm-12 ', 'task:scm-12', 'TASK:SCM-12'])(
    'by reference (%s) is searched',
    async (text) => {
      on('/search', {
        results: [
          { type: 'task', id: other, displayId: 'SCM-123' },
          { type: 'ticket', id: other, displayId: 'SCM-12' },
          { type: 'task', id: uuid, displayId: 'SCM-12' },
        ],
      });
      expect(await task(text)).toEqual({ uuid, ref: 'SCM-12', title: '' });
      const name = text.trim().replace(/^task:/i, '');
      expect(asked()).toEqual([`GET /search?q=${name}&types=task`]);
    },
  );

  test('that the search has cut off is found in the whole list', async () => {
    on('/search', {
      results: Array.from({ length: 10 }, (_, at) => ({ type: 'task', id: other, displayId: `SCM-12${at}` })),
    });
    on('/tasks', {
      tasks: [
        { id: 'SCM-120', uuid: other },
        { id: 'SCM-12', uuid },
      ],
    });
    expect(await task('scm-12')).toEqual({ uuid, ref: 'SCM-12', title: '' });
    expect(asked()).toEqual(['GET /search?q=scm-12&types=task', 'GET /tasks?scope=all']);
  });

  test('is found in the whole list if the search results have no references', async () => {
    on('/search', { results: [{ type: 'task', id: uuid, title: 'SCM-12' }] });
    on('/tasks', { tasks: [{ id: 'SCM-12', uuid }] });
    expect((await task('SCM-12')).uuid).toBe(uuid);
  });

  test('that is nowhere is not found', async () => {
    on('/search', { results: [] });
    on('/tasks', { tasks: [] });
    expect(await failureOf(task('SCM-12'))).toMatchObject({
      kind: 'not_found',
      exitCode: 4,
      message: 'there is no task SCM-12 that you can see',
    });
  });

  test.each([{}, { results: null }, { results: [null, 5, {}, { displayId: 'SCM-12' }] }])(
    'is looked up elsewhere if the search returns %j',
    async (reply) => {
      on('/search', reply);
      on('/tasks', { tasks: [null, { id: 'SCM-12' }, { id: 'SCM-12', uuid }] });
      expect((await task('SCM-12')).uuid).toBe(uuid);
    },
  );

  test('whose row has no uuid is not found, instead of requested by its reference', async () => {
    on('/search', { results: [] });
    on('/tasks', { tasks: [{ id: 'SCM-12' }] });
    expect(await failureOf(task('SCM-12'))).toMatchObject({ kind: 'not_found' });
  });

  test('named as a ticket is a usage error', async () => {
    expect((await failureOf(task('ticket:SCM-12'))).message).toBe('"ticket:SCM-12" is a ticket; a task is required');
  });
});

describe('a web address', () => {
  const address = (path: string): string => `${play.server.origin}${path}`;

  test.each([`/base/tasks/${uuid}`, `/base/projects/${other}/tasks/${uuid}`, `/base/tasks/${uuid}/comments#c1`])(
    '%s names its last uuid',
    async (path) => {
      on(`/tasks/${uuid}`, { task: { id: 'SCM-12', uuid, title: 'A' } });
      expect(await task(address(path))).toEqual({ uuid, ref: 'SCM-12', title: 'A' });
    },
  );

  test('names the task of its query', async () => {
    on('/search', { results: [{ type: 'task', id: uuid, displayId: 'SCM-12' }] });
    expect(await task(address('/base/tasks?task=scm-12'))).toEqual({ uuid, ref: 'SCM-12', title: '' });
  });

  test.each([
    ['another server', (): string => `https://evil.example/base/tasks/${uuid}`],
    ['another scheme', (): string => address(`/base/tasks/${uuid}`).replace('http', 'https')],
    ['another base path', (): string => address(`/tasks/${uuid}`)],
    ['a base path that only begins like ours', (): string => address(`/basement/tasks/${uuid}`)],
    ['a way out of the base path', (): string => address(`/base/../tasks/${uuid}`)],
    ['another server in the query', (): string => address(`/base/tasks?task=https://evil.example/tasks/${uuid}`)],
  ])('of %s is refused without a request', async (_name, text) => {
    const failure = await failureOf(task(text()));
    expect(failure.kind).toBe('usage');
    expect(failure.message).toContain(`is not an address on ${play.client.base.href}`);
    expect(asked()).toEqual([]);
  });

  test.each(['/base/', '/base/tasks', '/base/tasks?task=', '/base/wiki/x'])('%s names no task', async (path) => {
    expect(await failureOf(task(address(path)))).toMatchObject({
      kind: 'usage',
      message: `${address(path)} is not the address of a task`,
    });
  });

  test('that cannot be read is a usage error', async () => {
    expect(await failureOf(task('http://['))).toMatchObject({ kind: 'usage' });
  });
});

describe('a ticket', () => {
  test.each([
    ['with a uuid beside its reference', { id: 'ACME-7', uuid }],
    ['with a display id beside its database id', { id: uuid, displayId: 'ACME-7' }],
  ])('%s is found in the whole list', async (_name, row) => {
    on('/search', { results: [] });
    on('/tickets', { tickets: [row] });
    expect(await find('ticket', 'acme-7')).toEqual({ uuid, ref: 'ACME-7', title: '' });
    expect(asked()).toEqual(['GET /search?q=acme-7&types=ticket', 'GET /tickets?segment=all']);
  });
});

describe('the index', () => {
  test('spares the search in the next process, in any case', async () => {
    on('/tasks', { tasks: [{ id: 'SCM-12', uuid, title: 'A' }] });
    await play.client.call('GET /tasks');
    on(`/tasks/${uuid}`, { task: { id: 'SCM-12', uuid, title: 'A' } });
    expect(await task('scm-12', play.next())).toEqual({ uuid, ref: 'SCM-12', title: 'A' });
    expect(asked()).toEqual(['GET /tasks', `GET /tasks/${uuid}`]);
  });

  test('keeps tasks and tickets of one name apart', async () => {
    on('/tasks', { tasks: [{ id: 'SCM-12', uuid, title: 'A' }] });
    await play.client.call('GET /tasks');
    on('/search', { results: [{ type: 'ticket', id: other, displayId: 'SCM-12' }] });
    expect((await find('ticket', 'SCM-12')).uuid).toBe(other);
  });

  test.each([403, 400])('that remembers what the server answers with %i heals', async (status) => {
    play.client.index.learn('tasks', [{ ref: 'SCM-12', uuid: other, title: 'A' }]);
    play.server.on(`GET /base/api/v1/tasks/${other}`, json({ message: 'gone' }, status));
    on('/search', { results: [{ type: 'task', id: uuid, displayId: 'SCM-12' }] });
    expect((await task('SCM-12')).uuid).toBe(uuid);
    expect(play.client.index.find('tasks', 'SCM-12')?.uuid).toBe(uuid);
  });

  test('with an empty uuid heals too', async () => {
    play.client.index.learn('tasks', [{ ref: 'SCM-12', uuid: '', title: '' }]);
    on('/search', { results: [{ type: 'task', id: uuid, displayId: 'SCM-12' }] });
    expect((await task('SCM-12')).uuid).toBe(uuid);
  });

  test('is not blamed for a server that is down', async () => {
    on('/tasks', { tasks: [{ id: 'SCM-12', uuid, title: 'A' }] });
    await play.client.call('GET /tasks');
    play.server.on(`GET /base/api/v1/tasks/${uuid}`, json({ message: 'broken' }, 500));
    expect(await failureOf(task('SCM-12'))).toMatchObject({ kind: 'failed' });
    expect(play.client.index.find('tasks', 'SCM-12')?.uuid).toBe(uuid);
  });

  test('does not remember what has no uuid', async () => {
    on(
      '/projects',
      { projects: [{ key: 'SCM', name: 'Supply' }] },
      { projects: [{ id: uuid, key: 'SCM', name: 'Supply' }] },
    );
    await play.client.call('GET /projects');
    expect(await find('project', 'SCM', play.next())).toMatchObject({ uuid });
  });
});

describe('a project', () => {
  const projects = [
    { id: uuid, key: 'SCM', name: 'Supply chain' },
    { id: other, key: 'OPS', name: 'Operations' },
    { id: '0190b5a0-0000-7000-8000-0000000000aa', key: 'SUP', name: 'Support' },
  ];

  test.each([
    ['SCM', 'SCM'],
    ['scm', 'SCM'],
    ['Supply chain', 'SCM'],
    ['OPERATIONS', 'OPS'],
    ['project:ops', 'OPS'],
  ])('%s is %s', async (text, ref) => {
    on('/projects', { projects });
    const meant = projects.find(({ key }) => key === ref);
    expect(await find('project', text)).toEqual({ uuid: meant?.id, ref, title: meant?.name });
  });

  test('of a name that several have is ambiguous, with the candidates', async () => {
    on('/projects', { projects: [...projects, { id: 'x', key: 'SU2', name: 'support' }] });
    expect(await failureOf(find('project', 'Support'))).toMatchObject({
      kind: 'ambiguous',
      exitCode: 4,
      message: '"Support" matches several: SUP (Support), SU2 (support)',
    });
  });

  test.each([
    ['Supp', 'did you mean SCM (Supply chain), SUP (Support)?'],
    ['operat', 'did you mean OPS (Operations)?'],
    ['nothing', 'tracker projects list'],
  ])('a part of a name (%s) is not taken, but named', async (text, hint) => {
    on('/projects', { projects });
    on('/search', { results: [{ type: 'project', id: other, displayId: 'OPS', title: 'Operations' }] });
    expect(await failureOf(find('project', text))).toMatchObject({
      kind: 'not_found',
      exitCode: 4,
      message: `there is no project ${text} that you can see`,
      hint,
    });
  });

  test.each(['Remote sensing', 'far'])('that the list has cut off is searched for (%s)', async (text) => {
    on('/projects', { projects });
    on('/search', {
      results: [
        { type: 'project', id: other, displayId: 'OPS', title: 'Far Operations' },
        { type: 'project', id: uuid, displayId: 'FAR', title: 'Remote Sensing' },
      ],
    });
    expect(await find('project', text)).toEqual({ uuid, ref: 'FAR', title: 'Remote Sensing' });
  });

  test('that is nowhere is not found; an empty name is a usage error', async () => {
    on('/projects', { projects });
    on('/search', { results: [] });
    const resolve = (text: string) => failureOf(find('project', text));
    expect(await resolve('nothing')).toMatchObject({ kind: 'not_found' });
    expect(await resolve(' ')).toMatchObject({ kind: 'usage', exitCode: 2 });
  });
});
