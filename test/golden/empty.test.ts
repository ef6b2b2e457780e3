import { describe, expect, test } from 'vitest';
import { narrow, openWorld, printed, remarked, shapes, type TestWorld, wide } from '../support/run.js';
import { allTests } from '../support/set-up.js';

/** Lists that are empty on an account where nothing has happened yet, and what they say there to people. */
const onEmptyAccount = [
  ['tasks list', 'No tasks assigned to you or created by you (--scope all shows every task).'],
  ['tasks list --scope all', 'No tasks that you can see.'],
  ['tasks list -s todo', 'No tasks match.'],
  ['tickets list', 'No tickets of yours (--segment all shows every ticket).'],
  ['tickets list --segment all', 'No tickets that you can see.'],
  ['tickets list --segment watched', 'No tickets watched by you.'],
  ['inbox list', 'No notifications for you.'],
  ['inbox list -u', 'No notifications left to read.'],
  ['projects list', 'No projects that you can see.'],
  ['chat list --org lantern-works', 'No threads in this organisation.'],
  ['notes list', 'No notes yet.'],
  ['wiki list', 'No pages in the wiki.'],
  ['report day', 'No entries in that time, and nothing is waiting.'],
  ['views list', 'No saved views of yours.'],
  ['search crew', 'No results for "crew".\nTo search what people wrote, too: tracker search --messages crew'],
] as const;

/** Lists of one thing that has none. */
const ofOneThing = [
  ['tasks checklist WEB-6', 'No items in this checklist.'],
  ['tickets checklist BERG-19', 'No items in this checklist.'],
  ['tasks meetings WEB-6', 'No meetings about WEB-6.'],
  ['attachments list WEB-6', 'No attachments on WEB-6.'],
  ['attachments list BERG-19', 'No attachments on BERG-19.'],
  ['projects activity SCM --offset 9999', 'No entries that far back.'],
] as const;

describe.each(shapes)('shape %s: empty is no error', (shape) => {
  const empty = allTests(() => openWorld({ shape, seed: 'empty:1' }));
  const usual = allTests(() => openWorld({ shape }));

  // What prints no rows does not know in which shape they would be.
  const expectNothing = shape === 'usual' ? expectEmpty : expectNone;
  test.each(onEmptyAccount)('%s', async (line, hint) => await expectNothing(empty, line, hint));
  test.each(ofOneThing)('%s', async (line, hint) => await expectNothing(usual, line, hint));
});

/** People are told so on stderr. */
async function expectNone(world: TestWorld, line: string, hint: string): Promise<void> {
  expect(await world.run(line, narrow)).toEqual(remarked('', `${hint}\n`));
  expect(await world.run(`${line} --json`, narrow)).toEqual(printed('[]\n'));
}

/** Scripts get no row, a header alone, or an empty array. */
async function expectEmpty(world: TestWorld, line: string, hint: string): Promise<void> {
  await expectNone(world, line, hint);
  for (const flags of ['', '--tsv', '--jsonl', '-q']) expect(await world.run(`${line} ${flags}`)).toEqual(printed(''));
  expect(await world.run(`${line} --json`)).toEqual(printed('[]\n'));
  const { stdout: help } = await world.run(`${line} --help`, wide);
  const [, columns = ''] = /Columns, in order: ([^.]*)\./.exec(help) ?? [];
  expect(await world.run(`${line} --csv`)).toEqual(printed(`${columns.replaceAll(/,\s+/g, ',')}\r\n`));
}
