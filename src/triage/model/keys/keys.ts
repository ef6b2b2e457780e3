import { phrase, type Sentence } from '../../../contract/errors.js';
import { isReference } from '../../../contract/row.js';
import { awaitedWords, awaitList, awaitOrder, isOpening, rested, sayAwaited, sayTooEarly, stay } from '../awaiting.js';
import { answerConflict, answerWords, goToTroubled, openConflict, troubledElsewhere } from '../decisions/conflicts.js';
import { decide } from '../decisions/deciding.js';
import { hasNoUndo, takeBack } from '../decisions/holding.js';
import { askOriginal, hasNoMacro, mayDuplicate, pickMacro } from '../decisions/macros.js';
import { accept, edit, hasOneText, hasProposal, reject, whyNotSent } from '../decisions/proposals.js';
import { pickMoment } from '../decisions/putting-off.js';
import { nameOfRow, noRow, type Right, subjectOfRow, targetWords, whyNotAll, whyNotHere } from '../decisions/rights.js';
import { canMoveSplit, isZoomed, moveSplit, toggleDetail } from '../layout.js';
import { quit } from '../leaving.js';
import { ask } from '../picker.js';
import { pickItem, pickPerson, pickProject, pickSource, pickTag, pickWord, repeat } from '../picking.js';
import { goBack, hasNoOthers, hasNoPlace, pickOther } from '../rows/customers.js';
import { follow } from '../rows/following.js';
import { current, goTo, goToNextOpen, markOf, moveBy, targetsOf } from '../rows/rows.js';
import { canSort, pickSort } from '../rows/sorting.js';
import type { State } from '../state.js';
import { copyText, type Step, say } from '../step.js';
import { fieldWith } from '../texts/text-field.js';
import { attach, write } from '../texts/writing.js';
import { beyondEnd, scrollBy, scrollPage, search, seekNext, unzoom, zoom } from '../zoom.js';
import { type OwnKey, type Tab, withOwnKeys } from './own-keys.js';

/** A key of the list: help, the line at the bottom and what is offered all come from `keys`. */
export interface KeyEntry {
  /** As `readKeys` names them; the first is shown. */
  readonly keys: readonly string[];
  /** At the bottom; keys without one are only in the help. */
  readonly label: string | ((state: State) => string) | undefined;
  readonly help: string;
  /** What `does` of triage.json calls it, if its label is not always the same. */
  readonly name?: string;
  readonly group: 'Settle' | 'Yours' | 'Decide' | 'Write' | 'Move' | 'More';
  /** What the user must be allowed to do. */
  readonly needs?: Right;
  /** Why the user may not do it here. */
  readonly refuses?: (state: State) => Sentence | undefined;
  readonly isOffered?: (state: State) => boolean;
  /** Why it is not offered then, in the list of all keys. */
  readonly why?: string;
  /** It is about what is drawn, so that it does nothing in lines. */
  readonly isDrawn?: true;
  /** Whether it is not offered although it says why when it is pressed. */
  readonly isHidden?: (state: State) => boolean;
  /** It does something with a row, whatever that is. */
  readonly needsRow?: true;
  /** It does something in the list, and so may be meant for another one that is being read. */
  readonly needsList?: true;
  /** It also settles what is left of a row that is gone. */
  readonly isForGone?: true;
  readonly run: (state: State) => Step;
}

type KeyRow = readonly [
  keys: string,
  label: KeyEntry['label'],
  group: KeyEntry['group'],
  help: string,
  run: KeyEntry['run'],
  more?: Partial<KeyEntry>,
];

