import { phrase, type Sentence } from '../../../contract/errors.js';
import type { SeenValues } from '../mode.js';
import { goToNextOpen, isOpen, settles, targetsOf, valuesSeen, withMark, withoutConflict } from '../rows/rows.js';
import { type Item, isAway, type State } from '../state.js';
import { type Effect, listedNames, pressWords, type Step, say, stepForEach } from '../step.js';
import {
  type Decision,
  type DecisionTarget,
  fieldsOf,
  isPublicReply,
  isSameRow,
  type What,
  wordsOf,
} from './decision.js';
import { subjectOfRow } from './rights.js';

/** A decision without its rows. */
export type DecisionChoice = Pick<
  Decision,
  'what' | 'value' | 'shown' | 'isRemoval' | 'isConfirmed' | 'message' | 'batch' | 'goes'
>;

/** What is decided about each row by itself, because its command takes one. */
const oneByOne: readonly What[] = ['convert', 'log'];

/** Decides about the rows that keys act on: shown at once, sent, and on to the next open row if they are done with it. */
export function decide(
  state: State,
  choice: DecisionChoice,
  items: readonly Item[] = targetsOf(state),
  seen: SeenValues = valuesSeen(state, items, fieldsOf(choice)),
): Step {
  if (items.length < 2 || !oneByOne.includes(choice.what)) return decideAtOnce(state, choice, items, seen);
  const each: DecisionChoice = { ...choice, batch: state.next };
  return stepForEach(state, items, (sum, item) => decideAtOnce(sum, each, [item], seen));
}

function decideAtOnce(state: State, choice: DecisionChoice, items: readonly Item[], seen: SeenValues): Step {
  const subjects = items.flatMap((item) => subjectOfRow(state, item.uuid) ?? []);
  const kind = choice.what === 'read' ? 'notification' : subjects[0]?.kind;
  const targets = items.flatMap((item) => targetOf(state, item, choice.what, seen));
  if (kind === undefined || targets.length === 0) return [state];
  const decision: Decision = { ...choice, id: state.next, kind, targets, isBegun: false };
  const [delayed, ...delaying] = delayReply(state, decision);
  const held = holdWhileOffline(state, delayed);
  const deciding: State = {
    ...withoutTrouble(state, items, choice.what),
    next: state.next + 1,
    pending: [...state.pending, held],
    selected: new Set(),
    last: choice.what === 'reply' || choice.what === 'note' ? state.last : decision,
    mode: { is: 'list' },
    notice: undefined,
  };
  // After a decision about selected rows, the cursor may be on another one.
  const isOn = (state.after !== 'stay' || held.goes === 'next') && settles(state, held) && !isOpen(deciding, state.at);
  const [moved, ...looks] = isOn ? goToNextOpen(deciding) : [deciding];
  const words = held.isHeld
    ? heldWords(state)
    : delaying.length > 0
      ? delayWords(state, namesWith(state, held), `the ${wordsOf(held).noun}`)
      : '';
  const told = words === '' ? moved : say(moved, words);
  return [told, ...delaying, ...sendingOf([held]), ...looks];
}

/** A public reply can be taken back for a moment. What is decided about the same row meanwhile must not overtake it. */
function delayReply({ replyDelayMs: ms = 0, pending }: State, decision: Decision): readonly [Decision, ...Effect[]] {
  if (ms > 0 && isPublicReply(decision)) {
    const due = decision.batch ?? decision.id;
    return [
      { ...decision, dueWith: due },
      { do: 'delay', ms, due },
    ];
  }
  const before = pending.findLast((each) => each.dueWith !== undefined && isSameRow(each, decision));
  return [before ? { ...decision, dueWith: before.dueWith } : decision];
}

/** Until when something can be taken back. */
export function delayWords({ replyDelayMs = 0 }: State, names: string, what: string): string {
  return `${names}: ${what} will be sent in ${replyDelayMs / 1000} s; ${pressWords('u')} to take it back`;
}

/** What a decision is about, with those of the same text before it. */
function namesWith({ pending }: State, decision: Decision): string {
  const others = pending.filter(({ batch }) => batch !== undefined && batch === decision.batch);
  return listedNames([...others, decision].flatMap(({ targets }) => targets.map(({ ref }) => ref)));
}

/** Sends what could be taken back until now; where the server is away, it waits like anything else. */
export function sendDue(state: State, due: number): Step {
  const pending: Decision[] = [];
  for (const each of state.pending) {
    const { dueWith, ...decision } = each;
    pending.push(dueWith === due ? holdWhileOffline({ ...state, pending }, decision) : each);
  }
  const now = pending.filter((each) => !state.pending.includes(each));
  const next: State = { ...state, pending };
  return [isAway(state.badge) && now.length > 0 ? say(next, heldWords(state)) : next, ...sendingOf(now)];
}

/** Sends everything that can still be taken back. */
export function sendAllDue(state: State): Step {
  const dues = new Set(state.pending.flatMap(({ dueWith }) => dueWith ?? []));
  return stepForEach(state, [...dues], sendDue);
}

/** What of this nothing keeps from being sent. */
function sendingOf(decisions: readonly Decision[]): readonly Effect[] {
  return decisions
    .filter(({ isHeld = false, dueWith }) => !isHeld && dueWith === undefined)
    .map((decision) => ({ do: 'send', decision }));
}

/** A decision must not overtake one about the same row. */
function holdWhileOffline({ badge, pending }: State, decision: Decision): Decision {
  const isBehind = pending.some((each) => each.isHeld && isSameRow(each, decision));
  return isAway(badge) || isBehind ? { ...decision, isHeld: true } : decision;
}

function heldWords(state: State): Sentence {
  const { badge } = state;
  if (badge.is === 'offline') return 'the server cannot be reached; this will be sent when it is back';
  return badge.is === 'signed out'
    ? signedOutWords(state, 'you are signed out', 'this')
    : 'an earlier change to this row has not been sent yet; this will be sent after it';
}

/** When something is sent while the token is no longer valid. */
export function signedOutWords({ signIn }: State, why: Sentence, what: string): Sentence {
  return phrase`${why}; ${what} will be sent once you have signed in again in another window: ${signIn}`;
}

function withoutTrouble(state: State, items: readonly Item[], what: What): State {
  return items.reduce(
    (sum, { uuid }) => withMark(sum, uuid, ({ trouble: _trouble, ...rest }) => withoutConflict(rest, what)),
    state,
  );
}

function targetOf(state: State, item: Item, what: What, seen: SeenValues): readonly DecisionTarget[] {
  const subject = subjectOfRow(state, item.uuid);
  if (what === 'read') return [{ uuid: item.uuid, ref: item.ref }];
  if (!subject || subject.kind === 'notification') return [];
  const { uuid, ref } = subject;
  const values = seen.get(item.uuid);
  return [
    {
      ...{ uuid: item.uuid, ref },
      ...(item.kind === 'notification' && { about: { uuid, ref } }),
      ...(values && { seen: values }),
    },
  ];
}

/** Sends what was held back while the server could not be reached. */
export function release(state: State): Step {
  const held = state.pending.filter(({ isHeld }) => isHeld);
  if (held.length === 0) return [state];
  const pending = state.pending.map(({ isHeld: _isHeld, notBefore: _notBefore, ...decision }): Decision => decision);
  const released = pending.filter(({ id }) => held.some((each) => each.id === id));
  return [{ ...state, pending }, ...sendingOf(released)];
}
