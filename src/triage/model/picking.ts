import { dayMinutes, minutesIn } from '../../args/duration.js';
import { entityIn } from '../../contract/messages.js';
import { type Row, refOf, rowsOf, textsOf } from '../../contract/row.js';
import { shownWord, tagKey } from '../../contract/server-word.js';
import { toPlainLetters } from '../../contract/text/plain-letters.js';
import { dataText } from '../../output/data/json.js';
import { awaitList, awaitOrder } from './awaiting.js';
import { type DecisionChoice, decide } from './decisions/deciding.js';
import { chooseMacro } from './decisions/macros.js';
import { putOffUntil } from './decisions/putting-off.js';
import { peopleFor, subjectOfRow, targetWords, whyNotAll } from './decisions/rights.js';
import type { PickMode, PickOption, WritingMessage } from './mode.js';
import { type Picking, pick, unmarked, withLetters } from './picker.js';
import { followChosen } from './rows/following.js';
import { current, goToFound, itemsAmong, listName, subjectRow, targetsOf, withMark } from './rows/rows.js';
import type { FieldWords, State } from './state.js';
import { type Effect, type Step, say } from './step.js';
import { fieldWith } from './texts/text-field.js';

type Word = 'status' | 'priority' | 'category';

/**
 * Statuses and the like: each has the first letter of its name that is still free. The key itself is none of them, so that
 * pressing it twice decides nothing.
 */
export function pickWord(what: Word, key: string): (state: State) => Step {
  return (state) => {
    const isSet = (value: string): boolean => everyRow(state, (row) => row[what] === value);
    const options = withLetters(
      wordsFor(state)[what].map((value) => ({ text: value, value, isSet: isSet(value) })),
      key,
    );
    if (options.length === 0) return [say(state, `no ${what} is known here yet`)];
    const shown = options.map((option) => ({ ...option, text: shownWord(option.value) }));
    return pick(state, { what, title: `${what} of ${targetWords(state)}`, options: shown });
  };
}

/** The words of what the rows are about, which are all of one kind. */
function wordsFor(state: State): FieldWords {
  const [item] = targetsOf(state);
  return state.words[item && subjectOfRow(state, item.uuid)?.kind === 'task' ? 'task' : 'ticket'];
}

/** People: the user comes first, then whoever answered last. Choosing someone who is already assigned unassigns them. */
export function pickPerson(state: State): Step {
  // Of each row, it must be known whom it can be assigned to.
  const unread = targetsOf(state).filter(({ uuid }) => !state.details.has(uuid) && uuid !== current(state)?.uuid);
  const read = unread.slice(0, mostRead);
  const reading = read.reduce((sum, { uuid }) => withMark(sum, uuid, (mark) => ({ ...mark, isUnsure: true })), state);
  const mode = personPicking(state);
  if (!mode) return [say(state, 'there is nobody to assign')];
  const [picking] = pick(reading, mode);
  return [picking, ...read.map(({ uuid }): Effect => ({ do: 'look', uuid }))];
}

/** How many rows are read to see whom all of them can be assigned to. */
const mostRead = 40;

/** The people of the picker, of whom more or fewer are known after a row has been read; the marked one stays marked. */
export function withPeople(state: State): State {
  const { mode } = state;
  if (mode.is !== 'pick' || mode.what !== 'assign') return state;
  const options = personPicking(state)?.options ?? [];
  const marked = optionsShown(mode)[mode.at]?.value;
  const at = optionsShown({ ...mode, options }).findIndex(({ value }) => value === marked);
  return { ...state, mode: { ...mode, options, at } };
}

function personPicking(state: State): Picking | undefined {
  const me = (id: string): string => (id === state.me ? ' (me)' : '');
  const people = peopleFor(state);
  const options = people.map(({ id, name }) => ({
    text: `${name}${me(id)}`,
    value: id,
    isSet: everyRow(state, (row) => textsOf(row.assignees).includes(id)),
  }));
  if (options.length === 0) return undefined;
  // Enter must not assign just anybody either.
  const offered = setLast(options);
  const isLikely = people.some(({ id, isLikely }) => isLikely && id === offered[0]?.value && !offered[0].isSet);
  const at = isLikely ? 0 : unmarked;
  const title = `assign ${targetWords(state)} to`;
  return { what: 'assign', title, options: offered, at, field: fieldWith('') };
}

/** Enter chooses the first, which must not take anything away. */
function setLast<O extends PickOption>(options: readonly O[]): readonly O[] {
  return options.toSorted((one, other) => Number(one.isSet) - Number(other.isSet));
}

