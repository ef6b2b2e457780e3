import { ledgerOf, writtenEntries } from '../../../compose/saved/drafts.js';
import { joined, phrase, type Sentence } from '../../../contract/errors.js';
import { fieldsOfRow } from '../../../contract/row.js';
import { commandOf, type Entry, type EntryWrite } from '../../../ledger/entry.js';
import { mayHaveArrived } from '../../../ledger/send.js';
import { isLocal } from '../../../ledger/snoozes.js';
import type { Ledger } from '../../../ledger/store.js';
import { canUndo, groupOf, pass, undoable } from '../../../ledger/written.js';
import type { Outcome } from '../../../output/shown.js';
import { definite, withoutStop, withReference } from '../../../output/text/sentence.js';
import type { RestoredRow } from '../../../triage/model/answers/answer.js';
import { nameOutside, withShortTexts } from '../../../triage/model/rows/rows.js';
import type { Notice } from '../../../triage/model/state.js';
import { pressWords } from '../../../triage/model/step.js';
import type { Event } from '../../../triage/model/update.js';
import { outcomesIn, tryVerb } from '../run-verb.js';
import { isRecoverable, type SessionParts, titlesOf } from '../shared.js';
import { isUnsent } from './send-decision.js';

/**
 * Undoes what this session has written last, and then what was written before it began (ISO 8601): what other programs have written
 * in the meantime is theirs. What is already as it was before is named and skipped. What cannot be undone is named once.
 */
export async function undoLast(shared: UndoParts, begunAt: string): Promise<Event> {
  const { context, client } = shared;
  const passed: Sentence[] = [];
  const restored: RestoredRow[] = [];
  let steps = 0;
  const answer = (words: Sentence, tone: 'good' | 'plain' | 'bad', hasMore = false): Event => {
    const notice: Notice = { text: joined([...passed, words], '; '), tone, canUndo: hasMore };
    return restored.length + steps > 0 ? { is: 'undone', restored, steps, notice } : { is: 'said', notice };
  };
  const tried = new Set<number>();
  try {
    const { ledger } = ledgerOf(context);
    const { isOurs } = await client.recorder();
    const left = async (): Promise<readonly Entry[]> => {
      const all = undoable(await writtenEntries(context, client)).filter(({ number }) => !tried.has(number));
      const others = all.filter(({ number, at }) => !isOurs(number) && at <= begunAt);
      return [...all.filter(({ number }) => isOurs(number)), ...others];
    };
    for (;;) {
      const all = await left();
      const [last] = all;
      if (!last) return answer('there is nothing left to undo', 'plain');
      const entries = groupOf(last, all);
      for (const { number } of entries) tried.add(number);
      if (!entries.some(canUndo)) {
        pass(ledger, entries);
        const what = last.isDamaged
          ? 'a change whose record is damaged'
          : entries.flatMap(({ final }) => final).join(', ');
        return answer(`${what} cannot be undone; ${pressWords('u')} again to undo what came before`, 'bad');
      }
      const undone = await undoOne(shared, ledger, entries);
      restored.push(...undone.restored);
      passed.push(...undone.passed);
      if (undone.isOver && entries.some(({ number }) => isOurs(number))) steps++;
      if (undone.sentences.length + undone.errors.length === 0) continue;
      const words = [
        ...(undone.sentences.length > 0 ? [phrase`undone: ${joined(undone.sentences, '; ')}`] : []),
        ...(undone.errors.length > 0
          ? [phrase`${undone.isDoubtful ? 'may or may not have been' : 'not'} undone: ${joined(undone.errors, '; ')}`]
          : []),
      ];
      const [before] = await left();
      return answer(
        joined(words, '; '),
        undone.errors.length === 0 ? 'good' : 'bad',
        before !== undefined && canUndo(before),
      );
    }
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return answer(phrase`not undone: ${error.message}`, 'bad');
  }
}

type UndoParts = Pick<SessionParts, 'context' | 'client' | 'state'>;

interface UndoOutcome {
  /** What was put back, and what stays. */
  readonly sentences: readonly Sentence[];
  /** What was already as it was before, where nothing else was to be done. */
  readonly passed: readonly Sentence[];
  readonly errors: readonly Sentence[];
  /** The rows that are as they were before. */
  readonly restored: readonly RestoredRow[];
  /** Whether the next undo goes past them. */
  readonly isOver: boolean;
  /** Whether what was not may have arrived all the same. */
  readonly isDoubtful?: boolean;
}

async function undoOne(
  { context, client, state }: UndoParts,
  ledger: Ledger,
  entries: readonly Entry[],
): Promise<UndoOutcome> {
  const writes = entries.flatMap((entry) => entry.writes.filter(({ isPutBack }) => !isPutBack));
  const replies = entries.filter((entry) => entry.final.length > 0 && commandOf(entry) === 'tickets reply');
  const answered = new Set(replies.flatMap((entry) => entry.writes.map(({ uuid }) => uuid)));
  const names = writes.map(({ uuid, ref }) => ({ uuid, ref }));
  const titles = titlesOf({ client }, names);
  const shown = (outcomes: readonly Outcome[]): readonly Sentence[] =>
    outcomes.flatMap(({ ref, words, sentence }) =>
      words === undefined
        ? sentence === undefined
          ? []
          : [withoutStop(sentence)]
        : [phrase`${nameOutside({ ...state(), titles }, ref)}: ${words}`],
    );
  const restoredOf = (some: readonly EntryWrite[]): readonly RestoredRow[] =>
    some.map((write) => ({
      uuid: write.uuid,
      row: isLocal(write) ? {} : withShortTexts(fieldsOfRow(write.from)),
      isAnswered: answered.has(write.uuid),
    }));
  const now = (): readonly Entry[] => entries.flatMap(({ number }) => ledger.find(number) ?? []);
  const run = await tryVerb(context, 'undo', [String(entries[0]?.number)], { names, yes: false });
  const { failure: error } = run;
  const tried = outcomesIn(run);
  if (!error) {
    const said = shown(tried);
    const restored = restoredOf(writes);
    if (!now().some((entry) => entry.state === 'undone')) {
      pass(ledger, entries);
      return { sentences: [], passed: said, errors: [], restored, isOver: true };
    }
    const stays = entries.flatMap(({ final }) => final).map((what) => `${definite(what)} stays`);
    return { sentences: [...said, ...stays], passed: [], errors: [], restored, isOver: true };
  }
  if (!isRecoverable(error)) throw error;
  const isOver = !isUnsent(error);
  if (isOver && now().every(({ state: is }) => is !== 'undone')) pass(ledger, entries);
  const back = now().flatMap((entry) => entry.writes.filter(({ isPutBack }) => isPutBack));
  const done = writes.filter(({ uuid }) => back.some((each) => each.uuid === uuid));
  const isDone = ({ uuid, words }: Outcome): boolean => words !== undefined && done.some((each) => each.uuid === uuid);
  const left = tried.flatMap((each) => [
    ...(isDone(each) ? [] : each.sentence === undefined ? [] : [each.sentence]),
    // The error of a single one is that of the command.
    ...(each.error && tried.length > 1 ? [withReference(each.ref, each.error)] : []),
  ]);
  return {
    sentences: shown(tried.filter(isDone)),
    passed: [],
    errors: left.length > 0 ? left : [error.message],
    restored: restoredOf(done),
    ...{ isOver, isDoubtful: mayHaveArrived(context, error) },
  };
}
