import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveReference, withReference } from '../../src/client/references.js';
import { TrackerError } from '../../src/errors.js';
import { failureOf } from '../http/asking.js';
import { json } from '../support/misbehaving-server.js';
import { type Play, startPlay } from './signed-client.js';

const uuid = '0190b5a0-0000-7000-8000-000000000012';
const other = '0190b5a0-0000-7000-8000-0000000000ff';

let play: Play;
beforeEach(async () => {
  play = await startPlay('/base/');
});
afterEach(() => play.end());

const on = (path: string, ...values: readonly unknown[]): void =>
  play.server.on(`GET /base/api/v1${path}`, ...values.map((value) => json(value)));
const task = (text: string, client = play.client) => resolveReference(client, 'task', text);
const asked = (): readonly string[] => play.asked().map((line) => line.replace('/base/api/v1', ''));

describe('a task', () => {
  test('by uuid costs no request', async () => {
    expect(await task(uuid.toUpperCase())).toEqual({ uuid, ref: uuid, remembered: false });
    expect(asked()).toEqual([]);
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
      expect(await task(text)).toEqual({ uuid, ref: 'SCM-12', remembered: false });
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
    expect(await task('scm-12')).toEqual({ uuid, ref: 'SCM-12', remembered: false });
    expect(asked()).toEqual(['GET /search?q=scm-12&types=task', 'GET /tasks?scope=all']);
  });

  test('that a search without references cannot tell is found in the whole list', async () => {
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
    'is looked for on when the search answers %j',
    async (reply) => {
      on('/search', reply);
      on('/tasks', { tasks: [null, { id: 'SCM-12' }, { id: 'SCM-12', uuid }] });
      expect((await task('SCM-12')).uuid).toBe(uuid);
    },
  );

  test('whose row has no uuid is not found rather than asked for by its reference', async () => {
    on('/search', { results: [] });
    on('/tasks', { tasks: [{ id: 'SCM-12' }] });
    expect(await failureOf(task('SCM-12'))).toMatchObject({ kind: 'not_found' });
  });

  test.each(['', 'SCM', '12', 'SCM-', 'SCM-12a', 'SCM 12', '-12', '..', 'a/b-1', 'ü-1', `${uuid}x`])(
    '%j is no reference, and costs no request',
    async (text) => {
      expect(await failureOf(task(text))).toMatchObject({
        kind: 'usage',
        exitCode: 2,
        message: `${JSON.stringify(text)} is not a task reference`,
        hint: 'references look like SCM-12; a uuid or a web address works too',
      });
      expect(asked()).toEqual([]);
    },
  );

  test('named as a ticket is a usage error', async () => {
    expect((await failureOf(task('ticket:SCM-12'))).message).toBe(
      '"ticket:SCM-12" names a ticket, and a task is wanted',
    );
  });
});

describe('a web address', () => {
  const address = (path: string): string => `${play.server.origin}${path}`;

  test.each([`/base/tasks/${uuid}`, `/base/projects/${other}/tasks/${uuid}`, `/base/tasks/${uuid}/comments#c1`])(
    '%s names its last uuid',
    async (path) => {
      expect(await task(address(path))).toEqual({ uuid, ref: uuid, remembered: false });
      expect(asked()).toEqual([]);
    },
  );

  test('names the task of its query', async () => {
    on('/search', { results: [{ type: 'task', id: uuid, displayId: 'SCM-12' }] });
    expect(await task(address('/base/tasks?task=scm-12'))).toEqual({ uuid, ref: 'SCM-12', remembered: false });
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
    expect(failure.message).toContain(`is not an address of ${play.client.base.href}`);
    expect(asked()).toEqual([]);
  });

  test.each(['/base/', '/base/tasks', '/base/tasks?task=', '/base/wiki/x'])('%s names no task', async (path) => {
    expect(await failureOf(task(address(path)))).toMatchObject({
      kind: 'usage',
      message: `${address(path)} names no task`,
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
    expect(await resolveReference(play.client, 'ticket', 'acme-7')).toEqual({ uuid, ref: 'ACME-7', remembered: false });
    expect(asked()).toEqual(['GET /search?q=acme-7&types=ticket', 'GET /tickets?segment=all']);
  });
});

describe('the index', () => {
  test('answers without a request in the next process, in any case', async () => {
    on('/tasks', { tasks: [{ id: 'SCM-12', uuid, title: 'A' }] });
    await play.client.call('GET /tasks');
    expect(await task('scm-12', play.next())).toEqual({ uuid, ref: 'SCM-12', remembered: true });
    expect(asked()).toEqual(['GET /tasks']);
  });

  test('keeps tasks and tickets of one name apart', async () => {
    on('/tasks', { tasks: [{ id: 'SCM-12', uuid, title: 'A' }] });
    await play.client.call('GET /tasks');
    on('/search', { results: [{ type: 'ticket', id: other, displayId: 'SCM-12' }] });
    expect((await resolveReference(play.client, 'ticket', 'SCM-12')).uuid).toBe(other);
  });

  test('that is out of date is healed, and the work done once more', async () => {
    on('/tasks', { tasks: [{ id: 'SCM-12', uuid: other, title: 'A' }] });
    await play.client.call('GET /tasks');
    on('/search', { results: [{ type: 'task', id: uuid, displayId: 'SCM-12' }] });
    play.server.on(`GET /base/api/v1/tasks/${other}`, json({ message: 'gone' }, 404));
    on(`/tasks/${uuid}`, { task: { id: 'SCM-12', uuid, title: 'B' } });
    const client = play.next();
    const reply = await withReference(client, 'task', 'SCM-12', (found) =>
      client.call('GET /tasks/:id', { id: found.uuid }),
    );
    expect(reply).toEqual({ task: { id: 'SCM-12', uuid, title: 'B' } });
    client.index.flush();
    expect(await task('SCM-12', play.next())).toMatchObject({ uuid, remembered: true });
  });

  test.each([
    ['ticket', 'ACME-7', '/tickets', { tickets: [{ id: 'ACME-7', uuid: other, title: 'A' }] }],
    ['project', 'SCM', '/projects', { projects: [{ id: other, key: 'SCM', name: 'A' }] }],
  ] as const)('of a %s heals in the same way', async (kind, ref, path, stale) => {
    const fresh = JSON.parse(JSON.stringify(stale).replace(other, uuid));
    on(path, stale, fresh);
    await play.client.call(`GET ${path}`);
    on('/search', { results: [] });
    play.server.on(`GET /base/api/v1${path}/${other}`, json({ message: 'gone' }, 404));
    on(`${path}/${uuid}`, { found: true });
    const client = play.next();
    const reply = await withReference(client, kind, ref, (found) => client.call(`GET ${path}/:id`, { id: found.uuid }));
    expect(reply).toEqual({ found: true });
    client.index.flush();
    expect(await resolveReference(play.next(), kind, ref)).toMatchObject({ uuid, ref });
  });

  test('is not blamed for anything but what is not found, and only once', async () => {
    on('/tasks', { tasks: [{ id: 'SCM-12', uuid: other, title: 'A' }] });
    await play.client.call('GET /tasks');
    const used: string[] = [];
    const fail = (kind: 'forbidden' | 'not_found') => async (found: { readonly uuid: string }) => {
      used.push(found.uuid);
      throw new TrackerError(kind, kind);
    };
    await expect(withReference(play.client, 'task', 'SCM-12', fail('forbidden'))).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(used).toEqual([other]);
    on('/search', { results: [{ type: 'task', id: uuid, displayId: 'SCM-12' }] });
    await expect(withReference(play.client, 'task', 'SCM-12', fail('not_found'))).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(used).toEqual([other, other, uuid]);
  });

  test('does not remember what has no uuid', async () => {
    on(
      '/projects',
      { projects: [{ key: 'SCM', name: 'Supply' }] },
      { projects: [{ id: uuid, key: 'SCM', name: 'Supply' }] },
    );
    await play.client.call('GET /projects');
    expect(await resolveReference(play.next(), 'project', 'SCM')).toMatchObject({ uuid });
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
    const found = await resolveReference(play.client, 'project', text);
    expect(found).toEqual({ uuid: projects.find(({ key }) => key === ref)?.id, ref, remembered: false });
  });

  test('that is told by uuid costs no request', async () => {
    expect(await resolveReference(play.client, 'project', uuid)).toEqual({ uuid, ref: uuid, remembered: false });
  });

  test('of a name that several have is ambiguous, with the candidates', async () => {
    on('/projects', { projects: [...projects, { id: 'x', key: 'SU2', name: 'support' }] });
    expect(await failureOf(resolveReference(play.client, 'project', 'Support'))).toMatchObject({
      kind: 'ambiguous',
      exitCode: 4,
      message: '"Support" fits several: SUP (Support), SU2 (support)',
    });
  });

  test.each([
    ['Supp', 'did you mean SCM (Supply chain), SUP (Support)?'],
    ['operat', 'did you mean OPS (Operations)?'],
    ['nothing', undefined],
  ])('a part of a name (%s) is not taken, but named', async (text, hint) => {
    on('/projects', { projects });
    on('/search', { results: [{ type: 'project', id: other, displayId: 'OPS', title: 'Operations' }] });
    expect(await failureOf(resolveReference(play.client, 'project', text))).toMatchObject({
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
    const found = await resolveReference(play.client, 'project', text);
    expect(found).toEqual({ uuid, ref: 'FAR', remembered: false });
  });

  test('that is nowhere is not found; an empty name is a usage error', async () => {
    on('/projects', { projects });
    on('/search', { results: [] });
    const resolve = (text: string) => failureOf(resolveReference(play.client, 'project', text));
    expect(await resolve('nothing')).toMatchObject({ kind: 'not_found' });
    expect(await resolve(' ')).toMatchObject({ kind: 'usage', exitCode: 2 });
  });
});

test('an address with a password in it is refused without repeating the password', async () => {
  const { host } = new URL(play.server.origin);
  for (const text of [`http://u:canary@elsewhere.example/tasks/${uuid}`, `http://u:canary@${host}/base/nothing`]) {
    const failure = await failureOf(task(text));
    expect(failure).toMatchObject({ kind: 'usage', exitCode: 2 });
    expect(failure.message).not.toContain('canary');
  }
});