const needsRow = { needsRow: true } as const;
const needsList = { needsList: true } as const;
const inList = { isOffered: (state: State): boolean => !isZoomed(state), why: 'only in the list' };
const rowInList = { ...needsRow, ...inList };
const inZoom = { isOffered: isZoomed, why: 'only in the whole detail' };
const inSearch = {
  isOffered: (state: State): boolean => isZoomed(state) && state.sought !== undefined,
  why: 'only after a search',
};
const withOthers = { ...needsRow, ...needsList, isHidden: hasNoOthers, why: 'none known' };
const withTrail = { ...needsList, isHidden: hasNoPlace, why: 'you have not gone anywhere' };
const withMacro = { needs: 'macro', isHidden: hasNoMacro, why: 'there is none that you may use' } as const;
const duplicable = { isOffered: mayDuplicate, why: 'you may not do all that it does' };
const onScreen = { isDrawn: true } as const;
const withSplit = { ...onScreen, isOffered: canMoveSplit, why: 'only between list and detail' };
const withDetail = { ...onScreen, ...inList, why: 'only beside a list' };
const inInbox = { isOffered: (of: State) => current(of)?.kind === 'notification', why: 'only for notifications' };
const needsEdit = { needs: 'edit' } as const;
const troubled = { isOffered: (of: State) => troubledElsewhere(of).length > 0, why: 'there is none' };
const taggable = { ...needsEdit, isOffered: (of: State) => !hasConflictHere(of), why: 'once the conflict is settled' };
const sortable = { isOffered: canSort, why: 'the inbox cannot be sorted' };
const proposed = { ...needsRow, isOffered: hasProposal, why: 'nothing is proposed here' };
const sendable = { ...proposed, refuses: whyNotSent };
const proposedText = { ...sendable, isOffered: hasOneText, why: 'only for a single proposed text' };
const inConflict = { ...needsRow, isOffered: hasConflictHere, why: 'no conflict here' };
const theirs = { ...inConflict, isForGone: true } as const;
const awaiting = { isOffered: isAwaiting, why: 'no other list is being read' };
const clearable = { isOffered: (state: State): boolean => !isZoomed(state) && !isAwaiting(state), why: 'not now' };

