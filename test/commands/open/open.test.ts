import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { missing } from '../../support/computer/missing.js';
import { allShapes, narrow, openWorld, owner, printed, refused, type TestWorld } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { allTests } from '../../support/set-up.js';

const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

allShapes('open, %s shape', (world) => {
  beforeEach(() => void world.takeRequests());
  const idOf = (table: string, column: string, value: string): string =>
    world.sandbox.world.db.get<{ id: string }>(`SELECT id FROM ${table} WHERE ${column} = ?`, value)?.id ?? '';
  const first = (table: string, where: string): { id: string; name: string } =>
    world.sandbox.world.db.get<{ id: string; name: string }>(
      `SELECT id, title AS name FROM ${table} WHERE ${where} ORDER BY id LIMIT 1`,
    ) ?? { id: '', name: '' };
  const address = async (words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await world.run(['open', '--print', ...words]);
    expect({ code, stderr }, words.join(' ')).toEqual({ code: 0, stderr: '' });
    return stdout.trimEnd();
  };

  test('a task by reference, a ticket and a project by id', async () => {
    expect(await address(['ops-9'])).toBe(`${world.url}/tasks?task=OPS-9`);
    const ticket = (await world.run('tickets view BERG-9 --fields uuid')).stdout.trim().split('\t')[1] ?? '';
    expect(await address(['BERG-9'])).toBe(`${world.url}/tickets/${ticket}`);
    expect(await address([ticket])).toBe(`${world.url}/tickets/${ticket}`);
    expect(await address([`${world.url}/tickets/${ticket}`])).toBe(`${world.url}/tickets/${ticket}`);
    expect(await address([`${world.url}/tasks?task=ops-9`])).toBe(`${world.url}/tasks?task=OPS-9`);
    const project = idOf('projects', 'key', 'OPS');
    for (const name of ['OPS', 'project:ops', project, `${world.url}/projects/${project}`])
      expect(await address([name])).toBe(`${world.url}/projects/${project}`);
  });

  test('wiki pages, notes and threads by title', async () => {
    const page = first('wiki_pages', 'parent_id IS NOT NULL');
    expect(await address([`wiki:${page.name}`])).toBe(`${world.url}/wiki/${page.id}`);
    expect(await address([page.id])).toBe(`${world.url}/wiki/${page.id}`);
    expect(await address([`${world.url}/wiki/${page.id}`])).toBe(`${world.url}/wiki/${page.id}`);
    const thread = world.sandbox.world.db.get<{ id: string; orgId: string; title: string }>(
      'SELECT id, org_id AS orgId, title FROM threads WHERE title IS NOT NULL ORDER BY created_at LIMIT 1',
    );
    const threadAddress = `${world.url}/chat?org=${thread?.orgId}&thread=${thread?.id}`;
    expect(await address([`thread:${thread?.title}`])).toBe(threadAddress);
    expect(await address([thread?.id ?? ''])).toBe(threadAddress);
    // Looking for a thread must not mark it read.
    expect(world.takeRequests().some((line) => line.startsWith('GET /api/v1/chat/threads/'))).toBe(false);
    const note = first('notes', "kind = 'meeting'");
    expect(await address([`note:${note.name}`])).toBe(`${world.url}/notes/${note.id}`);
    expect(await address([note.id])).toBe(`${world.url}/notes/${note.id}`);
  });

  test('a bare title is looked for everywhere', async () => {
    const page = first('wiki_pages', 'parent_id IS NOT NULL');
    expect(await address([page.name.toUpperCase()])).toBe(`${world.url}/wiki/${page.id}`);
    const { code, stderr } = await world.run(['open', '--print', 'e']);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^error: "e" matches several: /);
    expect(await world.run(['open', '--print', 'no such title'])).toEqual(
      refused(4, 'nothing called "no such title" was found', 'tracker search "no such title"'),
    );
  });

  test('an address elsewhere is refused before anything is asked', async () => {
    for (const there of ['https://elsewhere.example/wiki/x', 'https://elsewhere.example/'])
      expect(await world.run(['open', there])).toEqual(refused(2, `${there} is not an address on ${world.url}/`));
    expect(world.takeRequests()).toEqual([]);
  });

  test('a reference that is a task and a ticket has to be told apart', async () => {
    const { code, stderr } = await world.run('open SCM-3 --print');
    expect(code).toBe(4);
    expect(stderr).toContain('"SCM-3" matches more than one: task:SCM-3');
    expect(await address(['task:scm-3'])).toBe(`${world.url}/tasks?task=SCM-3`);
    expect(await address(['ticket:scm-3'])).toMatch(/\/tickets\/[0-9a-f-]{36}$/);
  });

  test('the web app itself', async () => {
    expect(await address([])).toBe(`${world.url}/`);
    expect(await world.run('open --json')).toEqual(printed(`{"ref":"work","kind":"start","url":"${world.url}/"}\n`));
    expect(world.takeRequests()).toEqual([]);
  });

  test('in every format', async () => {
    const uuid = (await world.run('tasks view OPS-9 --fields uuid')).stdout.trim().split('\t')[1] ?? '';
    expect(await world.json('open OPS-9')).toEqual({
      ref: 'OPS-9',
      uuid,
      kind: 'task',
      url: `${world.url}/tasks?task=OPS-9`,
    });
    expect(await world.run('open OPS-9 -q')).toEqual(printed('OPS-9\n'));
    expect(await world.run('open OPS-9 --fields url')).toEqual(printed(`url\t${world.url}/tasks?task=OPS-9\n`));
  });

  test('a browser is started; where none starts the address is printed', async () => {
    const opened = await world.run('open OPS-9', { ...narrow, env: { BROWSER: 'true' } });
    expect(opened).toEqual({ code: 0, stdout: '', stderr: `Opened ${world.url}/tasks?task=OPS-9\n` });
    expect(await world.run('open OPS-9', { env: { BROWSER: `${missing}/browser` } })).toEqual(
      printed(`${world.url}/tasks?task=OPS-9\n`),
    );
  });

  test('what the caller may not see is not there', async () => {
    expect((await world.run('open OPS-9 --print', { as: customer })).code).toBe(4);
    const page = first('wiki_pages', 'parent_id IS NOT NULL');
    expect((await world.run(['open', '--print', page.name], { as: customer })).code).toBe(4);
    expect((await world.run(['open', '--print', `wiki:${page.name}`], { as: customer })).code).toBe(5);
  });

  test('an address of another server, and no words at all', async () => {
    expect((await world.run('open --print https://other.example/tasks?task=OPS-9')).code).toBe(2);
    expect((await world.run(['open', '--print', ''])).code).toBe(2);
    expect((await world.run('open --print -', { stdin: 'OPS-9\n' })).stdout).toBe(`${world.url}/tasks?task=OPS-9\n`);
    expect((await world.run('open OPS-9 -n')).code).toBe(2);
  });
});

