import { describe, expect, test } from 'vitest';
import { parseAge } from '../../src/args/duration.js';
import {
  choice,
  count,
  type Flag,
  listWords,
  longName,
  names,
  spelling,
  text,
  toggle,
  value,
} from '../../src/args/flag.js';
import { choices } from '../../src/args/more-flags.js';
import { freeText, kind, oneOf, serverWord } from '../../src/args/value.js';
import { usageError } from '../../src/contract/errors.js';

/** A Friday. */
const now = new Date(2026, 10, 20, 15, 30);

/** The value of a flag that was given these texts. */
function give<T>(flag: Flag<T>, ...texts: readonly string[]): T {
  let so: T | undefined;
  for (const each of texts) so = flag.parse?.(each, so, now) ?? so;
  return so ?? flag.initial;
}
const usage = (message: string) => expect.objectContaining({ kind: 'usage', exitCode: 2, message });

test('a flag without a value is off', () => {
  expect(toggle('--all', 'help')).toEqual({ flags: '--all', help: 'help', initial: false });
});

test('a text is taken as it is', () => {
  const flag = text('-t, --title', 'help', freeText('title'));
  expect([give(flag), give(flag, 'a', ' -b, c '), give(flag, '')]).toEqual([undefined, ' -b, c ', '']);
});

describe('names', () => {
  const flag = names('-s, --status', 'help', serverWord('task-status'));

  test('are joined by commas, repeated, or both', () => {
    expect([give(flag), give(flag, 'a'), give(flag, 'a, b', 'c'), give(flag, '-none')]).toEqual([
      [],
      ['a'],
      ['a', 'b', 'c'],
      ['-none'],
    ]);
  });

  test.each(['', ',', 'a,', ',a', 'a,,b', ' '])('%j holds an empty one', (given) => {
    expect(() => give(flag, given)).toThrow(usage(`--status has an empty name in ${JSON.stringify(given)}`));
  });
});

describe('a choice', () => {
  const flag = choice('--scope', 'help', oneOf('scope', ['mine', 'all']));

  test('is one of its words, in any case', () => {
    expect([give(flag), give(flag, 'ALL'), give(flag, 'all', 'mine'), flag.value?.words]).toEqual([
      undefined,
      'all',
      'mine',
      ['mine', 'all'],
    ]);
  });

  test.each(['', 'al', 'all,mine', 'constructor'])('is not %j', (given) => {
    expect(() => give(flag, given)).toThrow(usage(`--scope takes mine or all, not ${JSON.stringify(given)}`));
  });

  test('of several is any of its words', () => {
    const several = choices('--type', 'help', oneOf('type', ['task', 'ticket', 'wiki']));
    expect([give(several), give(several, 'task,WIKI', 'ticket')]).toEqual([[], ['task', 'wiki', 'ticket']]);
    expect(() => give(several, 'task,x')).toThrow(usage('--type takes task, ticket or wiki, not "x"'));
  });
});

describe('a count', () => {
  const flag = count('-L, --limit', 'help');

  test('is a whole number of at least one', () => {
    expect([give(flag), give(flag, '1'), give(flag, '007'), give(flag, '999999999')]).toEqual([
      undefined,
      1,
      7,
      999_999_999,
    ]);
  });

  test.each(['0', '-1', '1.5', '1e3', '', ' 1', '0x10', 'x', '9999999999'])('is not %j', (given) => {
    expect(() => give(flag, given)).toThrow(
      usage(`--limit takes a whole number of at least 1, not ${JSON.stringify(given)}`),
    );
  });
});

test('a value is read by its own reader, which is told the flag', () => {
  const flag = value('--due', 'help', {
    value: kind('day'),
    parse: (given, name) => {
      if (given === 'x') throw usageError(`${name}: no`);
      return given.length;
    },
  });
  expect([give(flag), give(flag, 'abc')]).toEqual([undefined, 3]);
  expect(() => give(flag, 'x')).toThrow(usage('--due: no'));
});

test('a flag as help shows it, its long name, and words as a sentence has them', () => {
  expect([spelling(toggle('-a, --all', 'help')), spelling(text('-F, --body-file', 'help', kind('file')))]).toEqual([
    '-a, --all',
    '-F, --body-file <file>',
  ]);
  expect([longName('-F, --body-file'), longName('-x'), listWords([]), listWords(['a']), listWords(['a', 'b'])]).toEqual(
    ['--body-file', '-x', '', 'a', 'a or b'],
  );
});

describe('an age', () => {
  const minute = 60_000;
  test.each([
    ['90', 90],
    ['90m', 90],
    ['12h', 720],
    ['3d', 4_320],
    ['2w', 20_160],
    ['1d12h', 2_160],
    ['1.5h', 90],
    [' 3D ', 4_320],
  ])('%j is %i minutes', (given, minutes) => expect(parseAge(given, '--stale')).toBe(minutes * minute));

  test.each(
    ['', '0', '0d', '-3d', '3', 'd', '3y', '3d x', 'x3d', '1,5h', '3d-1h', '1.h'].filter((each) => each !== '3'),
  )('%j is none', (given) =>
    expect(() => parseAge(given, '--stale')).toThrow(usage(`--stale: ${JSON.stringify(given)} is not an age`)),
  );
});