const table: readonly KeyRow[] = [
  ['m', answerLabel('mine'), 'Settle', 'set your value (a message is sent)', answer('mine'), inConflict],
  ['t', answerLabel('theirs'), 'Settle', 'leave theirs (a message is sent too)', answer('theirs'), theirs],
  ['v', troubledLabel, 'Settle', 'go to the next refused or changed row', goToTroubled, troubled],
  ['/', 'search', 'Move', 'search in it', search, inZoom],
  ['enter', 'zoom', 'Move', 'the whole detail, with all changes', zoom, rowInList],
  ['d', 'read', 'Decide', 'mark the notification as read', markRead, inInbox],
  ['Y', 'send proposal', 'Decide', 'send what an agent proposes', accept, sendable],
  ['e', 'edit it', 'Decide', 'change what an agent proposes, and send it', edit, proposedText],
  ['X', 'reject it', 'Decide', 'reject what an agent proposes', reject, proposed],
  ['r', replyLabel, 'Write', 'write a public reply or task comment', write('reply'), { needs: 'reply', name: 'reply' }],
  ['n', 'note', 'Write', 'write an internal note', write('note'), { needs: 'note' }],
  ['a', 'assign', 'Decide', 'assign a person', pickPerson, needsEdit],
  ['s', 'status', 'Decide', 'set the status', pickWord('status', 's'), needsEdit],
  ['p', 'priority', 'Decide', 'set the priority', pickWord('priority', 'p'), needsEdit],
  ['t', 'tags', 'Decide', 'add or remove a tag', pickTag, taggable],
  ['g', 'category', 'Decide', 'set the category', pickWord('category', 'g'), { needs: 'category' }],
  ['c', 'convert', 'Decide', 'convert the ticket to a task', pickProject, { needs: 'convert' }],
  ['x', 'check', 'Decide', 'check off a checklist item', pickItem, { needs: 'check' }],
  ['l', 'log', 'Write', 'log time', askTime, { needs: 'log' }],
  ['+', 'attach', 'Write', 'reply with a file', attach, { needs: 'reply' }],
  ['M', 'macros', 'Write', 'write and set what a macro says', pickMacro, withMacro],
  ['D', 'duplicate', 'Decide', 'close it as a duplicate', askOriginal, { needs: 'macro', ...duplicable }],
  ['z', 'later', 'Decide', 'put it off; z z wakes it', pickMoment, { needs: 'snooze' }],
  ['space', 'select', 'Decide', 'select and move down', select, rowInList],
  ['.', 'repeat', 'Decide', 'repeat the last decision', repeat, needsRow],
  ['u', 'undo', 'Decide', 'undo your last change', takeBack, { isHidden: hasNoUndo, why: 'nothing to undo' }],
  ['/', 'filter', 'More', 'show only rows with these words', filter, { ...needsList, ...inList }],
  ['S', 'lists', 'More', 'choose another list', pickSource],
  [':', 'find', 'More', 'find an action, ticket or task', showAll, needsList],
  ['f', 'follow', 'More', 'follow a file, link, reference or person in it', follow, { ...needsRow, ...needsList }],
  ['H', 'history', 'More', 'other tickets from this customer, and similar', pickOther, withOthers],
  ['backspace', 'go back', 'More', 'go back to where you were', goBack, withTrail],
  ['o', 'web', 'More', 'open it in the browser', open, needsRow],
  ['y', 'copy', 'More', 'copy the reference', copy, needsRow],
  ['E', 'editor', 'Write', 'write a reply in your editor', write('reply', { inEditor: true }), { needs: 'reply' }],
  ['R', 'reload', 'More', 'reload the list and the row', reload],
  [',', 'sort', 'More', 'sort the list', pickSort, sortable],
  ['q ctrl+c', 'quit', 'More', 'quit', quit, inList],
  ['esc q enter ctrl+c', 'back', 'Move', 'back to the list', unzoom, inZoom],
  ['?', 'more', 'More', 'show all keys', showAll, needsList],
  ['j down', undefined, 'Move', 'next row', (state) => moveBy(state, 1), rowInList],
  ['k up', undefined, 'Move', 'previous row', (state) => moveBy(state, -1), rowInList],
  ['J wheel-down', undefined, 'Move', 'scroll the detail down', scrollBy(3), inList],
  ['K wheel-up', undefined, 'Move', 'scroll the detail up', scrollBy(-3), inList],
  ['pagedown ctrl+d ctrl+f', undefined, 'Move', 'a page down', (state) => moveBy(state, page(state)), inList],
  ['pageup ctrl+u ctrl+b', undefined, 'Move', 'a page up', (state) => moveBy(state, -page(state)), inList],
  ['home gg', undefined, 'Move', 'first row', (state) => moveBy(state, -state.items.length), inList],
  ['G end', undefined, 'Move', 'last row', (state) => moveBy(state, state.items.length), inList],
  ['j down', undefined, 'Move', 'a line down', scrollBy(1), inZoom],
  ['k up', undefined, 'Move', 'a line up', scrollBy(-1), inZoom],
  ['wheel-down', undefined, 'Move', 'three lines down', scrollBy(3), inZoom],
  ['wheel-up', undefined, 'Move', 'three lines up', scrollBy(-3), inZoom],
  ['space pagedown ctrl+d ctrl+f', undefined, 'Move', 'a page down', scrollPage(1), inZoom],
  ['pageup ctrl+u ctrl+b', undefined, 'Move', 'a page up', scrollPage(-1), inZoom],
  ['home gg', undefined, 'Move', 'to its start', scrollBy(Number.NEGATIVE_INFINITY), inZoom],
  ['G end', undefined, 'Move', 'to its end', scrollBy(beyondEnd), inZoom],
  ['ctrl+n', undefined, 'Move', 'next place found', seekNext(1), inSearch],
  ['ctrl+p', undefined, 'Move', 'previous place found', seekNext(-1), inSearch],
  ['J', undefined, 'Move', 'next row', (state) => moveBy(state, 1), inZoom],
  ['K', undefined, 'Move', 'previous row', (state) => moveBy(state, -1), inZoom],
  ['tab', undefined, 'Move', 'next undecided row', goToNextOpen],
  ['<', undefined, 'Move', 'more room for the detail', moveSplit(-1), withSplit],
  ['>', undefined, 'Move', 'more room for the list', moveSplit(1), withSplit],
  ['\\', undefined, 'Move', 'hide or show the detail', toggleDetail, withDetail],
  ['esc', undefined, 'More', 'keep this list, although another is being read', stay, awaiting],
  ['esc', undefined, 'More', 'clear the selection and the filter', clear, clearable],
  ['ctrl+l', undefined, 'More', 'redraw the screen', (state) => [state, { do: 'repaint' }], onScreen],
  ['ctrl+z', undefined, 'More', 'suspend; fg resumes', (state) => [state, { do: 'suspend' }], onScreen],
];