export function pickTag(state: State): Step {
  const set = rowsFor(state).flatMap((row) => textsOf(row.tags));
  const options = [...new Set([...set, ...wordsFor(state).tags])].map((value) => ({
    text: value,
    value,
    isSet: everyRow(state, (row) => textsOf(row.tags).includes(value)),
  }));
  const title = `tags of ${targetWords(state)}`;
  const offered = setLast(options);
  const at = offered[0]?.isSet ? unmarked : 0;
  return pick(state, { what: 'tag', title, options: offered, at, field: fieldWith(''), takesNew: true });
}

/** How many items of a checklist have a key of their own; in a longer one, a number or a part of a text is entered. */
const mostKeys = 9;

/** Unchecked items of the checklist, with their numbers in all of it; a single one is checked off at once. */
export function pickItem(state: State): Step {
  const detail = state.details.get(current(state)?.uuid ?? '') ?? {};
  const all = rowsOf(rowOf(state).checklist ?? entityIn(detail)?.checklist);
  if (targetsOf(state).some(({ uuid }) => uuid !== current(state)?.uuid))
    return [say(state, 'checklist items are checked off one row at a time')];
  const numbered = all.map((item, at) => ({ item, letter: String(at + 1) }));
  const options = numbered
    .filter(({ item }) => item.done !== true)
    .map(({ item, letter }) => ({ letter, text: dataText(item.text), value: dataText(item.id ?? item.text) }));
  const [only] = options;
  if (!only) return [say(state, 'there is nothing left to check off')];
  if (options.length === 1) return decide(state, { what: 'check', value: only.value, shown: only.text });
  const title = `check off in ${targetWords(state)}`;
  const field = all.length > mostKeys ? { field: fieldWith('') } : {};
  return pick(state, { what: 'check', title, options, ...field });
}

/** A conversion cannot be undone, so Enter alone must not choose just any project. */
export function pickProject(state: State): Step {
  const options = state.words.projects.map(({ key, name }) => ({ text: `${key}  ${name}`, value: key }));
  if (options.length === 0) return [say(state, 'no project is known here yet')];
  const [item, ...others] = targetsOf(state);
  // The others are refused if they have a task already.
  const detail = others.length === 0 ? state.details.get(item?.uuid ?? '') : undefined;
  const made = rowsOf(detail?.linkedTasks).map(refOf);
  const isConfirmed = made.length > 0;
  const title = isConfirmed
    ? `${targetWords(state)} has a task already: ${made.join(', ')}; create another one in`
    : `convert ${targetWords(state)} to ${others.length > 0 ? 'tasks' : 'a task'} in`;
  return pick(state, { what: 'convert', title, options, field: fieldWith(''), isConfirmed });
}

/** Logs time; it can never be taken back, so more than a day has is asked about first. */
export function logTime(state: State, value: string, rows = targetsOf(state)): Step {
  if ((minutesIn(value) ?? 0) <= dayMinutes) return decide(state, { what: 'log', value, shown: value }, rows);
  const options = [
    { letter: 'y', text: 'yes, log it', value },
    { letter: 'n', text: 'no', value: '' },
  ];
  const on = rows.length === 1 ? rows[0]?.ref : `${rows.length} tasks`;
  const title = `${value} on ${on} is more than 24 hours on one day, and cannot be undone`;
  return pick(state, { what: 'log', title, options, rows: rows.map(({ uuid }) => uuid), isConfirmed: true });
}

/** Decides the same again about other rows. Where a key would ask whether another task is wanted, so does this. */
export function repeat(state: State): Step {
  if (!state.last) return [say(state, 'there is nothing to repeat yet')];
  const { what, kind, value, shown, isRemoval = false } = state.last;
  const why = what === 'read' ? undefined : whyNotAll(state);
  if (why) return [say(state, why, 'bad')];
  const [item] = targetsOf(state);
  if (what !== 'read' && item && subjectOfRow(state, item.uuid)?.kind !== kind)
    return [say(state, `the last decision was about a ${kind}, so it is not repeated here`)];
  if (what === 'check') return [say(state, 'checking off an item cannot be repeated')];
  if (what === 'log') return logTime(state, value);
  const [asked] = what === 'convert' ? pickProject(state) : [state];
  if (asked.mode.is === 'pick' && asked.mode.isConfirmed)
    return [{ ...asked, mode: { ...asked.mode, at: asked.mode.options.findIndex((each) => each.value === value) } }];
  return decide(state, { what, value, shown, isRemoval });
}

