import type { Context } from '../../../args/context.js';
import type { Draft } from '../../../compose/saved/drafts.js';
import { phrase, type Sentence } from '../../../contract/errors.js';
import { argumentsOf } from '../../../ledger/entry.js';
import type { Decision } from '../../../triage/model/decisions/decision.js';
import { decisionOf } from '../../sending/decision.js';
import { lineOf } from '../change-of.js';
import type { KeptEntries } from './kept-entries.js';

/** Prints the commands that send what is on no disk, and apart from them those of what may have arrived. Whether there were any. */
export async function reportNotKept(
  context: Pick<Context, 'show' | 'io' | 'settings' | 'commands'>,
  { memory, reason }: Pick<KeptEntries, 'memory' | 'reason'>,
): Promise<boolean> {
  const lost = [...memory.values()].filter(({ flags }) => flags.body === undefined || String(flags.body).trim() !== '');
  const print = async (entries: readonly Draft[], why: (count: number) => Sentence): Promise<void> => {
    const lines = await Promise.all(entries.flatMap(decisionsOf).map(async (each) => await lineOf(context, each)));
    if (lines.length === 0) return;
    await context.show.warn(phrase`${why(lines.length)}, run:`);
    await context.io.stderr.write(`${lines.join('\n')}\n`);
  };
  const isDoubtful = ({ state }: Draft): boolean => state === 'doubtful';
  const on = phrase`on disk (${reason() ?? ''})`;
  await print(lost.filter(isDoubtful), () => phrase`what may have arrived could not be kept ${on}; only if it has not`);
  await print(
    lost.filter((each) => !isDoubtful(each)),
    (count) => phrase`${count} could be neither sent nor kept ${on}; to send`,
  );
  return lost.length > 0;
}

/** What an entry sends. The commands of messages take one reference. */
function decisionsOf(draft: Draft): readonly Decision[] {
  const { words, decision } = draft;
  const text = { what: words[1] === 'note' ? 'note' : 'reply', kind: words[0] === 'tasks' ? 'task' : 'ticket' };
  const targets = argumentsOf(draft).map((ref) => ({ uuid: '', ref }));
  const whole = decisionOf({ ...draft, decision: decision ?? { ...text, targets } });
  if (!whole?.message) return whole ? [{ ...whole, id: 0 }] : [];
  const message = { ...whole.message, draft: undefined };
  return whole.targets.map((target) => ({ ...whole, message, targets: [target], id: 0 }));
}
