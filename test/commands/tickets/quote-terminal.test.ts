import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Home, makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { trackerAtTerminal } from '../../support/terminal/editing.js';

let home: Home;
let editor: string;

beforeAll(async () => {
  home = makeHome();
  await startSandbox(home, ['--memory']);
  editor = home.write('editor', '#!/bin/sh\ncp "$1" "$0.seen"\necho "So it is." >> "$1"\n', 0o755);
  const templates = join(home.folder, '.config', 'tracker', 'templates');
  mkdirSync(templates, { recursive: true });
  writeFileSync(join(templates, 'closing.md'), 'Kind regards\n{{me}}\n');
  await tracker(home, ['reply', 'BERG-9', 'The totals\nare right now.']);
  await tracker(home, ['note', 'BERG-9', 'It was us.']);
});

afterAll(async () => {
  await stopAndClose(home);
});

const lastRow = async (): Promise<string | undefined> =>
  (await tracker(home, 'tickets view BERG-9')).stdout.split('\n').at(-2);

test('a reply quotes the last public message, never a note', async () => {
  const { code } = await trackerAtTerminal(home, 'reply BERG-9 --quote -y', { TRACKER_EDITOR: editor });
  expect(code).toBe(0);
  expect(readFileSync(`${editor}.seen`, 'utf8')).toBe('> The totals\n> are right now.\n\n');
  expect(await lastRow()).toMatch(/^reply\t.*\t> The totals\\n> are right now\.\\n\\nSo it is\.$/);
});

test('a note quotes the last of both, and a template follows', async () => {
  await tracker(home, ['note', 'BERG-9', 'It was us.']);
  const words = 'note BERG-9 --quote --template closing';
  expect((await trackerAtTerminal(home, words, { TRACKER_EDITOR: editor })).code).toBe(0);
  expect(readFileSync(`${editor}.seen`, 'utf8')).toBe('> It was us.\n\nKind regards\nMara Lindqvist\n');
});

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
