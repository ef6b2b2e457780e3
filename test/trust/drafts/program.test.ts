import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { draftsIn, type KeptDraft } from '../../support/computer/drafts.js';
import { makeHome } from '../../support/computer/home.js';
import { type Outcome, shell, start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startServiceFor, task } from '../../support/sandbox/service.js';
import { json, silence } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { startTrackerAtTerminal, trackerAtTerminal } from '../../support/terminal/editing.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';
import { until } from '../../support/until.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'mine']));

const route = `POST /api/v1/tasks/${task.uuid}/comments`;

beforeEach(async () => {
  service.on(route, json({ id: 'c1' }, 201));
  service.on(`GET /api/v1/tasks/${task.uuid}`, json({ task: { ...task, description: 'Before.' } }));
});

const size = { columns: 100, rows: 30 };

const text = `It's "kept" — $HOME \`date\`\n\n# ü\\`;

const state = (): string => join(home.folder, '.local/state/tracker');
const drafts = () => draftsIn(state());
const comment = ['tasks', 'comment', task.uuid];

/** The only draft there is, checked. */
const onlyDraft = (): KeptDraft => {
  const [draft, ...others] = drafts();
  if (!draft) throw new Error('there is no draft');
  expect(others).toEqual([]);
  expect([draft.mode, statSync(join(state(), 'ledger')).mode & 0o777]).toEqual([0o600, 0o700]);
  return draft;
};

const sentBodies = (): readonly unknown[] =>
  service.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).body);

/** Runs what was printed, literally, in a shell; where it worked nothing is left. */
const runPrinted = async (stderr: string): Promise<Outcome> => {
  const line = /(?:send it again|if not): (tracker .*)$/m.exec(stderr)?.[1] ?? 'false';
  service.on(route, json({ id: 'c1' }, 201));
  const before = sentBodies().length;
  const outcome = await shell(home, line);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(sentBodies().slice(before)).toEqual([text]);
  expect(drafts()).toEqual([]);
  return outcome;
};

describe('R70: a comment', () => {
  test('R70: 200 with words of an error, the draft, and the printed command', async () => {
    service.on(route, json({ ok: false, error: 'locked for today' }));
    const { code, stdout, stderr } = await tracker(home, [...comment, '-b', text]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: `${task.id}\tfalse\tlocked for today\n` });
    expect(stderr).toContain(`warning: what you wrote is kept in ${onlyDraft().path}\n`);
    expect(stderr).toContain('error: locked for today\n');
    await runPrinted(stderr);
  });

  test('R70: 200 with nothing but an error: look first, the draft, and the printed command', async () => {
    service.on(route, json({ error: 'locked for today' }));
    const { code, stderr } = await tracker(home, [...comment, '-b', text]);
    expect(code).toBe(8);
    expect(stderr).toContain('check whether it has arrived; if not: ');
    expect(stderr).not.toContain('send it again');
    expect(stderr).toContain('(locked for today); it may or may not have been applied\nhint: check before');
    await runPrinted(stderr);
  });

  test('R70: kill -9 while it is sent: the draft is there', async () => {
    service.on(route, silence);
    const running = start(home, ['tracker', ...comment, '-b', text]);
    await until('the request', () => sentBodies().length > 0);
    running.kill('SIGKILL');
    await running.ended;
    const { id, flags, words } = onlyDraft();
    expect({ flags, words }).toEqual({ flags: { body: text }, words: comment });
    await runPrinted(`send it again: tracker ${comment.join(' ')} --from-draft ${id}`);
  });

  test('R70: sent by two processes at once it goes out once', async () => {
    service.on(route, json({ message: 'on fire' }, 500));
    await tracker(home, [...comment, '-b', text]);
    const { id } = onlyDraft();
    service.on(route, silence);
    const before = sentBodies().length;
    const first = start(home, ['tracker', ...comment, '--from-draft', id]);
    await until('the first request', () => sentBodies().length > before);
    const second = await tracker(home, [...comment, '--from-draft', id]);
    expect(second).toMatchObject({ code: 6, stdout: '' });
    expect(second.stderr).toContain(
      `error: draft ${id} is being written or sent by another tracker process; nothing was sent\n`,
    );
    expect(sentBodies().length).toBe(before + 1);
    first.kill('SIGTERM');
    await first.ended;
    expect(onlyDraft()).toMatchObject({ id, flags: { body: text } });
    await runPrinted(`send it again: tracker ${comment.join(' ')} --from-draft ${id}`);
  });

  test('R70: with --json the path and the command are one object', async () => {
    service.on(route, json({ message: 'on fire' }, 500));
    const { stderr } = await tracker(home, [...comment, '-b', text, '--json']);
    const [warning, error] = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { path, id } = onlyDraft();
    expect(warning.warning).toEqual({
      message: `what you wrote is kept in ${path}`,
      hint: `send it again: tracker ${comment.join(' ')} --from-draft ${id}`,
    });
    expect(error.error).toMatchObject({ code: 'failed', status: 500 });
  });
});