export const keys: readonly KeyEntry[] = table.map(([names, label, group, help, run, more]) => ({
  ...{ keys: names.split(' '), label, group, help, run },
  ...more,
}));

/** All keys, with the user's own and the tabs. */
export function keysOf({ own, tabs = [] }: State): readonly KeyEntry[] {
  if (!own && tabs.length === 0) return keys;
  const all = [...keys, ...tabs.map(tabEntry)];
  return own ? withOwnKeys(all, own.keys, commandEntry) : all;
}

function tabEntry({ title }: Tab, at: number): KeyEntry {
  const run = (state: State): Step => [awaitList({ ...state, isZoomed: false }, title), { do: 'tab', at }];
  return { keys: [String(at + 1)], label: undefined, group: 'More', help: `open the list ${title}`, run };
}

/** One of the user's own commands, which gets the row at the cursor. */
function commandEntry({ key, run = '', help }: OwnKey): KeyEntry {
  const start = (state: State): Step => [
    say(state, `running ${help} …`),
    { do: 'shell', script: run, name: help, rows: targetsOf(state).map(({ uuid }) => uuid) },
  ];
  return { keys: [key], label: undefined, group: 'Yours', help, run: start, ...needsRow };
}

function answer(whose: 'mine' | 'theirs'): KeyEntry['run'] {
  return (state) => answerConflict(state, whose);
}

function answerLabel(answer: 'mine' | 'theirs'): (state: State) => string {
  return (state) => {
    const open = openConflict(state);
    return open ? answerWords(open)[answer] : answer;
  };
}

/** What a key is called at the bottom; empty if it is only in the help. */
export function labelOf(state: State, { label = '' }: KeyEntry): string {
  return typeof label === 'string' ? label : label(state);
}

function replyLabel(state: State): string {
  const kind = subjectOfRow(state, current(state)?.uuid ?? '')?.kind ?? state.kind;
  return kind === 'task' ? 'comment' : 'reply';
}

function hasConflictHere(state: State): boolean {
  return openConflict(state)?.isHere === true;
}

function troubledLabel(state: State): string {
  return hasConflictHere(state) ? 'next' : 'look';
}

function markRead(state: State): Step {
  return decide(state, { what: 'read', value: 'read', shown: 'read' });
}

/** The keys that do something for the row at the cursor. No two of them are the same. */
export function offeredKeys(state: State): readonly KeyEntry[] {
  return keysOf(state).filter((entry) => isOffered(state, entry) && !entry.isHidden?.(state));
}

/** Whether a key does anything for the row at the cursor. */
export function isOffered(state: State, entry: KeyEntry): boolean {
  return whyNot(state, entry) === undefined;
}

/** Why a key does nothing for the row at the cursor; undefined if it does something. */
export function whyNot(state: State, entry: KeyEntry): Sentence | undefined {
  if (entry.isDrawn && state.isSpoken) return 'only on a screen';
  if (isTooEarly(state, entry)) return awaitedWords(state);
  if ((isForRows(entry) || entry.needsRow) && !current(state)) return noRow(state);
  if (entry.isOffered && !entry.isOffered(state)) return entry.why ?? 'not now';
  if (isForRows(entry) && !entry.isForGone && isMissingHere(state)) return goneWords(state);
  return entry.needs ? whyNotHere(state, entry.needs) : entry.refuses?.(state);
}

