import type { Journal } from '../../../client/state/journal.js';
import type { JournalEntry, JournalWrite } from '../../../client/state/read-journal.js';
import type { EffectAnswer, RestoredRow } from '../../../triage/model/answers/answer.js';
import { nameOutside, withShortTexts } from '../../../triage/model/rows.js';
import type { Notice, State } from '../../../triage/model/state.js';
import { pressWords } from '../../../triage/model/step.js';
import { fieldsOfRow } from '../remembered-list.js';
import { runVerb } from '../run-verb.js';
import { isRecoverable, type Shared, titlesOf } from '../shared.js';
import { collectedBy, isUnsent } from './send-decision.js';

/** What a session takes back. */
export interface UndoScope {
  /** When it began (ISO 8601). */
  readonly since: string;
  /** The numbers of entries that cannot be taken back, and have been reported. */
  readonly skipped: Set<number>;
}

/**
 * Takes back the newest entry of the journal that has not been taken back yet, with those that were decided together with it. What
 * is already as it was before is named and passed by. What cannot be taken back is reported once and skipped the next time.
 */
export async function undoLast(
  { context, client, state, done }: Pick<Shared, 'context' | 'client' | 'state' | 'done'>,
  scope: UndoScope,
): Promise<EffectAnswer> {
  const passed: string[] = [];
  const restored: RestoredRow[] = [];
  const answer = (words: string, tone: 'good' | 'plain' | 'bad', canUndo = false): EffectAnswer => {
    const notice: Notice = { text: [...passed, words].join('; '), tone, canUndo };
    return restored.length > 0 ? { is: 'undone', restored, notice } : { is: 'said', notice };
  };
  try {
    const journal = await (await context.client()).journal();
    for (;;) {
      const undoable = undoableIn(journal, scope);
      const [entry] = undoable;
      if (!entry) return answer('there is nothing left to undo', 'plain');
      if (entry.writes.length === 0) {
        scope.skipped.add(entry.number);
        const what = entry.isDamaged ? 'a change whose record is damaged' : entry.final.join(', ');
        return answer(`${what} cannot be undone; ${pressWords(state(), 'u')} again to undo what came before`, 'bad');
      }
      const batchOf = ({ number }: JournalEntry) => done.find((each) => each.entry === number)?.decision.batch;
      const batch = batchOf(entry);
      const others = undoable.slice(1).filter((each) => batch !== undefined && batchOf(each) === batch);
      const undone = await undoAll({ context, client, state: state(), journal, scope }, [entry, ...others]);
      restored.push(...undone.restored);
      passed.push(...undone.passed);
      if (undone.sentences.length + undone.errors.length === 0) continue;
      const words = [
        ...(undone.sentences.length > 0 ? [`undone: ${undone.sentences.join('; ')}`] : []),
        ...(undone.errors.length > 0 ? [`not undone: ${undone.errors.join('; ')}`] : []),
      ];
      const [left] = undoableIn(journal, scope);
      const isGood = undone.errors.length === 0;
      return answer(words.join('; '), isGood ? 'good' : 'bad', left !== undefined && left.writes.length > 0);
    }
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return answer(`not undone: ${error.message}`, 'bad');
  }
}

interface Undoing extends Pick<Shared, 'context' | 'client'> {
  readonly state: State;
  readonly journal: Journal;
  readonly scope: UndoScope;
}

/** What became of entries that were to be taken back. */
interface Undone {
  /** What was put back, and what stays. */
  readonly sentences: readonly string[];
  /** What was already as it was before, where nothing else was to be done. */
  readonly passed: readonly string[];
  /** What was not, and why. */
  readonly errors: readonly string[];
  /** The rows that are as they were before. */
  readonly restored: readonly RestoredRow[];
}

/** Takes back these entries, up to the first for which that fails. */
async function undoAll(undoing: Undoing, entries: readonly JournalEntry[]): Promise<Undone> {
  const all: Undone[] = [];
  for (const entry of entries) {
    all.push(await undoOne(undoing, entry));
    if (all.at(-1)?.errors.length) break;
  }
  return {
    sentences: all.flatMap(({ sentences }) => sentences),
    passed: all.flatMap(({ passed }) => passed),
    errors: all.flatMap(({ errors }) => errors),
    restored: all.flatMap(({ restored }) => restored),
  };
}

/** Takes back an entry, and says what it has restored and what stays. */
async function undoOne({ context, client, state, journal, scope }: Undoing, entry: JournalEntry): Promise<Undone> {
  const { number, writes, final } = entry;
  journal.begin('undo');
  const names = writes.map(({ uuid, ref }) => ({ uuid, ref }));
  const refs = names.map(({ ref }) => ref);
  const shown = (said: readonly string[]): readonly string[] => {
    const titles = titlesOf({ client }, refs);
    return said.map((line) => {
      const sentence = line.replace(/\.$/, '');
      const ref = refs.find((each) => sentence.startsWith(`${each}:`));
      return ref === undefined ? sentence : `${nameOutside({ ...state, titles }, ref)}${sentence.slice(ref.length)}`;
    });
  };
  const restoredOf = (some: readonly JournalWrite[]): readonly RestoredRow[] =>
    some.map(({ uuid, from }) => ({ uuid, row: withShortTexts(fieldsOfRow(from)) }));
  try {
    const { said } = await runVerb(context, 'undo', [String(number)], { names });
    const restored = restoredOf(writes);
    // Nothing was written.
    if (journal.number() === undefined && !journal.isLost()) {
      scope.skipped.add(number);
      return { sentences: [], passed: shown(said), errors: [], restored };
    }
    const stays = final.map((what) => `${what.replace(/^an? /, 'the ')} stays`);
    return { sentences: [...shown(said), ...stays], passed: [], errors: [], restored };
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    if (!isUnsent(error.kind)) scope.skipped.add(number);
    const made = journal.entries().find((each) => each.number === journal.number())?.writes ?? [];
    const done = writes.filter(({ uuid }) => made.some((each) => each.uuid === uuid));
    const said = collectedBy(error)?.said ?? [];
    const isDone = (line: string): boolean => done.some(({ ref }) => line.startsWith(`${ref}:`));
    const left = said.filter((line) => !isDone(line));
    return {
      sentences: shown(said.filter(isDone)),
      passed: [],
      errors: left.length > 0 ? left : [error.message],
      restored: restoredOf(done),
    };
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
