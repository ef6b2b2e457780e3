import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { TrackerError } from '../../contract/errors.js';
import type { Entry } from '../../ledger/entry.js';
import { isLatest } from '../../ledger/written.js';
import { expectRows } from '../bulk/for-each-reference.js';
import { outcomeView } from '../bulk/report.js';
import { openHistory } from './history.js';
import { readOnce, turn } from './turn.js';
import { requireNumber } from './undo.js';

export const verb = defineVerb({
  details: [
    'Does again what tracker undo took back last; run again, what it took back before that. Once you have written something new,',
    'there is nothing to redo (exit code 1), but a number from tracker undo --list still does that command again.',
    '',
    'Anything that someone else has changed since it was undone is named and left as it is (exit code 6).',
    '',
    'You need the same permission as for tracker tasks edit or tracker tickets edit.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [
    {
      value: kind('undone', 'number'),
      isOptional: true,
      help: 'the number of an undone command in tracker undo --list (default: what was undone last)',
    },
  ],
  flags: {},
  examples: [
    { line: 'tracker redo', does: 'do again what was undone last' },
    { line: 'tracker redo 12 --dry-run', does: 'see what would be sent' },
  ],
  writes: true,
  queued: false,
  run: async (context, [number]) => {
    requireNumber(number);
    const client = await context.client();
    const history = await openHistory(context, client);
    await expectRows(context);
    const reading = readOnce(client);
    for (;;) {
      const all = await history.settled();
      const entries = number === undefined ? lastUndone(all) : withNumber(all, Number(number));
      if (await turn(context, client, { history, entries, reading, direction: 'redo', goesOn: number === undefined }))
        return;
    }
  },
});

/** What was undone last, as one. Throws `failed` if there is nothing, or if something was written since. */
function lastUndone(all: readonly Entry[]): readonly Entry[] {
  const undone = all.filter(({ state, passedAt }) => state === 'undone' && !isLatest(passedAt, all));
  const last = Math.max(...undone.map(({ undoneAt = 0 }) => undoneAt));
  if (undone.length === 0 || !isLatest(last, all)) throw new TrackerError('failed', 'there is nothing to redo');
  return undone.filter(({ undoneAt = 0 }) => undoneAt === last);
}

/** The entry with this number, and those that were undone with it. */
function withNumber(all: readonly Entry[], number: number): readonly Entry[] {
  const entry = all.find((each) => each.number === number);
  if (!entry)
    throw new TrackerError('not_found', `there is no change number ${number}`, { hint: 'tracker undo --list' });
  if (entry.state !== 'undone') throw new TrackerError('failed', `change ${number} is not undone`);
  return all.filter(({ state, undoneAt }) => state === 'undone' && undoneAt === entry.undoneAt);
}
