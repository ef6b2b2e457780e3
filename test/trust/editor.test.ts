import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftsIn } from '../support/computer/drafts.js';
import { makeHome } from '../support/computer/home.js';
import { shell } from '../support/computer/program.js';
import { refused } from '../support/run.js';
import { runHere as tracker } from '../support/run-here.js';
import { startServiceFor, task } from '../support/sandbox/service.js';
import { json } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { trackerAtTerminal } from '../support/terminal/editing.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'mine']));

beforeEach(() => {
  service.on(`POST /api/v1/tasks/${task.uuid}/comments`, json({ id: 'c1' }, 201));
  vi.stubEnv('TMPDIR', home.temporary);
});

/** What `trackerAtTerminal` does, in this process: for what becomes of a text, whoever shows it. */
async function atTerminal(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const terminal = { columns: 500, rows: 30 };
  const { code, stdout, stderr } = await tracker(home, words, { terminal, env: { NO_COLOR: '1', ...env } });
  return { code, shown: stderr + stdout };
}

const comment = ['tasks', 'comment', task.uuid, '-e'];
const editor = (script: string): Readonly<Record<string, string>> => ({
  EDITOR: home.write('editor', `#!/bin/sh\ntouch "$HOME/opened"\n${script}\n`, 0o755),
});
const sent = (): readonly unknown[] =>
  service.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).body);
const left = (): readonly string[] => home.leftovers().filter((name) => name.startsWith('tracker-'));

describe('R82: --editor where nobody is at a terminal (#10.5)', () => {
  const refusal =
    'error: --editor needs a terminal and cannot be used with --no-input or when CI is set\n' +
    'hint: use --body TEXT, --body-file FILE, or --body-file - for standard input\n';
  let requests: number;
  beforeEach(() => {
    requests = service.requests.length;
  });
  afterEach(() => {
    expect([service.requests.length, existsSync(join(home.folder, 'opened'))]).toEqual([requests, false]);
  });

  test.each([
    ['in a pipe', comment],
    ['of a new note, in a pipe', ['notes', 'create', '-t', 'A title', '-e']],
    ['of a description, in a pipe', ['tasks', 'edit', task.uuid, '-e']],
  ])('R82: %s is a usage error, and neither a request nor an editor follows', async (_what, words) => {
    expect(await tracker(home, words, { env: editor('true') })).toEqual({ code: 2, stdout: '', stderr: refusal });
  });

  test.each([
    ['with --no-input', ['--no-input'], {}],
    ['where CI is set', [], { CI: 'true' }],
  ])('R82: %s it is one at a terminal too', async (_what, words, env) => {
    const ended = await trackerAtTerminal(home, [...comment, ...words], { ...editor('true'), ...env });
    expect(ended).toEqual({ code: 2, shown: refusal });
  });
});

