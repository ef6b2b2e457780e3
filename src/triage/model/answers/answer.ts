import type { Sentence } from '../../../contract/errors.js';
import type { Row } from '../../../contract/row.js';
import { quote } from '../../../contract/text/unsafe-characters.js';
import { endWaiting } from '../awaiting.js';
import { release, sendDue } from '../decisions/deciding.js';
import type { Decision } from '../decisions/decision.js';
import { afterSuccess, andRelease, goOnWaiting, type HeldDecision, hold, holdRest } from '../decisions/holding.js';
import { takeMacro, withMacros } from '../decisions/macros.js';
import { takeAccepted } from '../decisions/proposals.js';
import { takeSnoozed } from '../decisions/putting-off.js';
import { changeAsWanted, takeSeen } from '../decisions/unseen.js';
import type { Tab } from '../keys/own-keys.js';
import type { PickOption } from '../mode.js';
import { pick } from '../picker.js';
import { withPeople } from '../picking.js';
import { takeSimilar } from '../rows/customers.js';
import { takeFollowable } from '../rows/following.js';
import { goTo, goToFound, rowsAbout, withMark } from '../rows/rows.js';
import { type Item, isAway, type ListAnswer, type Notice, type State } from '../state.js';
import { type EffectOf, type Step, say, type Takers } from '../step.js';
import { takeReferences } from '../texts/completing.js';
import { takePreview } from '../texts/previewing.js';
import { fieldWith } from '../texts/text-field.js';
import { textAnswers } from '../texts/texts.js';
import { takeSought } from '../zoom.js';
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
interface Taken {
  /** With the next numbers of this session. */
  readonly decisions: readonly Decision[];
  /** How long the server has asked to wait before they are sent (milliseconds). */
  readonly askedMs: number;
  /** What is said of it until the next key. */
  readonly words?: Sentence;
}

interface Undone {
  readonly restored: readonly RestoredRow[];
  /** The decisions that the next undo goes past, undone or not. */
  readonly steps: number;
  readonly notice: Notice;
}

interface Unread {
  readonly uuid: string;
  readonly why: Sentence;
  readonly isMissing?: boolean;
}

interface Found {
  readonly text: string;
  readonly options: readonly PickOption[];
  readonly items: readonly Item[];
  /** Why it could not be looked for. */
  readonly why?: Sentence | undefined;
}

/** What effects give back, by name, and what becomes of the state then. */
export const answers = {
  list: (state, list: ListAnswer) => andRelease(takeList(state, list)),
  words: (state, { words }: Pick<State, 'words'>) => [withMacros({ ...state, words })],
  detail: (state, detail: DetailAnswer) => andRelease([withPeople(takeDetail(state, detail))]),
  seen: takeSeen,
  'no-detail': takeNoDetail,
  /** The first request of a decision is about to leave. */
  begins: begin,
  taken: takeLeft,
  sent: (state, sent: SentAnswer) =>
    sent.later
      ? holdRest(takeOutcomes(state, sent), sent.later, sent.decision)
      : andRelease(takeOutcomes(afterSuccess(state), sent)),
  held: hold,
  /** It is time to send what could be taken back until now. */
  due: (state, { due }: Pick<EffectOf<'delay'>, 'due'>) => sendDue(state, due),
  /** It is time to send again what is held. */
  retry: (state) => release({ ...state, retry: state.retry && { ...state.retry, isTimed: false } }),
  undone: takeUndo,
  snoozed: takeSnoozed,
  followable: takeFollowable,
  /** The tickets of all customers, as they were last read. */
  customers: (state, { customers }: Required<Pick<State, 'customers'>>) => [{ ...state, customers }],
  similar: takeSimilar,
  badge: takeBadge,
  /** Whether what has not been sent could be kept on disk. */
  kept: (state, { isKept }: { readonly isKept: boolean }) => [{ ...state, isUnkept: !isKept }],
  unsent: (state, { unsent }: Required<Pick<State, 'unsent'>>) => [{ ...state, unsent }],
  accepted: takeAccepted,
  /** How many rows the list of a tab has; undefined if that could not be found out. */
  tab: ({ tabs = [], ...state }, { at, count }: Pick<EffectOf<'tab'>, 'at'> & Pick<Tab, 'count'>) => [
    { ...state, tabs: tabs.map((tab, index) => (index === at ? { ...tab, count } : tab)) },
  ],
  unread: (state, { unread }: Pick<State, 'unread'>) => [{ ...state, unread }],
  said: (state, { notice }: Pick<State, 'notice'>) => [{ ...state, notice }],
  /** The list that was asked for could not be read. */
  unlisted: (state, { notice }: Pick<State, 'notice'>) => [{ ...endWaiting(state), notice }],
  ...textAnswers,
  macro: takeMacro,
  refs: takeReferences,
  preview: takePreview,
  found: takeFound,
  sought: takeSought,
} satisfies Takers;

/** A row that is gone cannot be selected any longer either. */
function takeNoDetail(state: State, { uuid, why, isMissing = false }: Unread): Step {
  const selected = new Set([...state.selected].filter((each) => !isMissing || each !== uuid));
  // Of what nobody can read, nothing more can be told.
  const told = isMissing && { isUnsure: false, isUntold: false };
  return [withMark({ ...state, selected }, uuid, (mark) => ({ ...mark, unreadable: why, isMissing, ...told }))];
}

/** They come before what was decided here, which must not overtake them. */
export function takeLeft(state: State, { decisions, askedMs, words }: Taken): Step {
  const held = decisions.map((decision): Decision => ({ ...decision, isHeld: true }));
  const pending = [...held, ...state.pending];
  const taken: State = { ...state, pending, next: state.next + decisions.length };
  const next = words === undefined ? taken : { ...taken, reminder: words };
  if (askedMs > 0) return goOnWaiting(next, askedMs);
  return isAway(state.badge) ? [next] : andRelease([next]);
}

/** With the draft of its message, which is known by now. */
function begin(state: State, { decision }: Pick<HeldDecision, 'decision'>): Step {
  const pending = state.pending.map((each) => (each.id === decision.id ? { ...decision, isBegun: true } : each));
  return [{ ...state, pending }];
}

function takeUndo(state: State, { restored, steps, notice }: Undone): Step {
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
function takeBadge(state: State, { badge }: Pick<State, 'badge'>): Step {
  const next: State = { ...state, badge };
  return isAway(badge) ? [next] : andRelease([next]);
}

function takeFound(state: State, { text, options, items, why }: Found): Step {
  if (state.mode.is !== 'find' || state.mode.text !== text) return [state];
  const next: State = { ...state, mode: { is: 'list' }, notice: undefined, found: items };
  if (why !== undefined) return [say(next, why, 'bad')];
  if (options.length === 0) return [say(next, `nothing was found for ${quote(text)}`)];
  const [only] = items;
  if (items.length === 1 && only) return goToFound(next, only);
  return pick(next, { what: 'found', title: 'found', options, at: 0, field: fieldWith('') });
}
