import type { Sentence } from '../../../contract/errors.js';
import type { Row } from '../../../contract/row.js';
import { quote } from '../../../contract/text/unsafe-characters.js';
import { endWaiting } from '../awaiting.js';
import { release, sendDue } from '../decisions/deciding.js';
import type { Decision } from '../decisions/decision.js';
import { afterSuccess, andRelease, goOnWaiting, type HeldDecision, hold, holdRest } from '../decisions/holding.js';
import { type MacroAnswer, takeMacro, withMacros } from '../decisions/macros.js';
import { type AcceptedAnswer, takeAccepted } from '../decisions/proposals.js';
import { type SnoozedAnswer, takeSnoozed } from '../decisions/putting-off.js';
import { changeAsWanted, type SeenEvent, takeSeen } from '../decisions/unseen.js';
import type { Tab } from '../keys/own-keys.js';
import type { PickOption, UnsentWork } from '../mode.js';
import { pick } from '../picker.js';
import { withPeople } from '../picking.js';
import type { CustomersAnswer } from '../rows/customers.js';
import { type FollowableAnswer, takeFollowable } from '../rows/following.js';
import { goTo, goToFound, rowsAbout, withMark } from '../rows/rows.js';
import { type SimilarAnswer, takeSimilar } from '../rows/similar.js';
import {
  type Badge,
  type ChoosableWords,
  type Item,
  isAway,
  type ListAnswer,
  type Notice,
  type State,
} from '../state.js';
import { type Step, say } from '../step.js';
import { type ReferencesAnswer, takeReferences } from '../texts/completing.js';
import { type PreviewAnswer, takePreview } from '../texts/previewing.js';
import { fieldWith } from '../texts/text-field.js';
import {
  type TextAnswer,
  takeAudience,
  takeBegun,
  takeCompleted,
  takeDraft,
  takeEdited,
  takeFile,
  takeTemplate,
  takeText,
} from '../texts/texts.js';
import { type SoughtAnswer, takeSought } from '../zoom.js';
import { type SentAnswer, takeOutcomes } from './outcomes.js';
import { type DetailAnswer, lookAt, takeDetail, takeList } from './reading.js';

/** A row with the values that an undo has put back. */
export interface RestoredRow {
  readonly uuid: string;
  readonly row: Row;
  /** A reply that was sent with it stays. */
  readonly isAnswered?: boolean;
}

/** Decisions that other sessions have left, the oldest first, to be sent from here. */
interface TakenAnswer {
  readonly is: 'taken';
  /** With the next numbers of this session. */
  readonly decisions: readonly Decision[];
  /** How long the server has asked to wait before they are sent (milliseconds). */
  readonly askedMs: number;
  /** What is said of it until the next key. */
  readonly words?: Sentence;
}

/** What effects give back. */
export type EffectAnswer =
  | ListAnswer
  | { readonly is: 'words'; readonly words: ChoosableWords }
  | DetailAnswer
  | SeenEvent
  | { readonly is: 'no-detail'; readonly uuid: string; readonly why: Sentence; readonly isMissing?: boolean }
  | TakenAnswer
  /** The first request of a decision is about to leave. */
  | { readonly is: 'begins'; readonly decision: Decision }
  | SentAnswer
  | HeldDecision
  /** It is time to send what could be taken back until now. */
  | { readonly is: 'due'; readonly due: number }
  /** It is time to send again what is held. */
  | { readonly is: 'retry' }
  /** `steps` are the decisions that the next undo goes past, undone or not. */
  | {
      readonly is: 'undone';
      readonly restored: readonly RestoredRow[];
      readonly steps: number;
      readonly notice: Notice;
    }
  | SnoozedAnswer
  | CustomersAnswer
  | SimilarAnswer
  | FollowableAnswer
  | { readonly is: 'badge'; readonly badge: Badge }
  /** Whether what has not been sent could be kept on disk. */
  | { readonly is: 'kept'; readonly isKept: boolean }
  | { readonly is: 'unsent'; readonly unsent: UnsentWork }
  | AcceptedAnswer
  /** How many rows the list of a tab has; undefined if that could not be found out. */
  | { readonly is: 'tab'; readonly at: number; readonly count: number | undefined }
  | { readonly is: 'unread'; readonly unread: number | undefined }
  | { readonly is: 'said'; readonly notice: Notice | undefined }
  /** The list that was asked for could not be read. */
  | { readonly is: 'unlisted'; readonly notice: Notice }
  | TextAnswer
  | SoughtAnswer
  | MacroAnswer
  | ReferencesAnswer
  | PreviewAnswer
  | {
      readonly is: 'found';
      readonly text: string;
      readonly options: readonly PickOption[];
      readonly items: readonly Item[];
      /** Why it could not be looked for. */
      readonly why?: Sentence | undefined;
    };

type Answer<Is extends EffectAnswer['is']> = Extract<EffectAnswer, { is: Is }>;

