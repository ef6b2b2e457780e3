import { describe, expect, test } from 'vitest';
import { openWorld } from '../support/run.js';
import { withTexts } from '../support/servers/meddled-texts.js';
import { allTests } from '../support/set-up.js';
import { cellsOf } from '../support/terminal/cells.js';

/** Every list, and what is laid out like one. */
const lists = [
  'tasks --scope all -L 25',
  'tickets --segment all -L 25',
  'inbox -L 25',
  'search roster',
  'projects',
  'projects activity SCM -L 20',
  'chat list --org lantern-works',
  'notes',
  'wiki',
  'wiki list --under c79343be-194b-4867-8253-cbb82fda765d',
  'orgs',
  'views',
  'prefs',
  'config',
  'instances',
  'attachments list OPS-9',
  'tasks meetings SCM-12',
  'tasks checklist SCM-12',
  'status',
  'whoami',
];

/** What titles are made of: wide, joined, combining, marked and very long. */
const pieces = [
  '報告書を書く',
  '한국어 제목',
  '👩‍👩‍👧 fam',
  '🇸🇪🇫🇮',
  '👍🏽 ok',
  'e\u0301\u0323te\u0301',
  'ทำงาน ที่นี่',
  'नमस्ते दुनिया',
  'ｶﾞｲﾄﾞ Ａ',
  '①②§…—',
  'co\u00adoperation',
  'ascii words',
  'unbrokenascii',
  '\u001b[31m\u202e',
  '❤️ 1️⃣',
];

/** A title that is another for each number, yet the same each time: up to nine pieces. */
const titleOf = (index: number): string =>
  Array.from({ length: (index * 7) % 9 }, (_, at) => pieces[(index * 11 + at * 5) % pieces.length]).join(
    index % 2 === 0 ? ' ' : '',
  );

/** Code, which keeps its lines in whatever is laid out for reading. */
const codeLine = /^ {4}(?:restic|pg_restore) -/;

/** What is laid out for reading. */
const details = [
  'tasks view SCM-12',
  'tasks view OPS-9',
  'tickets view BERG-9',
  'tickets view BERG-18',
  'projects view SCM',
  'wiki view c79343be-194b-4867-8253-cbb82fda765d',
];

const world = allTests(openWorld);

const tooWide = async (line: string, columns: number, env: Readonly<Record<string, string>> = {}) => {
  const send = withTexts(world.send, (_text, index) => titleOf(index));
  const how = { terminal: { columns }, env: { NO_COLOR: '1', ...env }, send };
  const { code, stdout, stderr } = await world.run(line, how);
  expect([line, code, stderr.includes('error:')]).toEqual([line, 0, false]);
  return stdout
    .split('\n')
    .flatMap((shown) => (cellsOf(shown) > columns && !codeLine.test(shown) ? [`${columns}: ${shown}`] : []));
};

describe('no line is wider than the terminal', () => {
  test.each(lists.map((line, at) => [line, at] as const))('%s', async (line, at) => {
    const wide: string[] = [];
    // Narrow terminals of each width are tried with some of the lists.
    for (let columns = 20 + (at % 10); columns <= 220; columns += columns < 60 ? 10 : 40)
      wide.push(...(await tooWide(line, columns)));
    expect(wide).toEqual([]);
  });

  test.each(details)('%s', async (line) => {
    for (const columns of [20, 21, 40, 80, 220]) expect(await tooWide(line, columns)).toEqual([]);
  });

  test.each(details)('%s, in words', async (line) => {
    for (const columns of [20, 80, 200]) expect(await tooWide(line, columns, { ACCESSIBLE: '1' })).toEqual([]);
  });
});