describe('R70: an editor', () => {
  const editor = (script: string): Readonly<Record<string, string>> => ({
    EDITOR: home.write('editor', `#!/bin/sh\n${script}\n`, 0o755),
  });

  test.each([
    ['fails', 'exit 3', 'the editor ended with exit code 3; nothing was sent'],
    ['leaves nothing', ': > "$1"', 'nothing was written, so nothing was sent'],
    ['leaves blanks', 'printf " \\n\\n" > "$1"', 'nothing was written, so nothing was sent'],
    ['deletes its file', 'rm "$1"', 'nothing was written, so nothing was sent'],
    ['is killed', 'kill -9 $$', 'the editor ended with exit code 137; nothing was sent'],
  ])('R70: that %s: no request, and nothing is left', async (_what, script, error) => {
    const { code, stderr } = await tracker(home, [...comment, '-e'], { terminal: size, env: editor(script) });
    expect({ code, first: stderr.split('\n')[0] }).toEqual({ code: 1, first: `error: ${error}` });
    expect(sentBodies()).toEqual([]);
    // It is known that something was begun, and nothing of it is left.
    expect([drafts(), readdirSync(join(state(), 'ledger'))]).toEqual([[], ['1.jsonl']]);
  });

  test('R70: that cannot be executed: no request, and nothing is left', async () => {
    const { code, shown } = await trackerAtTerminal(home, [...comment, '-e'], { EDITOR: '/etc' });
    const error = 'the editor cannot be started: "/etc" cannot be executed; nothing was sent';
    expect({ code, shown }).toEqual({
      code: 1,
      shown: `error: ${error}\nhint: set TRACKER_EDITOR to the editor you like\n`,
    });
    expect(home.leftovers().filter((name) => name.startsWith('tracker-'))).toEqual([]);
  });

  test.each([
    [comment.join(' '), [], {}, 'SIGTERM', 143],
    [comment.join(' '), [], {}, 'SIGHUP', 129],
    ['tasks create', ['--project', 'ABC', '-t', 'A title'], { title: 'A title', project: 'ABC' }, 'SIGINT', 130],
    ['tickets create', ['--org', 'acme', '--subject', 'Old'], { subject: 'Old', org: 'acme' }, 'SIGINT', 130],
    [`tasks edit ${task.uuid}`, ['-p', 'high'], { priority: 'high' }, 'SIGINT', 130],
  ] as const)(
    'R70: that of %s (%j) while it is open: %j is a draft after %s, and nothing was sent',
    async (command, words, flags, signal, exit) => {
      const env = editor('echo Precious > "$1"; touch "$HOME/open"; exec sleep 20');
      const running = startTrackerAtTerminal(home, [...command.split(' '), ...words, '-e'], env);
      await until('the editor', () => existsSync(join(home.folder, 'open')));
      running.kill(signal);
      const { code, shown } = await running.ended;
      expect(code).toBe(exit);
      const draft = onlyDraft();
      expect(draft.flags).toEqual({ body: 'Precious', ...flags });
      expect(shown).toContain(
        `warning: nothing was sent; what you wrote is kept in ${draft.path}\nhint: send it again: tracker ${command} --from-draft ${draft.id}\n`,
      );
      expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      expect(home.leftovers().filter((name) => name.startsWith('tracker-'))).toEqual([]);
    },
  );

  test('R70: --from-draft with --editor opens the draft; what is saved is sent, an emptied one is not', async () => {
    service.on(route, json({}, 500));
    await tracker(home, [...comment, '-b', 'First words.']);
    const { id } = onlyDraft();
    const again = [...comment, '--from-draft', id, '-e'];
    const run = async (script: string) => await tracker(home, again, { terminal: size, env: editor(script) });
    expect((await run(': > "$1"')).code).toBe(1);
    expect(onlyDraft().flags).toEqual({ body: 'First words.' });
    expect((await run('cp "$1" "$HOME/seen"; echo "Second words." >> "$1"')).code).toBe(1);
    expect(readFileSync(join(home.folder, 'seen'), 'utf8')).toBe('First words.\n');
    expect(onlyDraft()).toMatchObject({ id, flags: { body: 'First words.\nSecond words.' } });
    service.on(route, json({ id: 'c1' }, 201));
    expect((await run('true')).code).toBe(0);
    expect(sentBodies().at(-1)).toBe('First words.\nSecond words.');
    expect(drafts()).toEqual([]);
  });
});