describe('R82: an editor that leaves text that cannot be sent (#10.5)', () => {
  const state = (): string => join(home.folder, '.local/state/tracker');
  const drafts = () => draftsIn(state());
  const kept = (shown: string): string => /what you wrote is kept in (\S+)\n/.exec(shown)?.[1] ?? '';
  const idOf = (path: string): string => basename(dirname(path), '.files');
  const command = (shown: string): string => /hint: .*?: (.*)\n/.exec(shown)?.[1] ?? 'false';
  const wordsAgain = (path: string): readonly string[] => [...comment.slice(0, -1), '--from-draft', idOf(path)];
  const again = (path: string): string => `tracker ${wordsAgain(path).join(' ')}`;
  const latin1 = `printf 'caf\\351\\n' > "$1"`;

  const expectKept = (path: string): void => {
    expect(path).toBe(join(state(), 'ledger', `${idOf(path)}.files`, 'comment.md'));
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(drafts()).toMatchObject([{ id: idOf(path), flags: { bodyFile: path } }]);
    expect(left()).toEqual([]);
  };

  test.each([
    ['in Latin-1', '', 1, 'error: the editor left text that is not UTF-8; nothing was sent\n'],
    ['in Latin-1, and fails', 'exit 3', 1, 'error: the editor ended with exit code 3; nothing was sent\n'],
    ['in Latin-1, and ends by Ctrl-C', 'exit 130', 130, 'error: interrupted\n'],
    ['in Latin-1, in a file everybody may read', 'chmod 644 "$1"', 1, 'error: the editor left text that is not UTF-8'],
  ])('R82: %s: its bytes are a draft, which the printed command sends as UTF-8', async (_what, end, exit, error) => {
    const script = editor(`${latin1}; ${end}`);
    const { code, shown } = await (end === '' ? trackerAtTerminal(home, comment, script) : atTerminal(comment, script));
    expect({ code, bodies: sent() }).toEqual({ code: exit, bodies: [] });
    const path = kept(shown);
    expectKept(path);
    expect(readFileSync(path).equals(Buffer.from('café\n', 'latin1'))).toBe(true);
    const converted = `iconv -f latin1 -t utf-8 < ${path} | ${again(path)} --body-file -`;
    const warning = `warning: nothing was sent; what you wrote is kept in ${path}\nhint: convert it to UTF-8; if it is Latin-1: ${converted}\n`;
    expect(shown.startsWith(`${warning}${error}`)).toBe(true);
    // The others print the same command.
    if (end !== '') return;
    expect(await shell(home, command(shown))).toMatchObject({ code: 0, stderr: '' });
    expect({ bodies: sent(), drafts: drafts() }).toEqual({ bodies: ['café'], drafts: [] });
  });

  test('R82: with NUL characters: the printed command sends it without them', async () => {
    const { code, shown } = await atTerminal(comment, editor(`printf 'one\\000two\\n' > "$1"`));
    expect({ code, bodies: sent() }).toEqual({ code: 1, bodies: [] });
    expectKept(kept(shown));
    expect(shown).toContain('error: the editor left text with NUL characters; nothing was sent\n');
    expect(await shell(home, command(shown))).toMatchObject({ code: 0, stderr: '' });
    expect({ bodies: sent(), drafts: drafts() }).toEqual({ bodies: ['onetwo'], drafts: [] });
  });

  test('R82: of 3 GB: the printed command sends it once it is shorter', async () => {
    const { code, shown } = await atTerminal(comment, editor('truncate -s 3G "$1"'));
    expect({ code, bodies: sent() }).toEqual({ code: 1, bodies: [] });
    const path = kept(shown);
    expectKept(path);
    expect(shown).toContain(
      `hint: shorten it and send it again: ${again(path)}\nerror: the editor left more than 16 MB`,
    );
    expect(await tracker(home, wordsAgain(path))).toMatchObject({
      code: 2,
      stderr: `error: ${path} is larger than 16 MB\n`,
    });
    writeFileSync(path, 'Shorter.\n');
    expect(command(shown)).toBe(again(path));
    expect(await tracker(home, wordsAgain(path))).toMatchObject({ code: 0, stderr: '' });
    expect({ bodies: sent(), drafts: drafts() }).toEqual({ bodies: ['Shorter.'], drafts: [] });
  });

  test.each([
    ['that is not UTF-8', latin1, 'PATH is not text in UTF-8'],
    ['with NUL', `printf 'a\\000' > "$1"`, 'the comment in PATH contains a NUL character; nothing was sent'],
    ['that is gone', `${latin1}; : `, 'cannot read PATH: there is no such file'],
  ])('R82: --from-draft of a text %s: names the file, and the draft stays', async (what, script, why) => {
    const path = kept((await atTerminal(comment, editor(script))).shown);
    if (what === 'that is gone') rmSync(path);
    expect(await tracker(home, wordsAgain(path))).toEqual(refused(2, `${why.replace('PATH', path)}`));
    expect({ bodies: sent(), isKept: drafts().some(({ id }) => id === idOf(path)) }).toEqual({
      bodies: [],
      isKept: true,
    });
  });

  test('R82: --from-draft with --editor opens it as it is: what is saved in UTF-8 is sent, anything else kept', async () => {
    const path = kept((await atTerminal(comment, editor(latin1))).shown);
    const reopen = [...comment, '--from-draft', idOf(path)];
    const unchanged = await atTerminal(reopen, editor('true'));
    expect({ code: unchanged.code, path: kept(unchanged.shown), bodies: sent() }).toEqual({
      code: 1,
      path,
      bodies: [],
    });
    expectKept(path);
    const convert = 'iconv -f latin1 -t utf-8 "$1" > "$HOME/new"; mv "$HOME/new" "$1"';
    expect(await atTerminal(reopen, editor(convert))).toMatchObject({ code: 0 });
    expect({ bodies: sent(), drafts: drafts(), left: left() }).toEqual({
      bodies: ['café'],
      drafts: [],
      left: [],
    });
  });

  test('R82: another text replaces that of the draft, and its file goes with the draft', async () => {
    const path = kept((await atTerminal(comment, editor(latin1))).shown);
    expect(await tracker(home, [...wordsAgain(path), '-b', 'Anew'])).toMatchObject({ code: 0, stderr: '' });
    expect({ bodies: sent(), drafts: drafts() }).toEqual({ bodies: ['Anew'], drafts: [] });
  });

  test('R82: a link to it: its bytes are the draft, and the file stays', async () => {
    const file = home.write('saved', '');
    const script = `printf 'caf\\351\\n' > '${file}'; ln -sf '${file}' "$1"`;
    const path = kept((await atTerminal(comment, editor(script))).shown);
    expectKept(path);
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(file).equals(readFileSync(path))).toBe(true);
  });

  test('R82: where no draft can be saved: its bytes stay in the temporary folder, and are named', async () => {
    const state = join(home.folder, '.local/state/tracker');
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, 'ledger'), '');
    const { code, shown } = await atTerminal(comment, editor(latin1));
    expect(code).toBe(1);
    expect(readFileSync(kept(shown)).equals(Buffer.from('café\n', 'latin1'))).toBe(true);
    expect(kept(shown).startsWith(home.temporary)).toBe(true);
    expect(shown).toContain(
      `hint: convert it to UTF-8 and send it again with --body-file ${kept(shown)}\nerror: the editor left text that is not UTF-8`,
    );
  });
});

