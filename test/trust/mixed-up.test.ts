import { expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { allShapes, openWorld, type TestWorld } from '../support/run.js';
import { requestLine } from '../support/sandbox/in-process.js';
import { changingJson } from '../support/servers/meddling.js';

/** A connection on which reads of one path get the response to those of another. */
function mixedUp({ send }: TestWorld, asked: string, other: string): Send {
  return async (request) => {
    const url = new URL(request.url.href.replace(asked, other));
    return await send(request.method === 'GET' ? { ...request, url } : request);
  };
}

interface Titled {
  readonly uuid: string;
  readonly title: string;
}

allShapes('R79: a server, or a cache, that mixes up responses, in shape %s', (world) => {
  test.each([
    ['chat list --org casa-azul', 'chat view', 'chat/threads'],
    ['wiki list', 'wiki view', 'wiki'],
    ['notes list', 'notes view', 'notes'],
    ['projects list', 'projects view', 'projects'],
  ])('%s', async (list, view, path) => {
    const [asked, other] = (await world.json(list)) as readonly Titled[];
    const send = mixedUp(world, asked?.uuid ?? '', other?.uuid ?? '');
    const line = `${view} ${asked?.uuid}`;
    expect(await world.run(line, { send })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`to GET /api/v1/${path}/${asked?.uuid} is about something else: `),
    });
    expect((await world.run(`${line} --offline --json`)).stdout).not.toContain(other?.uuid);
    expect(await world.run(`${line} --json`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(asked?.uuid ?? '?'),
    });
  });
});

test('R79: a project without an envelope, in place of another', async () => {
  const world = await openWorld();
  const [asked, other] = (await world.json('projects list')) as readonly Titled[];
  const send = changingJson(mixedUp(world, asked?.uuid ?? '', other?.uuid ?? ''), (body, route) =>
    /^GET \/projects\/[^/]+$/.test(route) ? (body as { readonly project: object }).project : body,
  );
  expect(await world.run(`projects view ${asked?.uuid}`, { send })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is about something else'),
  });
});

test('R79: an account of somebody else is neither shown nor acted for', async () => {
  const world = await openWorld();
  const eve = { id: 'Q8sKx0aVQy4uM2hZr7NnB1cD3eF5gH6j', name: 'Eve Other' };
  const writes: string[] = [];
  const meddled = changingJson(world.send, (body, route) =>
    route === 'GET /me' ? { ...(body as object), user: eve } : body,
  );
  const send: Send = async (request) => {
    if (request.method !== 'GET') writes.push(requestLine(request));
    return await meddled(request);
  };
  for (const line of ['whoami', 'orgs list', 'tickets create --subject Lost'])
    expect(await world.run(line, { send }), line).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('to GET /api/v1/me is about somebody else: Eve Other\n'),
    });
  expect(writes).toEqual([]);
  expect((await world.run('whoami')).stdout).toContain('Mara Lindqvist');
});

test('an account without an id is that of the user', async () => {
  const world = await openWorld();
  const send = changingJson(world.send, (body, route) =>
    route === 'GET /me' ? { ...(body as object), user: { name: 'Mara Lindqvist' } } : body,
  );
  expect(await world.run('whoami', { send })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Mara Lindqvist'),
  });
});

test('R79: whether a write was done is unknown if the response shows another ticket, of which nothing is remembered', async () => {
  const world = await openWorld();
  const other = '11111111-2222-4333-8444-555555555555';
  const send = changingJson(world.send, (body, route) => {
    const { ticket, ...rest } = body as { readonly ticket?: object };
    return route.startsWith('PATCH /tickets/')
      ? {
          ...rest,
          ticket: { ...ticket, id: 'BERG-9', displayId: 'BERG-9', uuid: other, updatedAt: '2031-01-01T00:00:00Z' },
        }
      : body;
  });
  await world.run('view CASA-16');
  expect(await world.run('tickets edit CASA-16 -p low', { send })).toMatchObject({
    code: 8,
    stderr: expect.stringContaining('is about something else: BERG-9; it may or may not have been applied\n'),
  });
  expect((await world.run('view CASA-16 --offline --json')).stdout).not.toContain('2031');
  world.takeRequests();
  expect((await world.run('view BERG-9 -q')).stdout).toBe('BERG-9\n');
  expect(world.takeRequests().join()).not.toContain(other);
});
