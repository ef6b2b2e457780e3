import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { gitBefore, gitMissing } from '../../support/computer/git.js';
import { makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, startSmallService } from '../../support/sandbox/service.js';
import { startMeddledService } from '../../support/servers/meddled-service.js';
import { json, text } from '../../support/servers/misbehaving-server.js';
import { allTests, eachTest } from '../../support/set-up.js';
import { controls, disorder, harmIn, withHarm } from '../../support/terminal/hostile.js';
import { type AtTerminal, hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';

const harm = controls + disorder;

const home = eachTest(makeHome);
const service = allTests(startMeddledService);

beforeEach(() => service.meddle((body) => withHarm(body, harm)));

const size = { columns: 100, rows: 2_000 };

type Env = Readonly<Record<string, string>>;

const begin = (words: readonly string[], env: Env = {}): AtTerminal =>
  startAtTerminal(home, ['tracker', ...words], { size, env: { ...service.env, ...env } });

/** What a command without a question writes to a terminal. */
const at = async (words: string | readonly string[], env: Env = {}, folder = home.folder) => {
  const more = { TERM: 'xterm-256color', ...service.env, ...env };
  const { code, stdout, stderr } = await tracker(home, words, { terminal: size, env: more, folder });
  return { code, raw: stdout + stderr };
};

/** What inquirer draws with: moves, erasures and the cursor, which no text of a server can hold. */
const withoutMoves = (raw: string): string => raw.replaceAll(/\u001b\[(?:\d*[A-GJK]|\?25[hl]|\d+;\d+[Hf])/g, '');

/** What only foreign text could have brought, where prompts move the cursor themselves. */
const foreign = /\u001b[\]PX^_]|\u001b\[2J|[\u0080-\u009f\u007f\u202a-\u202e\u2066-\u2069]|\u0007/;

describe.skipIf(!hasTerminal)('where a person looks (needs @lydell/node-pty)', () => {
  test.each([
    'tasks list',
    'tasks view SCM-12',
    'tasks done SCM-12',
    'tasks edit SCM-12 SCM-13 -p high',
    'api /tasks',
    'wiki list',
    'tasks list --json',
    'whoami',
    'events',
  ])('R36: the message of an error (%s)', async (words) => {
    const token = canary();
    const refusing = await startSmallService(token, { otherwise: json({ message: `no ${harm} more` }, 400) });
    for (const route of ['GET /api/v1/me', 'GET /api/v1/tasks'])
      refusing.on(route, json({ message: `no ${harm} more` }, 400));
    const { code, raw } = await at(words, { TRACKER_URL: refusing.origin, TRACKER_TOKEN: token });
    await refusing.close();
    expect(code).toBe(1);
    expect(harmIn(raw)).toBeUndefined();
    expect(raw).toMatch(/no\s[\s\S]* more/);
  });

  test('R36: the name of the service and of the person who signs in', async () => {
    const named = await begin(['login', service.origin, '--token']).ended;
    expect(named.code).toBe(1);
    expect(harmIn(named.raw)).toBeUndefined();
    expect(named.raw).toContain('calls itself');
    service.meddle((body, route) => (route === 'GET /instance' ? body : withHarm(body, harm)));
    const token = service.signIn();
    const signedIn = await tracker(home, ['login', service.origin, '--token'], { stdin: token });
    expect(signedIn.code).toBe(0);
    expect(harmIn(signedIn.stderr)).toBeUndefined();
    expect(signedIn.stderr).toContain('Mara Lindqvist');
    const env = { TRACKER_URL: '', TRACKER_TOKEN: '' };
    for (const words of ['instances list', 'instances probe', 'instances list --known', 'whoami', 'logout']) {
      const { raw } = await at(words, env);
      expect([words, harmIn(raw)]).toEqual([words, undefined]);
      expect(raw.length).toBeGreaterThan(20);
    }
  });

  test('R36: a name that an instance was given here', async () => {
    for (const words of [['login', service.origin, '--name', harm], ['-I', harm, 'tasks'], ['tasks', harm], [harm]]) {
      const { code, raw } = await at(words.map((word) => word.replaceAll('\u0000', '')));
      expect(code).toBe(2);
      expect(harmIn(raw)).toBeUndefined();
    }
  });

  test('R36: names of files, also of those that are written', async () => {
    for (const words of [
      'attachments list ticket:SCM-3',
      `attachments download ticket:SCM-3 --dir ${home.folder}/files`,
    ]) {
      const { code, raw } = await at(words);
      expect([words, code, harmIn(raw)]).toEqual([words, 0, undefined]);
    }
    const names = readdirSync(join(home.folder, 'files'));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => harmIn(name) !== undefined || name.includes('\n'))).toEqual([]);
    const missing = await at(['tasks', 'comment', 'SCM-12', '-b', 'x', '--attach', `no ${harm} file`]);
    expect(missing.code).not.toBe(0);
    expect(harmIn(missing.raw)).toBeUndefined();
  });

  test('R36: events', async () => {
    service.on('GET /api/v1/events', ({ response }) => {
      const hint = { type: 'entity', entityType: `task${harm}`, entityId: harm, [harm]: harm };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`: ${controls.replaceAll('\r', '')}\nid: 1\ndata: ${JSON.stringify(hint)}\n\n`);
      response.write(`event: ${controls.replaceAll('\r', '')}\ndata: ${controls.replaceAll('\r', '')}\n\n`);
    });
    const session = begin(['events']);
    await session.waitFor(/task/);
    await session.settled();
    session.type('\u0003');
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    expect(harmIn(raw)).toBeUndefined();
  });

  test('R36: choices of prompts', async () => {
    await at('tasks list --scope all');
    const session = begin(['tasks', 'create', '-t', 'Rope']);
    await session.waitFor(/Project/);
    await session.waitFor(/OPS/);
    session.type('SCM');
    await session.settled();
    session.type('\r');
    await session.waitFor(/Description/);
    await session.settled();
    session.type('\u0003');
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    expect(foreign.exec(withoutMoves(raw))).toBeNull();
    const orgs = begin(['tickets', 'create', '--subject', 'x']);
    await orgs.waitFor(/Organisation/);
    await orgs.settled();
    orgs.type('\u0003');
    expect(foreign.exec(withoutMoves((await orgs.ended).raw))).toBeNull();
  });

  test.each(['api /tasks', 'api /me', 'api /nowhere', 'api -i /tasks'])('R36: %s', async (words) => {
    const { raw } = await at(words);
    expect(harmIn(raw)).toBeUndefined();
    expect(raw.length).toBeGreaterThan(20);
  });

  test('R36: api, whatever comes and in however many pieces', async () => {
    for (const body of [`text ${harm}`, `{"broken ${harm}`, `<b>${harm}</b>`]) {
      service.on('GET /api/v1/odd', text(body, 200, { 'content-type': 'text/plain', 'x-odd': 'a\u009b31m' }));
      const { raw } = await at('api -i /odd');
      expect(harmIn(raw)).toBeUndefined();
      expect(raw).toContain('HTTP/1.1 200');
    }
    service.on('GET /api/v1/odd', text(`${harm.repeat(4_000)}\r\n`, 200, { 'content-type': 'text/plain' }));
    const { raw } = await begin(['api', '/odd']).ended;
    expect(harmIn(raw)).toBeUndefined();
    expect(raw.length).toBeGreaterThan(400_000);
  });

  test('R36: what a write says about it', async () => {
    for (const words of [
      'tasks edit SCM-12 -p high',
      'tasks checklist SCM-12 --check 1',
      'tickets reply BERG-9 -b x',
    ]) {
      const { code, raw } = await at(words);
      expect([words, code, harmIn(raw)]).toEqual([words, 0, undefined]);
      expect(raw).not.toBe('');
    }
  });

  test('R36: the window keeps its title, whatever a task is called', async () => {
    const { raw } = await at('tasks view SCM-12', { FORCE_HYPERLINK: '1' });
    for (const [, start] of raw.matchAll(/\u001b\]([^\u001b\u0007]*)/g)) expect(start).toMatch(/^8;;(?:https?:\/\/|$)/);
  });

  test.skipIf(gitMissing)('R36: names of git branches', async () => {
    const folder = join(home.folder, 'repository');
    mkdirSync(folder);
    const env = gitBefore(home.env.PATH ?? '');
    const git = (...words: readonly string[]): void => {
      const { status, stderr } = spawnSync('git', ['-C', folder, ...words], {
        env: { ...home.env, ...env },
        encoding: 'utf8',
      });
      expect([status, words, stderr]).toEqual([0, words, expect.any(String)]);
    };
    git('init', '-q');
    git('checkout', '-q', '-b', `x\u009b31m\u202e\u{e0041}y`);
    for (const words of [
      'tasks view @branch',
      'tasks done @branch',
      'tasks branch SCM-12',
      'tasks branch SCM-12 --print',
    ]) {
      const { raw } = await at(words, env, folder);
      expect([words, harmIn(raw)]).toEqual([words, undefined]);
      expect(raw).not.toBe('');
    }
  });
});
