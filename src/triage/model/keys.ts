import { isReference } from '../../contract/row.js';
import { answerConflict, answerWords, goToTroubled, openConflict, troubledElsewhere } from './conflicts.js';
import { decide } from './deciding.js';
import { hasNoUndo, takeBack } from './holding.js';
import { quit } from './leaving.js';
import { pickItem, pickPerson, pickProject, pickSource, pickTag, pickWord, repeat } from './picking.js';
import { may, type Right, subjectOfRow, targetWords, whyNotAll } from './rights.js';
import {
  current,
  goTo,
  goToNextOpen,
  isOpen,
  listName,
  markOf,
  moveBy,
  shownItems,
  targetsOf,
  withMark,
} from './rows.js';
import type { State } from './state.js';
import { type Step, say, sayReading } from './step.js';
import { fieldWith } from './text-field.js';
import { attach, write } from './writing.js';

/** A key of the list: help, the line at the bottom and what is offered all come from this table. */
export interface KeyEntry {
  /** As `readKeys` names them; the first is shown. */
  readonly keys: readonly string[];
  /** At the bottom; keys without one are only in the help. */
  readonly label?: string | ((state: State) => string);
  /** The same for tasks, if it differs. */
  readonly taskLabel?: string;
  readonly help: string;
  readonly group: 'Settle' | 'Decide' | 'Write' | 'Move' | 'More';
  /** What the user must be allowed to do. */
  readonly needs?: Right;
  readonly isOffered?: (state: State) => boolean;
  /** Whether it is not offered although it says why when it is pressed. */
  readonly isHidden?: (state: State) => boolean;
  /** It does something with a row, whatever that is. */
  readonly needsRow?: true;
  readonly run: (state: State) => Step;
}

const needsRow = true;