describe('R82: an editor that leaves no file (#10.5)', () => {
  test('R82: a folder stays where it is, and is named', async () => {
    const { code, shown } = await atTerminal(comment, editor('rm "$1"; mkdir "$1"; echo words > "$1/page"'));
    const [, path = ''] =
      /warning: the editor left a folder, which cannot be kept as a draft: (\S+)\n/.exec(shown) ?? [];
    expect({ code, bodies: sent(), isThere: existsSync(join(path, 'page')) }).toEqual({
      code: 1,
      bodies: [],
      isThere: true,
    });
    expect(shown).toContain('error: the editor left a folder; nothing was sent\n');
  });

  test.each([
    ['a pipe', 'rm "$1"; mkfifo "$1"'],
    ['a link to a device', 'ln -sf /dev/zero "$1"'],
    ['a pipe, and fails', 'rm "$1"; mkfifo "$1"; exit 3'],
  ])('R82: %s cannot be kept: it is removed, and a warning says so', async (_what, script) => {
    const { code, shown } = await atTerminal(comment, editor(script));
    expect({ code, bodies: sent(), left: left() }).toEqual({ code: 1, bodies: [], left: [] });
    expect(shown).toMatch(
      /^warning: the editor left a pipe or a device, so nothing could be kept\nerror: the editor (left a pipe or a device|ended with exit code 3); nothing was sent\n/,
    );
  });

  test('R82: a link to an ordinary file is how some editors save: its text is sent, and the file stays', async () => {
    const file = home.write('saved', 'Saved elsewhere.\n');
    const { code } = await atTerminal(comment, editor(`ln -sf '${file}' "$1"`));
    expect({ code, bodies: sent(), left: left() }).toEqual({ code: 0, bodies: ['Saved elsewhere.'], left: [] });
    expect(lstatSync(file).isFile()).toBe(true);
  });
});

describe('the editor is started as git starts it', () => {
  const write = 'printf "%s\\n" "$FOO" "$@" | sed \'s|/.*/||\' > "$FILE"; for file; do :; done; cp "$FILE" "$file"';
  const place = (path: string): string => {
    const placed = join(home.folder, path);
    mkdirSync(dirname(placed), { recursive: true });
    writeFileSync(placed, `#!/bin/sh\n${write}\n`, { mode: 0o755 });
    return placed;
  };
  const file = (): Record<string, string> => ({ FILE: join(home.folder, 'what') });

  test.each([
    ['an escaped blank', 'my ed/ed', (path: string) => `${path.replaceAll(' ', '\\ ')} --wait`, '\n--wait\ncomment.md'],
    ['quotes', 'my ed/ed', (path: string) => `"${path}" --wait 'two words'`, '\n--wait\ntwo words\ncomment.md'],
    ['a variable before it', 'ed', (path: string) => `FOO=1 ${path}`, '1\ncomment.md'],
    ['a path below ~', 'bin/ed', () => '~/bin/ed', '\ncomment.md'],
    ['a path below $HOME', 'bin/ed', () => '$HOME/bin/ed', '\ncomment.md'],
    ['blanks around it', 'ed', (path: string) => `  ${path}\t`, '\ncomment.md'],
  ])('%s', async (_what, path, line, body) => {
    const env = { ...file(), EDITOR: line(place(path)) };
    expect(await atTerminal(comment, env)).toMatchObject({ code: 0 });
    expect(sent()).toEqual([body]);
  });

  test('a blank variable is like none', async () => {
    const env = { ...file(), TRACKER_EDITOR: ' ', VISUAL: '\t', EDITOR: place('ed') };
    expect(await atTerminal(comment, env)).toMatchObject({ code: 0 });
    expect(sent()).toEqual(['\ncomment.md']);
  });

  test('one that does not exist is not found, whatever the line', async () => {
    for (const EDITOR of ['FOO=1 no-such-editor', '~/no-such-editor --wait', "'no such editor'"]) {
      const { code, shown } = await atTerminal(comment, { EDITOR });
      expect([code, shown]).toEqual([
        1,
        expect.stringContaining('error: the editor cannot be started: command not found: '),
      ]);
    }
    expect(sent()).toEqual([]);
  });

  test('one that comes back at once, with nothing saved, gets a hint', async () => {
    const hint = "hint: if your editor opens its own window, make it wait, as in TRACKER_EDITOR='code --wait'\n";
    expect((await atTerminal(comment, { EDITOR: 'true' })).shown).toContain(hint);
    const saved = await atTerminal(comment, editor('sleep 0.1; : > "$1"'));
    expect(saved.shown).toBe('error: nothing was written, so nothing was sent\n');
    expect((await atTerminal(comment, { EDITOR: 'true --wait' })).shown).not.toContain('hint');
  });
});
