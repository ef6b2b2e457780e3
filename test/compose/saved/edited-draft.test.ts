import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { besideDrafts, draftsOf } from '../../support/computer/drafts.js';
import type { Machine, RunOptions } from '../../support/computer/machine.js';
import { openQueue, owner, type Ran } from '../../support/run.js';
import { playScreen } from '../../support/terminal/play-screen.js';
import { until } from '../../support/until.js';

let machine: Machine;

beforeEach(async () => {
  machine = await (await openQueue()).machine(owner);
});

const here = (name: string): string => join(machine.workingFolder, name);
const drafts = async () => JSON.parse((await machine.run('drafts list --json')).stdout);
const size = { columns: 100, rows: 30 };
const plain = { ACCESSIBLE: '1', NO_COLOR: '1' };

/** Runs a command whose editor saves, waits for `whileOpen`, and saves once more. */
async function edit(
  words: string,
  [first, last]: readonly string[],
  whileOpen: (file: string) => Promise<void>,
  answers: Pick<RunOptions, 'keys' | 'player'> = { keys: ['y\n'] },
): Promise<Ran> {
  writeFileSync(
    here('editor'),
    `#!/bin/sh\n${first}\necho "$1" > '${here('opened')}'\nuntil [ -e '${here('go')}' ]; do sleep 0.1; done\n${last}\n`,
    { mode: 0o755 },
  );
  const env = { ...(words !== 'triage' && plain), TRACKER_EDITOR: here('editor') };
  const signal = AbortSignal.timeout(30_000);
  const running = machine.run(words, { terminal: size, env, signal, ...answers });
  const file = await until(
    'an open editor',
    () => existsSync(here('opened')) && (readFileSync(here('opened'), 'utf8').trim() || false),
  );
  await whileOpen(file);
  writeFileSync(here('go'), '');
  return await running;
}

/** Writes a reply in the editor, and sends it. */
const inTriage = [
  { shows: /live[\s\S]*CASA-8 [\s\S]*newest first/, type: 'E' },
  { shows: /> Saved later\.[\s\S]*And more\./, type: '\u0013' },
  { shows: /✓ CASA-8: reply sent/, type: 'q' },
];

const [saves, savesMore] = ['echo "We are on it." > "$1"', 'echo "And more." >> "$1"'];

describe('R70: what an editor has saved is a draft while it is open, whatever ends the program', () => {
  test.each([
    ['tickets reply CASA-8', {}, undefined],
    ['tickets note CASA-8', {}, undefined],
    ['tasks comment SCM-12 -e', {}, undefined],
    ['notes create -t Title -e', { subject: 'Title' }, undefined],
    ['triage', {}, { player: playScreen(size, inTriage).player }],
  ])('R70: %s', async (words, more, answers) => {
    const ended = await edit(
      words,
      [saves, savesMore],
      async (file) => {
        expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
        expect(file.startsWith(join(machine.folder, 'state', 'ledger'))).toBe(true);
        expect(await drafts()).toMatchObject([{ subject: 'We are on it.', flags: { body: 'We are on it.' }, ...more }]);
        // By then, triage has written what it shows.
        await setTimeout(400);
        // The editor may outlive the program.
        writeFileSync(file, 'Saved later.\n');
        expect(await drafts()).toMatchObject([{ flags: { body: 'Saved later.' } }]);
      },
      answers,
    );
    expect(ended.code).toBe(0);
    expect([draftsOf(machine), besideDrafts(machine)]).toEqual([[], []]);
  });

  test('R70: a text that is not UTF-8 is kept as its file', async () => {
    const latin1 = `printf 'caf\\351\\n' > "$1"`;
    await edit('tasks comment SCM-12 -e', [latin1, saves], async (file) => {
      expect(await drafts()).toMatchObject([{ flags: { bodyFile: file } }]);
    });
  });

  test.each([
    ['tasks comment SCM-12 -e', 'nothing'],
    ['tickets reply CASA-8', 'nothing but the note'],
  ])('R70: %s: an editor with %s in it is no draft', async (words) => {
    const ended = await edit(words, ['', ''], async () => expect(await drafts()).toEqual([]));
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was written') });
    expect([draftsOf(machine), besideDrafts(machine)]).toEqual([[], []]);
  });
});

test.each([
  ['is killed', "sh -c 'kill -9 $$'", ' the editor ended'],
  ['fails', "sh -c 'exit 1'", ' the editor ended'],
  ['gets Ctrl-C', "sh -c 'exit 130'", ' interrupted'],
  ['ends with nothing in it', 'true', ' nothing was written'],
  ['cannot be started', 'no-such-editor', ' ! the editor cannot be started'],
])('an editor that %s before anything is written leaves no draft behind the composer', async (_how, editor, said) => {
  const left = (): readonly string[] =>
    [...draftsOf(machine).map(({ id }) => id), ...besideDrafts(machine)].filter((name) => !name.endsWith('.lock'));
  const kept: (readonly string[])[] = [];
  const played = playScreen(size, [
    { shows: /live[\s\S]*CASA-8 [\s\S]*newest first/, type: 'r\u000f' },
    { shows: new RegExp(`^${said}`, 'm'), type: 'Written here.' },
    { shows: /> Written here\./, type: '\u0013' },
    { shows: /✓ CASA-8/, type: 'q' },
  ]);
  const ended = await machine.run('triage', {
    ...{ terminal: size, env: { TRACKER_EDITOR: editor }, signal: AbortSignal.timeout(30_000) },
    player: (written, type) =>
      played.player(written, (typed) => {
        if (typed === 'Written here.') kept.push(left());
        type(typed);
      }),
  });
  expect(ended.code, played.stuck()).toBe(0);
  expect([kept, left()]).toEqual([[[]], []]);
});

test('R70: a text that is in an editor is neither offered nor sent by another command', async () => {
  await edit('tasks comment SCM-12 -e', [saves, savesMore], async () => {
    const [{ id }] = await drafts();
    const again = await machine.run('tasks comment SCM-12 -b Another', { terminal: { columns: 100 }, env: plain });
    expect(again.stderr).toBe('Commented on SCM-12.\n');
    expect(await machine.run(`drafts send ${id}`)).toMatchObject({ code: 6 });
  });
  expect(await drafts()).toEqual([]);
});