export const keys: readonly KeyEntry[] = [
  {
    ...{
      keys: ['m'],
      label: answerLabel('mine'),
      group: 'Settle',
      help: 'set your value (a message is sent)',
    },
    ...{ isOffered: hasConflictHere, run: (state: State) => answerConflict(state, 'mine') },
  },
  {
    ...{
      keys: ['t'],
      label: answerLabel('theirs'),
      group: 'Settle',
      help: 'leave theirs (a message is sent too)',
    },
    ...{ isOffered: hasConflictHere, run: (state: State) => answerConflict(state, 'theirs') },
  },
  {
    ...{
      keys: ['v'],
      label: (state: State) => (hasConflictHere(state) ? 'next' : 'look'),
      group: 'Settle',
      help: 'go to the next such row',
    },
    ...{ isOffered: (state: State) => troubledElsewhere(state).length > 0, run: goToTroubled },
  },
  {
    ...{ keys: ['d'], label: 'read', group: 'Decide', help: 'mark the notification as read' },
    isOffered: (state) => current(state)?.kind === 'notification',
    run: (state) => decide(state, { what: 'read', value: 'read', shown: 'read' }),
  },
  {
    keys: ['r'],
    label: 'reply',
    taskLabel: 'comment',
    group: 'Write',
    help: 'write a public reply or task comment',
    needs: 'reply',
    run: write('reply'),
  },
  { keys: ['n'], label: 'note', group: 'Write', help: 'write an internal note', needs: 'note', run: write('note') },
  { keys: ['a'], label: 'assign', group: 'Decide', help: 'assign a person', needs: 'edit', run: pickPerson },
  {
    keys: ['s'],
    label: 'status',
    group: 'Decide',
    help: 'set the status',
    needs: 'edit',
    run: pickWord('status', 's'),
  },
  {
    keys: ['p'],
    label: 'priority',
    group: 'Decide',
    help: 'set the priority',
    needs: 'edit',
    run: pickWord('priority', 'p'),
  },
  { keys: ['t'], label: 'tags', group: 'Decide', help: 'add or remove a tag', needs: 'edit', run: pickTag },
  {
    ...{ keys: ['g'], label: 'category', group: 'Decide', help: 'set the category', needs: 'category' },
    run: pickWord('category', 'g'),
  },
  {
    keys: ['c'],
    label: 'convert',
    group: 'Decide',
    help: 'convert the ticket to a task',
    needs: 'convert',
    run: pickProject,
  },
  { keys: ['x'], label: 'check', group: 'Decide', help: 'check off a checklist item', needs: 'check', run: pickItem },
  {
    keys: ['l'],
    label: 'log',
    group: 'Write',
    help: 'log time',
    needs: 'log',
    run: ask('log', (state) => `time on ${targetWords(state)}, such as 1h30m`),
  },
  { keys: ['+'], label: 'attach', group: 'Write', help: 'reply with a file', needs: 'reply', run: attach },
  {
    keys: ['z'],
    label: 'later',
    group: 'Decide',
    help: 'skip it until you reload, or unskip it',
    needsRow,
    run: putOff,
  },
  { keys: ['space'], label: 'select', group: 'Decide', help: 'select and move down', needsRow, run: select },
  { keys: ['.'], label: 'repeat', group: 'Decide', help: 'repeat the last decision', needsRow, run: repeat },
  {
    keys: ['u'],
    label: 'undo',
    group: 'Decide',
    help: 'undo your last change',
    isHidden: hasNoUndo,
    run: takeBack,
  },
  { keys: ['/'], label: 'filter', group: 'More', help: 'show only rows with these words', run: filter },
  { keys: ['S'], label: 'lists', group: 'More', help: 'choose another list', run: pickSource },
  { keys: ['f'], label: 'find', group: 'More', help: 'find any other ticket or task', run: ask('find', () => 'find') },
  { keys: ['o'], label: 'web', group: 'More', help: 'open it in the browser', needsRow, run: open },
  { keys: ['y'], label: 'copy', group: 'More', help: 'copy the reference', needsRow, run: copy },
  {
    ...{ keys: ['E'], label: 'editor', group: 'Write', help: 'write a reply in your editor', needs: 'reply' },
    run: write('reply', { inEditor: true }),
  },
  { keys: ['R'], label: 'reload', group: 'More', help: 'reload the list', run: reload },
  { keys: ['q', 'ctrl+c'], label: 'quit', group: 'More', help: 'quit', run: quit },
  {
    keys: ['?'],
    label: 'more',
    group: 'More',
    help: 'show or hide this',
    run: (state) => [{ ...state, mode: { is: 'help', from: 0 } }],
  },
  { keys: ['j', 'down'], group: 'Move', help: 'next row', needsRow, run: (state) => moveBy(state, 1) },
  { keys: ['k', 'up'], group: 'Move', help: 'previous row', needsRow, run: (state) => moveBy(state, -1) },
  { keys: ['J', 'wheel-down'], group: 'Move', help: 'scroll the detail down', run: scrollBy(3) },
  { keys: ['K', 'wheel-up'], group: 'Move', help: 'scroll the detail up', run: scrollBy(-3) },
  {
    keys: ['pagedown', 'ctrl+d', 'ctrl+f'],
    group: 'Move',
    help: 'a page down',
    run: (state) => moveBy(state, page(state)),
  },
  {
    keys: ['pageup', 'ctrl+u', 'ctrl+b'],
    group: 'Move',
    help: 'a page up',
    run: (state) => moveBy(state, -page(state)),
  },
  { keys: ['home', 'gg'], group: 'Move', help: 'first row', run: (state) => moveBy(state, -state.items.length) },
  { keys: ['G', 'end'], group: 'Move', help: 'last row', run: (state) => moveBy(state, state.items.length) },
  { keys: ['tab'], group: 'Move', help: 'next undecided row', run: goToNextOpen },
  { keys: ['enter'], group: 'Move', help: 'reload the row', run: (state) => goTo(state, current(state)?.uuid) },
  { keys: ['esc'], group: 'More', help: 'clear the selection and the filter', run: clear },
  { keys: ['ctrl+l'], group: 'More', help: 'redraw the screen', run: (state) => [state, { do: 'repaint' }] },
  { keys: ['ctrl+z'], group: 'More', help: 'suspend; fg resumes', run: (state) => [state, { do: 'suspend' }] },
];

function answerLabel(answer: 'mine' | 'theirs'): (state: State) => string {
  return (state) => {
    const open = openConflict(state);
    return open ? answerWords(open)[answer] : answer;
  };
}

