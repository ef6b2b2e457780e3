import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandboxHome, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { trackerAtTerminal } from '../../support/terminal/editing.js';

const home = allTests(startSandboxHome, stopAndClose);
let editor: string;

beforeAll(async () => {
  editor = home.write('editor', '#!/bin/sh\ncp "$1" "$0.seen"\necho "So it is." >> "$1"\n', 0o755);
  const templates = join(home.folder, '.config', 'tracker', 'templates');
  mkdirSync(templates, { recursive: true });
  writeFileSync(join(templates, 'closing.md'), 'Kind regards\n{{me}}\n');
  await tracker(home, ['reply', 'BERG-9', 'The totals\nare right now.']);
  await tracker(home, ['note', 'BERG-9', 'It was us.']);
});

const toCustomer =
  'A reply to BERG-9 is public: it will be read by Petra Müller-Lüdenscheidt (the customer) and everyone at Bergmann Orthopädie GmbH & Co. KG who can see the ticket.';
const toTeam = 'Only the internal team can read a note on BERG-9.';
const note = (about: string): string =>
  `<!-- tracker: ${about}\nThis note is removed. If you write nothing, nothing is sent. -->\n`;

const splitWords = (words: string): readonly string[] =>
  words.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];

const lastRow = async (): Promise<string | undefined> =>
  (await tracker(home, 'tickets view BERG-9')).stdout.split('\n').at(-2);

test('a reply quotes the last public message, never a note', async () => {
  const { code } = await trackerAtTerminal(home, 'reply BERG-9 --quote -y', { TRACKER_EDITOR: editor });
  expect(code).toBe(0);
  expect(readFileSync(`${editor}.seen`, 'utf8')).toMatch(
    /^On 2\d{3}-\d\d-\d\d at \d\d:\d\d, Mara Lindqvist wrote:\n> The totals\n> are right now\.\n\n\n/,
  );
  expect(readFileSync(`${editor}.seen`, 'utf8')).toContain(note(toCustomer));
  expect(await lastRow()).toMatch(/^reply\t.*\tOn .* wrote:\\n> The totals\\n> are right now\.\\n\\nSo it is\.$/);
});

test('a note quotes the last of both, and a template follows', async () => {
  await tracker(home, ['note', 'BERG-9', 'It was us.']);
  const words = 'note BERG-9 --quote --template closing';
  expect((await trackerAtTerminal(home, words, { TRACKER_EDITOR: editor })).code).toBe(0);
  expect(readFileSync(`${editor}.seen`, 'utf8')).toMatch(
    /^On .*, Mara Lindqvist wrote:\n> It was us\.\n\nKind regards\nMara Lindqvist\n\n/,
  );
  expect(readFileSync(`${editor}.seen`, 'utf8')).toContain(note(toTeam));
});

test('a note in the file says whom an empty one is for, and is never sent', async () => {
  const { code } = await trackerAtTerminal(home, 'reply BERG-9 -y', { TRACKER_EDITOR: editor });
  expect(code).toBe(0);
  expect(readFileSync(`${editor}.seen`, 'utf8')).toBe(`\n${note(toCustomer)}`);
  expect(await lastRow()).toMatch(/^reply\t.*\tSo it is\.$/);
  const comment = await trackerAtTerminal(home, 'comment SCM-12', { TRACKER_EDITOR: editor });
  expect(comment.shown).toContain('Commented on SCM-12.');
  expect(readFileSync(`${editor}.seen`, 'utf8')).toMatch(
    /^\n<!-- tracker: A comment on SCM-12 Night ferry .*\. Everyone/,
  );
});

test.each(['reply BERG-9', 'note BERG-9', 'comment SCM-12', 'chat reply "Lunch on Friday"'])(
  'nothing is sent if only the note is left: %s',
  async (words) => {
    const { code, shown } = await trackerAtTerminal(home, splitWords(words), { TRACKER_EDITOR: 'true' });
    expect([code, shown]).toEqual([1, expect.stringContaining('nothing was written, so nothing was sent')]);
    expect((await tracker(home, 'drafts list')).stdout).toBe('');
  },
);

test('a quote that nothing is added to is not sent', async () => {
  const before = await lastRow();
  const { code, shown } = await trackerAtTerminal(home, 'note BERG-9 --quote', { TRACKER_EDITOR: 'true' });
  expect([code, shown]).toEqual([1, expect.stringContaining('nothing was changed, so nothing was sent')]);
  expect(await lastRow()).toBe(before);
});

test('a template may stay as it is', async () => {
  const words = 'note BERG-9 --template closing -e';
  expect((await trackerAtTerminal(home, words, { TRACKER_EDITOR: 'true' })).code).toBe(0);
  expect(await lastRow()).toMatch(/^note\t.*\tKind regards\\nMara Lindqvist$/);
});
