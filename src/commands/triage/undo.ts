import type { Context } from '../../context.js';
import { TrackerError } from '../../errors.js';
import type { JournalEntry } from '../../state/read-journal.js';
import type { Answer } from '../../triage/model/answers.js';
import { rowFields } from './remembered-list.js';
import { runVerb } from './run-order.js';

/**
 * Takes back the newest entry of the journal that has not been taken back yet. What cannot be taken back is reported once and
 * skipped the next time; `passed` has the numbers of such entries.
 */
export async function undoLast(context: Context, passed: Set<number>): Promise<Answer> {
  const journal = await (await context.client()).journal();
  const entry = nextToUndo(journal.entries(), passed);
  if (!entry) return said('there is nothing left to undo', 'plain');
  if (entry.writes.length === 0) {
    passed.add(entry.number);
    const what = entry.isDamaged ? 'a change whose record is damaged' : entry.final.join(', ');
    return said(`${what} cannot be undone; press u again to undo what came before`, 'bad');
  }
  journal.begin('undo');
  try {
    const { said: sentences } = await runVerb(context, 'undo', [String(entry.number)], {
      names: entry.writes.map(({ uuid, ref }) => ({ uuid, ref })),
    });
    const restored = entry.writes.map(({ uuid, from }) => ({ uuid, row: rowFields(from) }));
    return { is: 'undone', restored, notice: { text: `undone: ${sentences.join(' ')}`, tone: 'good' } };
  } catch (error) {
    if (!(error instanceof TrackerError) || ['interrupted', 'sign_in_required'].includes(error.kind)) throw error;
    if (error.kind !== 'network') passed.add(entry.number);
    return said(`not undone: ${error.message}`, 'bad');
  }
}

function nextToUndo(entries: readonly JournalEntry[], passed: ReadonlySet<number>): JournalEntry | undefined {
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []));
  return entries.find(({ number, undoes }) => undoes === undefined && !undone.has(number) && !passed.has(number));
}

function said(text: string, tone: 'plain' | 'bad'): Answer {
  return { is: 'said', notice: { text, tone } };
}