const takers: { readonly [Is in EffectAnswer['is']]: (state: State, answer: Answer<Is>) => Step } = {
  list: (state, list) => andRelease(takeList(state, list)),
  words: (state, { words }) => [withMacros({ ...state, words })],
  detail: (state, detail) => andRelease([withPeople(takeDetail(state, detail))]),
  seen: (state, seen) => [takeSeen(state, seen)],
  'no-detail': (state, answer) => [takeNoDetail(state, answer)],
  begins: (state, { decision }) => [begin(state, decision)],
  taken: takeLeft,
  sent: (state, sent) =>
    sent.later
      ? holdRest(takeOutcomes(state, sent), sent.later, sent.decision)
      : andRelease(takeOutcomes(afterSuccess(state), sent)),
  held: (state, held) => hold(state, held),
  due: (state, { due }) => sendDue(state, due),
  retry: (state) => release({ ...state, retry: state.retry && { ...state.retry, isTimed: false } }),
  undone: takeUndo,
  snoozed: takeSnoozed,
  followable: takeFollowable,
  customers: (state, { customers }) => [{ ...state, customers }],
  similar: (state, answer) => [takeSimilar(state, answer)],
  badge: (state, { badge }) => takeBadge(state, badge),
  kept: (state, { isKept }) => [{ ...state, isUnkept: !isKept }],
  unsent: (state, { unsent }) => [{ ...state, unsent }],
  accepted: (state, answer) => [takeAccepted(state, answer)],
  tab: (state, { at, count }) => [withCount(state, at, count)],
  unread: (state, { unread }) => [{ ...state, unread }],
  said: (state, { notice }) => [{ ...state, notice }],
  unlisted: (state, { notice }) => [{ ...endWaiting(state), notice }],
  begun: takeBegun,
  text: takeText,
  edited: takeEdited,
  file: takeFile,
  completed: (state, answer) => [takeCompleted(state, answer)],
  audience: (state, answer) => [takeAudience(state, answer)],
  template: takeTemplate,
  draft: (state, answer) => [takeDraft(state, answer)],
  macro: takeMacro,
  refs: (state, answer) => [takeReferences(state, answer)],
  preview: (state, answer) => [takePreview(state, answer)],
  found: takeFound,
  sought: (state, answer) => [takeSought(state, answer)],
};

export function takeAnswer(state: State, answer: EffectAnswer): Step {
  return takers[answer.is](state, answer as never);
}

function withCount({ tabs = [], ...state }: State, at: number, count: number | undefined): State {
  const counted = ({ title }: Tab): Tab => ({ title, ...(count !== undefined && { count }) });
  return { ...state, tabs: tabs.map((tab, index) => (index === at ? counted(tab) : tab)) };
}

/** A row that is gone cannot be selected any longer either. */
function takeNoDetail(state: State, { uuid, why, isMissing = false }: Answer<'no-detail'>): State {
  const selected = new Set([...state.selected].filter((each) => !isMissing || each !== uuid));
  // Of what nobody can read, nothing more can be told.
  const told = isMissing && { isUnsure: false, isUntold: false };
  return withMark({ ...state, selected }, uuid, (mark) => ({ ...mark, unreadable: why, isMissing, ...told }));
}

/** They come before what was decided here, which must not overtake them. */
export function takeLeft(state: State, { decisions, askedMs, words }: TakenAnswer): Step {
  const held = decisions.map((decision): Decision => ({ ...decision, isHeld: true }));
  const pending = [...held, ...state.pending];
  const taken: State = { ...state, pending, next: state.next + decisions.length };
  const next = words === undefined ? taken : { ...taken, reminder: words };
  if (askedMs > 0) return goOnWaiting(next, askedMs);
  return isAway(state.badge) ? [next] : andRelease([next]);
}

/** With the draft of its message, which is known by now. */
function begin(state: State, decision: Decision): State {
  const pending = state.pending.map((each) => (each.id === decision.id ? { ...decision, isBegun: true } : each));
  return { ...state, pending };
}

function takeUndo(state: State, { restored, steps, notice }: Answer<'undone'>): Step {
  const { done = [] } = state;
  const before: State = { ...state, done: done.slice(0, Math.max(0, done.length - steps)) };
  const shown = restored.reduce(
    (sum, { uuid, row }) => changeAsWanted(sum, uuid, (now) => ({ ...now, ...row })),
    before,
  );
  const rows = restored.flatMap(({ uuid }) => rowsAbout(state, uuid));
  // What ends a wait and can be undone is a status.
  const waiting = restored.filter(({ row }) => state.after === 'next' || Object.hasOwn(row, 'status'));
  const open = new Set(waiting.flatMap(({ uuid }) => rowsAbout(state, uuid)));
  const answered = new Set(restored.flatMap((each) => (each.isAnswered ? rowsAbout(state, each.uuid) : [])));
  const undone = rows.reduce(
    (sum, uuid) =>
      withMark(sum, uuid, ({ decided, trouble: _trouble, isLater: _isLater, ...mark }) => ({
        ...mark,
        ...(decided !== undefined && !open.has(uuid) && { decided }),
        ...(answered.has(uuid) && { decided: 'reply sent' }),
      })),
    shown,
  );
  const [first] = rows;
  if (state.mode.is !== 'list') return [{ ...undone, notice }, { do: 'list' }];
  const [moved] = goTo({ ...undone, notice }, first);
  return [{ ...moved, notice }, ...(first === undefined ? [] : lookAt(first)), { do: 'list' }];
}

/** Once the server is back, what waited for it is sent. */
function takeBadge(state: State, badge: Badge): Step {
  const next: State = { ...state, badge };
  return isAway(badge) ? [next] : andRelease([next]);
}

function takeFound(state: State, { text, options, items, why }: Answer<'found'>): Step {
  if (state.mode.is !== 'find' || state.mode.text !== text) return [state];
  const next: State = { ...state, mode: { is: 'list' }, notice: undefined, found: items };
  if (why !== undefined) return [say(next, why, 'bad')];
  if (options.length === 0) return [say(next, `nothing was found for ${quote(text)}`)];
  const [only] = items;
  if (items.length === 1 && only) return goToFound(next, only);
  return pick(next, { what: 'found', title: 'found', options, at: 0, field: fieldWith('') });
}
