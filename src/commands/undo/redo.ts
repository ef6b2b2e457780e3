import type { Context } from '../../args/context.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { writtenEntries } from '../../compose/saved/drafts.js';
import { TrackerError } from '../../contract/errors.js';
import type { Entry } from '../../ledger/entry.js';
import { isLatest } from '../../ledger/written.js';
import { outcomeView } from '../../output/write/outcomes.js';
import { expectRows } from '../bulk/for-each-reference.js';
import { numberIn, turn, withNumber } from './turn.js';

export const verb = defineVerb({
  details: [
    'Does again what was undone last; run it again for what was undone before that. Once you have written something new, there is',
    'nothing to redo (exit code 1), but you can still redo a command by its number in tracker undo --list.',
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
      help: 'the number of an undone command in tracker undo --list (default: the one undone last)',
    },
  ],
  examples: [
    { line: 'tracker redo', does: 'do again what was undone last' },
    { line: 'tracker redo 12 --dry-run', does: 'see what would be sent' },
  ],
  writes: ['PATCH /tasks/:id', 'PATCH /tickets/:id', 'PUT /tickets/:id/checklist'],
  queued: false,
  run: async (context, [given]) => {
    const number = numberIn(given);
    await expectRows(context);
    return await turn(context, 'redo', {
      number,
      choose: async ({ client }) => undoneIn(context, await writtenEntries(context, client, true), number),
    });
  },
});

/** What was undone in one step: the one with this number, or the last. Throws TrackerError if there is none. */
function undoneIn(context: Context, all: readonly Entry[], number: number | undefined): readonly Entry[] {
  const { state, undoneAt } = number === undefined ? lastUndone(all) : withNumber(context, all, number);
  if (state !== 'undone') throw new TrackerError('failed', `change ${number} has not been undone`);
  return all.filter((each) => each.state === 'undone' && each.undoneAt === undoneAt);
}

function lastUndone(all: readonly Entry[]): Entry {
  const undone = all.filter(({ state, passedAt }) => state === 'undone' && !isLatest(passedAt, all));
  const last = undone.toSorted((one, other) => (one.undoneAt ?? 0) - (other.undoneAt ?? 0)).at(-1);
  if (!last || !isLatest(last.undoneAt, all)) throw new TrackerError('failed', 'there is nothing to redo');
  return last;
}