/** What a key is called at the bottom; empty if it is only in the help. */
export function labelOf(state: State, { label = '', taskLabel }: KeyEntry): string {
  const isTask = (subjectOfRow(state, current(state)?.uuid ?? '')?.kind ?? state.kind) === 'task';
  if (isTask && taskLabel !== undefined) return taskLabel;
  return typeof label === 'string' ? label : label(state);
}

function hasConflictHere(state: State): boolean {
  return openConflict(state)?.isHere === true;
}

/** The keys that do something for the row at the cursor. The first entry with a key has it. */
export function offeredKeys(state: State): readonly KeyEntry[] {
  const offered = keys.filter((entry) => isOffered(state, entry) && !entry.isHidden?.(state));
  return offered.filter(
    (entry) => !offered.slice(0, offered.indexOf(entry)).some((other) => other.keys[0] === entry.keys[0]),
  );
}

/** Whether a key does anything for the row at the cursor. */
export function isOffered(state: State, entry: KeyEntry): boolean {
  if (entry.isOffered && !entry.isOffered(state)) return false;
  if (isForRows(entry) && isMissingHere(state)) return false;
  if (entry.needsRow && !current(state)) return false;
  return entry.needs === undefined || may(state, entry.needs);
}

/** Whether it does something with a row other than leaving it. */
function isForRows({ needs, needsRow: isNeedingRow, group, keys: [key] }: KeyEntry): boolean {
  return group !== 'Move' && (needs !== undefined || isNeedingRow === true || key === 'm');
}

function goneWords(state: State): string {
  return `${current(state)?.ref}: ${markOf(state, current(state)?.uuid ?? '').unreadable}`;
}

function isMissingHere(state: State): boolean {
  return markOf(state, current(state)?.uuid ?? '').isMissing === true;
}

/** What a key of the list does; nothing if it is not offered. As in vi, a second g goes to the first row. */
export function runKey({ isAfterG = false, ...state }: State, key: string): Step {
  if (key !== 'g') return runOne(state, key);
  if (isAfterG) return runOne(state, 'gg');
  const [next, ...effects] = runOne(state, key);
  return [next.mode.is === 'list' ? { ...next, isAfterG: true } : next, ...effects];
}

function runOne(state: State, key: string): Step {
  const entries = keys.filter((entry) => entry.keys.includes(key));
  const entry = entries.find((each) => isOffered(state, each));
  const why = entry?.needs && whyNotAll(state);
  if (why) return [say(state, why, 'bad')];
  if (entry) return entry.run({ ...state, notice: undefined });
  const [refused] = entries.filter(isForRows);
  if (refused && isMissingHere(state)) return [say(state, goneWords(state), 'bad')];
  return refused?.needs ? [say(state, `not possible here: ${refused.help}`)] : [state];
}

function ask(what: 'log' | 'find', title: (state: State) => string): (state: State) => Step {
  return (state) => {
    const rows = targetsOf(state).map(({ uuid }) => uuid);
    return [{ ...state, mode: { is: 'ask', what, title: title(state), rows, field: fieldWith('') } }];
  };
}

function putOff(state: State): Step {
  const targets = targetsOf(state);
  const isLater = targets.some(({ uuid }) => !markOf(state, uuid).isLater);
  const later = targets.reduce((sum, { uuid }) => withMark(sum, uuid, (mark) => ({ ...mark, isLater })), state);
  const next: State = { ...later, selected: new Set() };
  return isOpen(next, state.at) ? [next] : goToNextOpen(next);
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
  return [say(state, `copied ${ref}`, 'good'), { do: 'copy', text: ref }];
}

function reload(state: State): Step {
  return [sayReading(state, listName(state, state.title)), { do: 'reload' }];
}

function scrollBy(by: number): (state: State) => Step {
  return (state) => [{ ...state, scroll: Math.max(0, state.scroll + by) }];
}

function page({ size }: State): number {
  return Math.max(1, Math.floor(size.rows / 2) - 2);
}

function clear(state: State): Step {
  return [{ ...state, selected: new Set(), filter: '', at: current({ ...state, filter: '' })?.uuid ?? state.at }];
}

/** The first row of a filtered list is the one that keys act on. */
export function settleCursor(state: State): Step {
  const shown = shownItems(state);
  if (shown.some(({ uuid }) => uuid === state.at)) return [state];
  return goTo(state, shown[0]?.uuid);
}
