import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trackerAtTerminal } from '../support/editing.js';
import { type Home, makeHome } from '../support/home.js';
import { json } from '../support/misbehaving-server.js';
import { runHere as tracker } from '../support/run-here.js';
import { type SmallService, signIn, startSmallService, task } from '../support/service.js';

let home: Home;
let service: SmallService;

beforeEach(async () => {
  home = makeHome();
  service = await startSmallService();
  await signIn(home, service.origin, service.token(), ['--name', 'mine']);
  service.on(`POST /api/v1/tasks/${task.uuid}/comments`, json({ id: 'c1' }, 201));
});

afterEach(async () => {
  await service.close();
  await home.close();
});

const comment = ['tasks', 'comment', task.uuid, '-e'];
const editor = (script: string): Readonly<Record<string, string>> => ({
  EDITOR: home.write('editor', `#!/bin/sh\ntouch "$HOME/opened"\n${script}\n`, 0o755),
});
const sent = (): readonly unknown[] =>
  service.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).body);
const left = (): readonly string[] => home.leftovers().filter((name) => name.startsWith('tracker-'));

describe('R82: --editor where nobody is at a terminal', () => {
  const refusal =
    'error: --editor needs a terminal and cannot be used with --no-input or when CI is set\n' +
    'hint: use --body TEXT, --body-file FILE, or --body-file - for standard input\n';
  const requests = (): number => service.requests.length;

  test.each([
    ['in a pipe', comment],
    ['of a new note, in a pipe', ['notes', 'create', '-t', 'A title', '-e']],
    ['of a description, in a pipe', ['tasks', 'edit', task.uuid, '-e']],
  ])('R82: %s is a usage error, and neither a request nor an editor follows', async (_what, words) => {
    const before = requests();
    expect(await tracker(home, words, { env: editor('true') })).toEqual({ code: 2, stdout: '', stderr: refusal });
    expect({ requests: requests(), opened: existsSync(join(home.folder, 'opened')) }).toEqual({
      requests: before,
      opened: false,
    });
  });

  test.each([
    ['with --no-input', ['--no-input'], {}],
    ['where CI is set', [], { CI: 'true' }],
  ])('R82: %s it is one at a terminal too', async (_what, words, env) => {
    const before = requests();
    const ended = await trackerAtTerminal(home, [...comment, ...words], { ...editor('true'), ...env });
    expect(ended).toEqual({ code: 2, shown: refusal });
    expect({ requests: requests(), opened: existsSync(join(home.folder, 'opened')) }).toEqual({
      requests: before,
      opened: false,
    });
  });
});

describe('R82: an editor that leaves something else than a text', () => {
  /** The file that was named, and what was said about it. */
  const kept = (shown: string): string => /what the editor left is kept in (\S+)\n/.exec(shown)?.[1] ?? '';

  test.each([
    ['in Latin-1', '', 1, 'error: the editor left text that is not UTF-8; nothing was sent\n'],
    ['in Latin-1, and fails', 'exit 3', 1, 'error: the editor ended with exit code 3; nothing was sent\n'],
    ['in Latin-1, and ends by Ctrl-C', 'exit 130', 130, 'error: interrupted\n'],
  ])('R82: a text %s: its bytes are kept and named, and nothing is sent', async (_what, end, exit, error) => {
    const { code, shown } = await trackerAtTerminal(home, comment, editor(`printf 'caf\\351\\n' > "$1"; ${end}`));
    expect({ code, bodies: sent() }).toEqual({ code: exit, bodies: [] });
    expect(readFileSync(kept(shown)).equals(Buffer.from('caf\u00e9\n', 'latin1'))).toBe(true);
    expect(statSync(kept(shown)).mode & 0o777).toBe(0o600);
    expect(shown).toBe(
      `warning: what the editor left is kept in ${kept(shown)}\n` +
        `hint: convert it to UTF-8 and send it with --body-file FILE\n${error}`,
    );
  });

  test.each([
    ['a folder', 'rm "$1"; mkdir "$1"; echo words > "$1/page"', 'a folder'],
    ['a file of 3 GB', 'truncate -s 3G "$1"', 'more than 16 MB'],
  ])('R82: %s stays where it is and is named', async (_what, script, problem) => {
    const { code, shown } = await trackerAtTerminal(home, comment, editor(script));
    expect({ code, bodies: sent(), isThere: existsSync(kept(shown)) }).toEqual({ code: 1, bodies: [], isThere: true });
    expect(shown).toContain(`error: the editor left ${problem}; nothing was sent\n`);
  });

  test.each([
    ['a pipe', 'rm "$1"; mkfifo "$1"'],
    ['a link to a device', 'ln -sf /dev/zero "$1"'],
    ['a pipe, and fails', 'rm "$1"; mkfifo "$1"; exit 3'],
  ])('R82: %s is an error, and is removed', async (_what, script) => {
    const { code, shown } = await trackerAtTerminal(home, comment, editor(script));
    expect({ code, bodies: sent(), left: left() }).toEqual({ code: 1, bodies: [], left: [] });
    expect(shown).toMatch(/^error: the editor (left something that is not an ordinary file|ended with exit code 3);/);
  });

  test('R82: a link to an ordinary file is how some editors save: its text is sent, and the file stays', async () => {
    const file = home.write('saved', 'Saved elsewhere.\n');
    const { code } = await trackerAtTerminal(home, comment, editor(`ln -sf '${file}' "$1"`));
    expect({ code, bodies: sent(), left: left() }).toEqual({ code: 0, bodies: ['Saved elsewhere.'], left: [] });
    expect(lstatSync(file).isFile()).toBe(true);
  });
});
