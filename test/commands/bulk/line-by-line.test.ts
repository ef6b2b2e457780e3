import { expect, test } from 'vitest';
import { lineByLine } from '../../../src/commands/bulk/for-each-reference.js';
import { ReaderGone, TrackerError } from '../../../src/contract/errors.js';
import { createShow } from '../../../src/output/create-show.js';
import type { OutputChoice } from '../../../src/output/show.js';
import type { Outcome, Outcomes } from '../../../src/output/shown.js';
import { recordIo } from '../../output/fake-io.js';
import { until } from '../../support/until.js';

const refs = ['A-1', 'A-2', 'A-3', 'A-4'];
const done = (ref: string): Outcome => ({ ref, uuid: `u-${ref}`, sentence: `Changed ${ref}.` });
const line = (ref: string): string => `{"ref":"${ref}","uuid":"u-${ref}","ok":true}\n`;
const failed: Outcome = { ref: 'A-3', uuid: undefined, error: new TrackerError('not_found', 'no A-3') };
const failedLine =
  '{"ref":"A-3","uuid":null,"ok":false,"error":{"code":"not_found","status":null,"message":"no A-3","hint":null,"retryable":false}}\n';

function telling(
  format: OutputChoice['format'],
  { dryRun = false, write }: { dryRun?: boolean; write?: () => Promise<void> } = {},
) {
  const recorded = recordIo();
  const io = write ? { ...recorded.io, stdout: { ...recorded.io.stdout, write } } : recorded.io;
  const choice = { format, fields: [], pager: false };
  const show = createShow({ io, choice, color: false, env: { pager: undefined, accessible: false } });
  const { next, rest } = lineByLine({ show, settings: { dryRun } }, refs);
  const end = async (outcomes: Outcomes): Promise<void> =>
    await show.write({ is: 'outcomes', ...(await rest(outcomes)) });
  return { ...recorded, teller: { next, end } };
}

test('as JSON lines each reference is printed once it and those before it are done', async () => {
  const { teller, stdout } = telling('jsonl');
  teller.next([undefined, done('A-2'), undefined, undefined]);
  teller.next([done('A-1'), done('A-2'), undefined, undefined]);
  await until('two lines', () => (stdout() === line('A-1') + line('A-2') ? true : undefined));
  teller.next([done('A-1'), done('A-2'), undefined, done('A-4')]);
  await teller.end([done('A-1'), done('A-2'), failed, done('A-4')]);
  expect(stdout()).toBe(line('A-1') + line('A-2') + failedLine + line('A-4'));
});

test('only references of what was done are printed, at least in part', async () => {
  const { teller, stdout } = telling('quiet');
  const half: Outcome = { ...done('A-2'), error: new TrackerError('partial', 'the status was not set') };
  await teller.end([done('A-1'), half, failed, undefined]);
  expect(stdout()).toBe('A-1\nA-2\n');
});

test('what was not tried is reported at the end', async () => {
  const { teller, stdout } = telling('jsonl');
  teller.next([done('A-1'), undefined, undefined, undefined]);
  await teller.end([done('A-1'), undefined, undefined, undefined]);
  expect(stdout().split('\n').filter(Boolean)).toHaveLength(4);
  expect(stdout()).toContain('"message":"not tried"');
});

test.each([
  ['json', { dryRun: false }],
  ['auto', { dryRun: false }],
  ['jsonl', { dryRun: true }],
] as const)('as %s with %j they are told together', async (format, options) => {
  const { teller, stdout } = telling(format, options);
  const outcomes = refs.map(done);
  teller.next(outcomes);
  await new Promise((resolve) => setImmediate(resolve));
  expect(stdout()).toBe('');
  await teller.end(outcomes);
  expect(stdout()).toContain('A-4');
});

test('a reader that has gone is reported at the end, when the work is done', async () => {
  let writes = 0;
  const write = async (): Promise<void> => {
    writes += 1;
    throw new ReaderGone();
  };
  const { teller } = telling('jsonl', { write });
  teller.next([done('A-1'), undefined, undefined, undefined]);
  await until('a write', () => (writes > 0 ? true : undefined));
  teller.next([done('A-1'), done('A-2'), undefined, undefined]);
  await expect(teller.end(refs.map(done))).rejects.toBeInstanceOf(ReaderGone);
  expect(writes).toBe(1);
});