export function pickSource(state: State): Step {
  const letters: Readonly<Record<string, string>> = { inbox: 'i', 'my tasks': 't' };
  const named = state.words.sources.map((value): PickOption => {
    const letter = Object.hasOwn(letters, value) ? letters[value] : undefined;
    return { text: listName(state, value), value, ...(letter !== undefined && { letter }) };
  });
  return pick(state, { what: 'source', title: 'list', options: withLetters(named) });
}

export function pickTemplate(state: State, writing: WritingMessage): Step {
  if (writing.targets.length > 1)
    return [say(state, 'a template is filled in for one row; write to one at a time to use it')];
  const { templates, macros } = state.words;
  // The text of a note is not for the customer.
  const isFit = (name: string): boolean => {
    const { kind = writing.what, needsOriginal } = macros.find((each) => each.name === name) ?? {};
    return kind === writing.what && needsOriginal !== true;
  };
  const options = withLetters(templates.filter(isFit).map((value) => ({ text: value, value })));
  if (options.length === 0)
    return [say(state, `there are no templates yet; add files called NAME.md to ${state.words.templatesFolder}`)];
  return pick(state, { what: 'template', title: 'template', options, resume: writing });
}

/** The options with all words that were typed, whatever the accents. */
export function optionsShown({ options, field, takesNew }: PickMode): readonly PickOption[] {
  const text = field?.text.trim() ?? '';
  if (text === '') return options;
  // A number is one and no other, also where that one is not offered.
  if (/^\d+$/.test(text) && options.some(({ letter }) => letter !== undefined))
    return options.filter(({ letter }) => letter === String(Number(text)));
  const wanted = toPlainLetters(text);
  const words = wanted.split(/\s+/);
  const found = options.filter((each) => words.every((word) => toPlainLetters(each.text).includes(word)));
  const isFirst = (each: PickOption): boolean => toPlainLetters(each.text).startsWith(wanted);
  const sorted = found.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const isNew = takesNew && !options.some((each) => tagKey(each.value) === tagKey(text));
  return isNew ? [...sorted, { text: `${text} (new)`, value: text }] : sorted;
}

/** What choosing an option does. */
export function choose(state: State, mode: PickMode, option: PickOption | undefined): Step {
  const { what, resume } = mode;
  const sought = what === 'check' ? 'number' : 'name';
  if (!option) return [mode.field?.text === '' ? say(state, `type a ${sought}, or press ↓ to mark one`) : state];
  const closed: State = { ...state, mode: resume ?? { is: 'list' } };
  if (what === 'follow') return option.leads ? followChosen(closed, option.leads, mode.rows) : [closed];
  if (what === 'snooze') return putOffUntil(closed, mode, option.value);
  if (what === 'macro') return chooseMacro(closed, mode, option.value);
  if (what === 'source')
    return [awaitList({ ...closed, isZoomed: false }, option.text), { do: 'source', name: option.value }];
  if (what === 'sort') return [awaitOrder(closed), { do: 'sort', by: option.value }];
  if (what === 'template') return resume ? [closed, { do: 'template', name: option.value, writing: resume }] : [closed];
  if (what === 'found') {
    const found = state.found?.find(({ uuid }) => uuid === option.value);
    return found ? goToFound(closed, found) : [closed];
  }
  if (what === 'log' && option.value === '') return [closed];
  const isRemoval = (what === 'assign' || what === 'tag') && option.isSet === true;
  const choice: DecisionChoice = {
    what,
    value: option.value,
    shown: shownIn(what, option),
    isRemoval,
    ...(mode.isConfirmed && { isConfirmed: true }),
  };
  return decide(closed, choice, itemsAmong(state, mode.rows));
}

function shownIn(what: PickMode['what'], { text, value }: PickOption): string {
  return what === 'assign'
    ? text.replace(/ \(me\)$/, '')
    : ['status', 'priority', 'category', 'check'].includes(what)
      ? text
      : value;
}

/** The rows a key acts on, as they are shown. */
function rowsFor(state: State): readonly Row[] {
  const at = current(state)?.uuid;
  return targetsOf(state).map(({ uuid, row }) => (uuid === at ? rowOf(state) : row));
}

/** Whether all rows a key acts on have a value, so that choosing it takes it away. */
function everyRow(state: State, has: (row: Row) => boolean): boolean {
  return rowsFor(state).every(has);
}

/** The row at the cursor as it is shown. */
function rowOf(state: State): Row {
  const item = current(state);
  return (item && subjectRow(state, item)) ?? {};
}
