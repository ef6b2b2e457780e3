import type { Decision } from '../../triage/model/decision.js';
import { lineOf } from './decisions/verb-calls.js';
import type { Done, Shared } from './shared.js';

/** Prints the commands that would have done the same, without what was undone since. */
export async function printCommands({ context, client, done }: Shared): Promise<void> {
  const journal = await client.journal();
  const undone = new Set(entriesOf(journal).flatMap(({ undoes }) => undoes ?? []));
  const lines = await Promise.all(
    done.flatMap((each) => whatStands(each, undone)).map(async (decision) => await lineOf(context, decision)),
  );
  if (lines.length > 0) await context.show.text(`${lines.join('\n')}\n`);
}

/** A journal that cannot be read has nothing to undo either. */
function entriesOf(journal: Awaited<ReturnType<Shared['client']['journal']>>) {
  try {
    return journal.entries();
  } catch {
    return [];
  }
}

/** A message stays when the status that followed it is undone. */
function whatStands({ decision, entry }: Done, undone: ReadonlySet<number>): readonly Decision[] {
  if (entry === undefined || !undone.has(entry)) return [decision];
  const { message } = decision;
  return message ? [{ ...decision, message: { ...message, status: undefined } }] : [];
}