describe.skipIf(!hasTerminal)('R70: typed at questions (needs @lydell/node-pty)', () => {
  const at = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    return startAtTerminal(home, ['tracker', ...words], { env: { NO_COLOR: '1', ...env } });
  };
  const failing = () => home.write('editor', '#!/bin/sh\nexit 1\n', 0o755);

  beforeEach(() => {
    service.on('GET /api/v1/projects', json({ projects: [{ id: 'ABC', key: 'ABC', uuid: 'u1', name: 'Alphabet' }] }));
    service.on('GET /api/v1/projects/u1', json({ project: { key: 'ABC', uuid: 'u1', name: 'Alphabet' } }));
    service.on('POST /api/v1/tasks', json({ id: 'u9', displayId: 'ABC-9' }, 201));
  });

  test('R70: the title of tasks create, when a later question is cancelled', async () => {
    const session = at(['tasks', 'create', '--project', 'ABC', '-b', 'The description.']);
    await session.waitFor(/Title/);
    session.type('Precious title\r');
    await session.waitFor(/Create this\?/);
    session.type('\u0003');
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    expect(onlyDraft().flags).toMatchObject({ title: 'Precious title', body: 'The description.', project: 'ABC' });
    expect(raw).toContain(`send it again: tracker tasks create --from-draft ${onlyDraft().id}`);
    expect((await shell(home, `tracker tasks create --from-draft ${onlyDraft().id}`)).stdout).toBe('ABC-9\n');
    expect(JSON.parse(service.requests.at(-1)?.body ?? '{}')).toMatchObject({ title: 'Precious title' });
    expect(drafts()).toEqual([]);
  });

  test.each([
    ['tasks create', ['--project', 'ABC', '-a', '@me', '-p', 'high', '-e'], 'title'],
    ['tickets create', ['--org', 'acme', '-e'], 'subject'],
    ['chat create', ['--org', 'acme', '-e'], 'title'],
    ['notes create', ['-e'], 'title'],
  ])('R70: the title of %s, when the editor fails', async (command, words, flag) => {
    const session = at([...command.split(' '), ...words], { EDITOR: failing() });
    await session.waitFor(/Title|Subject/);
    session.type('Precious title\r');
    const { code, raw } = await session.ended;
    expect(code).toBe(1);
    expect(onlyDraft().flags).toMatchObject({ [flag]: 'Precious title' });
    expect(raw).toContain(`send it again: tracker ${command} --from-draft ${onlyDraft().id} --editor`);
  });

  test('R70: the title and the text of tasks create, when the editor is interrupted, are one draft', async () => {
    const editor = home.write('editor', '#!/bin/sh\necho Precious > "$1"\nexit 130\n', 0o755);
    const session = at(['tasks', 'create', '--project', 'ABC', '-a', '@me', '-p', 'high', '-e'], { EDITOR: editor });
    await session.waitFor(/Title/);
    session.type('Precious title\r');
    const { code, raw } = await session.ended;
    expect(code).toBe(130);
    expect(onlyDraft().flags).toMatchObject({ title: 'Precious title', body: 'Precious', project: 'ABC' });
    expect(raw.match(/kept in/g)).toHaveLength(1);
  });

  test.each([
    ['tasks create', 'Project'],
    ['tickets create', 'Subject'],
    ['chat create', 'Title'],
    ['notes create', 'Title'],
  ])('R70: the text of %s is a draft before the first question', async (command, question) => {
    const file = home.write('long.md', 'A long text.\n');
    const session = at([...command.split(' '), '-F', file]);
    await session.waitFor(new RegExp(question));
    expect(onlyDraft().flags).toEqual({ body: 'A long text.' });
    session.type('\u0003');
    const { code, raw } = await session.ended;
    const { path, id } = onlyDraft();
    expect(code).toBe(130);
    expect(raw.replaceAll('\r\n', ' ')).toContain(`nothing was sent; what you wrote is kept in ${path}`);
    expect(raw).toContain(`send it again: tracker ${command} --from-draft ${id}`);
  });

  test.each([
    ['', {}],
    [' with ACCESSIBLE', { ACCESSIBLE: '1' }],
  ])('R70: a text typed as -F - is read to its end before anything is asked%s', async (_, env) => {
    const session = at(['tasks', 'create', '--project', 'ABC', '-a', '@me', '-p', 'high', '-F', '-'], env);
    session.type('First line.\rSecond line.\r');
    await session.waitFor(/Second line/);
    expect(session.raw()).not.toContain('Title');
    session.type('\u0004');
    await session.waitFor(/Title/);
    expect(onlyDraft().flags).toMatchObject({ body: 'First line.\nSecond line.' });
    session.type('Typed\r');
    await session.waitFor(/Create this\?/);
    session.type('1\r');
    expect((await session.ended).code).toBe(0);
    const sent = service.requests.findLast(({ method }) => method === 'POST');
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ title: 'Typed', description: 'First line.\nSecond line.' });
    expect(drafts()).toEqual([]);
  });
});