/** Whether it does something with a row other than leaving it. */
function isForRows({ needs, needsRow: isNeedingRow, group }: KeyEntry): boolean {
  return group !== 'Move' && (needs !== undefined || isNeedingRow === true);
}

/** Whether a key may be meant for what is shown once the first list, another one or another order has come. */
function isTooEarly(state: State, entry: KeyEntry): boolean {
  const { awaited } = state;
  if (!awaited) return isOpening(state) && isForRows(entry);
  return (entry.needsList && awaited.at === undefined) || (isForRows(entry) && current(state)?.uuid !== awaited.at);
}

function isAwaiting(state: State): boolean {
  return state.awaited !== undefined && !isZoomed(state);
}

function goneWords(state: State): Sentence {
  const { uuid = '' } = current(state) ?? {};
  return phrase`${nameOfRow(state, uuid)}: ${markOf(state, uuid).unreadable ?? ''}`;
}

function isMissingHere(state: State): boolean {
  return markOf(state, current(state)?.uuid ?? '').isMissing === true;
}

/** What a key of the list does; nothing if it is not offered. As in vi, a second g goes to the first row. */
export function runKey({ isAfterG = false, ...state }: State, key: string): Step {
  if (key !== 'g') return runOne(state, key);
  if (isAfterG) return runOne(state, 'gg');
  const [next, ...effects] = runOne(state, key);
  return [next.mode.is === 'list' ? { ...rested(next), isAfterG: true } : next, ...effects];
}

function runOne(state: State, key: string): Step {
  const entries = keysOf(state).filter((entry) => entry.keys.includes(key));
  const entry = entries.find((each) => isOffered(state, each));
  if (entry) return runEntry(state, entry);
  const early = entries.find((each) => isTooEarly(state, each));
  if (early) return [sayTooEarly(state, early.help)];
  const forRows = entries.filter(isForRows);
  if (forRows.length > 0 && isMissingHere(state)) return [say(state, goneWords(state), 'bad')];
  const refused =
    forRows.find(({ needs, refuses }) => needs ?? refuses?.(state)) ?? (current(state) ? undefined : forRows[0]);
  return [refused ? say(state, phrase`${refused.help}: ${whyNot(state, refused) ?? ''}`) : state];
}

/** What an entry that is offered does, unless it is for rows that are not of one kind. */
export function runEntry(state: State, entry: KeyEntry): Step {
  const why = entry.needs && whyNotAll(state);
  return why ? [say(state, why, 'bad')] : entry.run(sayAwaited(state));
}

function showAll(state: State): Step {
  return [{ ...state, mode: { is: 'actions', field: fieldWith(''), at: -1, from: 0 } }];
}

function askTime(state: State): Step {
  return ask(state, { what: 'log', title: `time on ${targetWords(state)}, such as 1h30m` });
}

function select(state: State): Step {
  const item = current(state);
  if (!item) return [state];
  const selected = new Set(state.selected);
  if (!selected.delete(item.uuid)) selected.add(item.uuid);
  return moveBy({ ...state, selected }, 1);
}

function filter(state: State): Step {
  return [{ ...state, mode: { is: 'filter', field: fieldWith(state.filter), before: state.filter } }];
}

function open(state: State): Step {
  const item = current(state);
  return item ? [state, { do: 'open', uuid: item.uuid }] : [state];
}

function copy(state: State): Step {
  const { ref = '' } = subjectOfRow(state, current(state)?.uuid ?? '') ?? {};
  // A server may send anything as one, and the clipboard may be pasted into a shell.
  if (!isReference(ref)) return [say(state, 'there is no reference to copy here', 'bad')];
  return copyText(state, ref, ref);
}

function reload(state: State): Step {
  const [reading, ...looks] = goTo(state, current(state)?.uuid);
  return [awaitOrder(reading), { do: 'reload' }, ...looks];
}

function page({ size }: State): number {
  return Math.max(1, Math.floor(size.rows / 2) - 2);
}

function clear(state: State): Step {
  return [{ ...state, selected: new Set(), filter: '', at: current({ ...state, filter: '' })?.uuid ?? state.at }];
}
