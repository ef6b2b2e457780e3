import type { Context } from '../../context.js';
import type { JournalEntry } from '../../state/read-journal.js';
import type { Answer } from '../../triage/model/answers/answer.js';
import { pressWords } from '../../triage/model/press-words.js';
import type { State } from '../../triage/model/state.js';
import { rowFields } from './remembered-list.js';
import { runVerb } from './run-verb.js';
import { isUnsent } from './send-decision.js';
import { isRecoverable } from './shared.js';

/**
 * Takes back the newest entry of the journal that has not been taken back yet. What cannot be taken back is reported once and
 * skipped the next time; `skipped` has the numbers of such entries.
 */
export async function undoLast(context: Context, state: State, skipped: Set<number>): Promise<Answer> {
  try {
    const journal = await (await context.client()).journal();
    const entry = nextToUndo(journal.entries(), skipped);
    if (!entry) return said('there is nothing left to undo', 'plain');
    if (entry.writes.length === 0) {
      skipped.add(entry.number);
      const what = entry.isDamaged ? 'a change whose record is damaged' : entry.final.join(', ');
      return said(`${what} cannot be undone; ${pressWords(state, 'u')} again to undo what came before`, 'bad');
    }
    journal.begin('undo');
    return await undoEntry(context, entry, skipped);
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return said(`not undone: ${error.message}`, 'bad');
  }
}

async function undoEntry(context: Context, entry: JournalEntry, skipped: Set<number>): Promise<Answer> {
  try {
    const { said: sentences } = await runVerb(context, 'undo', [String(entry.number)], {
      names: entry.writes.map(({ uuid, ref }) => ({ uuid, ref })),
    });
    const restored = entry.writes.map(({ uuid, from }) => ({ uuid, row: rowFields(from) }));
    const left = nextToUndo((await (await context.client()).journal()).entries(), skipped);
    const canUndo = left !== undefined && left.writes.length > 0;
    return { is: 'undone', restored, notice: { text: `undone: ${sentences.join('; ')}`, tone: 'good', canUndo } };
  } catch (error) {
    if (isRecoverable(error) && !isUnsent(error.kind)) skipped.add(entry.number);
    throw error;
  }
}

function nextToUndo(entries: readonly JournalEntry[], skipped: ReadonlySet<number>): JournalEntry | undefined {
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []));
  return entries.find(({ number, undoes }) => undoes === undefined && !undone.has(number) && !skipped.has(number));
}

function said(text: string, tone: 'plain' | 'bad'): Answer {
  return { is: 'said', notice: { text, tone } };
}