describe('identifiers that are meant to lead elsewhere', () => {
  const world = allTests(openWorld);
  const hostile = [
    'javascript:alert(1)',
    '//evil.example/x',
    'https://evil.example/',
    '../../../evil',
    'file:///etc/passwd',
    '$(touch owned)`touch owned`;touch owned',
    '-version',
    '\u001b]0;owned\u0007',
    '@evil.example/',
    '?next=//evil.example#x',
  ];

  /** The server calls its project, its page and its note by this id. */
  const lying = (world: TestWorld, id: string): Send => {
    const row = { id, uuid: id, key: 'EVIL', title: 'Evil', name: 'Evil' };
    const answers: Readonly<Record<string, unknown>> = {
      '/api/v1/projects': { projects: [row] },
      '/api/v1/wiki': { pages: [row] },
      '/api/v1/notes/list': { quick: [row], meetings: [], shared: [] },
    };
    return async (request) => {
      const { pathname } = request.url;
      return pathname in answers ? answerJson(200, answers[pathname]) : await world.send(request);
    };
  };

  /** What opens each kind of thing; each id is tried with one of the two. */
  const ways = [
    ['open project:evil', 'wiki view Evil --web', 'open note:Evil'],
    ['projects view EVIL --web', 'open wiki:Evil', 'notes view Evil --web'],
  ];

  test.each(hostile)('%j stays below the address of the server, and away from shells', async (id) => {
    const machine = await world.machine(owner);
    const seen = join(machine.folder, 'seen');
    const browser = join(machine.folder, 'browser');
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$#" "$@" >>"${seen}"\n`, { mode: 0o755 });
    const how = { send: lying(world, id), env: { PATH: process.env.PATH ?? '', BROWSER: browser } };
    for (const line of ways[hostile.indexOf(id) % ways.length] ?? [])
      expect((await machine.run(line, how)).code, line).toBe(0);
    const handed = readFileSync(seen, 'utf8').trimEnd().split('\n');
    const addresses = handed.filter((_, at) => at % 2 === 1);
    expect(handed.filter((_, at) => at % 2 === 0)).toEqual(addresses.map(() => '1'));
    expect(addresses).toHaveLength(3);
    for (const address of addresses) {
      expect(new URL(address).origin).toBe(world.url);
      expect(address).toMatch(/^https:\/\/work\.example\/(?:projects|wiki|notes)\/[\w%.!~*'()-]+$/);
    }
    expect(readdirSync(machine.workingFolder)).toEqual([]);
  });

  test.each(['..', '.'])('%j, which would leave its place, opens nothing', async (id) => {
    for (const line of ['open project:evil', 'open wiki:Evil', 'open note:Evil', 'projects view EVIL --web']) {
      const { code, stdout, stderr } = await world.run(line, { send: lying(world, id), env: { BROWSER: 'true' } });
      expect({ code, stdout, stderr }, line).toMatchObject({
        stdout: '',
        stderr: expect.not.stringContaining('Opened'),
      });
      expect(code, line).not.toBe(0);
    }
  });
});
