import type { Journal } from '../../state/journal.js';
import type { JournalEntry } from '../../state/read-journal.js';
import type { Answer, Restored } from '../../triage/model/answers/answer.js';
import { pressWords } from '../../triage/model/press-words.js';
import { nameOutside } from '../../triage/model/rows.js';
import type { State } from '../../triage/model/state.js';
import { rowFields } from './remembered-list.js';
import { runVerb } from './run-verb.js';
import { isUnsent } from './send-decision.js';
import { isRecoverable, type Shared, titlesOf } from './shared.js';

/** What a session takes back. */
export interface UndoScope {
  /** When it began (ISO 8601). */
  readonly since: string;
  /** The numbers of entries that cannot be taken back, and have been reported. */
  readonly skipped: Set<number>;
}

/**
 * Takes back the newest entry of the journal that has not been taken back yet, with those that were decided together with it. What
 * cannot be taken back is reported once and skipped the next time.
 */
export async function undoLast(
  { context, client, state, done }: Pick<Shared, 'context' | 'client' | 'state' | 'done'>,
  scope: UndoScope,
): Promise<Answer> {
  try {
    const journal = await (await context.client()).journal();
    const undoable = undoableIn(journal, scope);
    const [entry] = undoable;
    if (!entry) return said('there is nothing left to undo', 'plain');
    if (entry.writes.length === 0) {
      scope.skipped.add(entry.number);
      const what = entry.isDamaged ? 'a change whose record is damaged' : entry.final.join(', ');
      return said(`${what} cannot be undone; ${pressWords(state(), 'u')} again to undo what came before`, 'bad');
    }
    const batchOf = ({ number }: JournalEntry) => done.find((each) => each.entry === number)?.decision.batch;
    const batch = batchOf(entry);
    const others = undoable.slice(1).filter((each) => batch !== undefined && batchOf(each) === batch);
    return await undoAll({ context, client, state: state(), journal, scope }, [entry, ...others]);
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return said(`not undone: ${error.message}`, 'bad');
  }
}

interface Undoing extends Pick<Shared, 'context' | 'client'> {
  readonly state: State;
  readonly journal: Journal;
  readonly scope: UndoScope;
}

/** Takes back these entries, up to the first that cannot be. */
async function undoAll(undoing: Undoing, entries: readonly JournalEntry[]): Promise<Answer> {
  const sentences: string[] = [];
  const restored: Restored[] = [];
  let tone: 'good' | 'bad' = 'good';
  for (const entry of entries) {
    try {
      sentences.push(...(await undoOne(undoing, entry)));
      restored.push(...entry.writes.map(({ uuid, from }) => ({ uuid, row: rowFields(from) })));
    } catch (error) {
      if (!isRecoverable(error) || restored.length === 0) throw error;
      sentences.push(`not undone: ${error.message}`);
      tone = 'bad';
      break;
    }
  }
  const [left] = undoableIn(undoing.journal, undoing.scope);
  const canUndo = left !== undefined && left.writes.length > 0;
  return { is: 'undone', restored, notice: { text: `undone: ${sentences.join('; ')}`, tone, canUndo } };
}

/** Takes back an entry, and says what it has restored and what stays. */
async function undoOne(
  { context, client, state, journal, scope }: Undoing,
  entry: JournalEntry,
): Promise<readonly string[]> {
  const { number, writes, final } = entry;
  journal.begin('undo');
  try {
    const names = writes.map(({ uuid, ref }) => ({ uuid, ref }));
    const refs = names.map(({ ref }) => ref);
    const { said } = await runVerb(context, 'undo', [String(number)], { names });
    const titles = titlesOf({ client }, refs);
    const sentences = said.map((sentence) => {
      const ref = refs.find((each) => sentence.startsWith(`${each}:`));
      return ref === undefined ? sentence : `${nameOutside({ ...state, titles }, ref)}${sentence.slice(ref.length)}`;
    });
    return [...sentences, ...final.map((what) => `${what.replace(/^an? /, 'the ')} stays`)];
  } catch (error) {
    if (isRecoverable(error) && !isUnsent(error.kind)) scope.skipped.add(number);
    throw error;
  }
}

/**
 * What can still be taken back: what this session has done, newest first, and then what was there before it. What other programs
 * have written meanwhile is theirs.
 */
function undoableIn(journal: Journal, { since, skipped }: UndoScope): readonly JournalEntry[] {
  const entries = journal.entries();
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []));
  const left = entries.filter(
    ({ number, undoes }) => undoes === undefined && !undone.has(number) && !skipped.has(number),
  );
  const others = left.filter(({ number, at }) => !journal.isOurs(number) && at <= since);
  return [...left.filter(({ number }) => journal.isOurs(number)), ...others];
}

function said(text: string, tone: 'plain' | 'bad'): Answer {
  return { is: 'said', notice: { text, tone } };
}
