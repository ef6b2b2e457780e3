import { phrase, type Sentence } from '../../../contract/errors.js';
import { followingWords } from '../../../contract/following.js';
import { isStatusEntry } from '../../../contract/messages.js';
import type { Row } from '../../../contract/row.js';
import { type DecisionChoice, decide } from '../decisions/deciding.js';
import { type Decision, wordsOf } from '../decisions/decision.js';
import { nameOfAuthor, subjectOfRow } from '../decisions/rights.js';
import { newestSince, withNamed } from '../decisions/unseen.js';
import { isAsGiven, type Receiver, type WritingMessage } from '../mode.js';
import { ask } from '../picker.js';
import { current, goTo, itemsAmong, markOf, targetsOf, withMark, withoutConflict } from '../rows/rows.js';
import type { Conflict, Item, State } from '../state.js';
import { listedNames, pressWords, type Step, say, stepForEach } from '../step.js';
import { fieldWith } from './text-field.js';

/** Begins a message about the row at the cursor, or one for each of those that are selected. A message that is in conflict is continued. */
export function write(
  what: WritingMessage['what'],
  { inEditor = false, attach = [] }: { readonly inEditor?: boolean; readonly attach?: readonly string[] } = {},
): (state: State) => Step {
  return (state) => {
    const empty = blankMessage(state, what);
    if (!empty) return [state];
    const blank: WritingMessage = { ...empty, attach };
    const { row, targets } = blank;
    const writing = targets.length === 1 ? withHeldText(state, blank) : blank;
    // What is written about is shown beside it.
    const begun = withdraw(state, writing);
    const [shown, ...looks] = row === current(state)?.uuid ? [begun] : goTo(begun, row);
    const isToLastWords = what === 'reply';
    return [
      { ...shown, mode: writing, notice: undefined, isToLastWords },
      { do: 'begin', writing, inEditor },
      ...looks,
    ];
  };
}

/** An empty message about rows; undefined if there is none that it could be sent to. */
export function blankMessage(
  state: State,
  what: WritingMessage['what'],
  items: readonly Item[] = targetsOf(state),
): WritingMessage | undefined {
  const targets = receivers(state, items);
  const [{ row } = {}] = targets;
  if (row === undefined) return undefined;
  return {
    ...{ is: 'write', what, row, targets, before: state.details.get(row), field: fieldWith(''), status: undefined },
    ...{ attach: [], draft: undefined },
  };
}

/** The message of this kind that is in conflict, as it was written, if there is one. */
function withHeldText(state: State, blank: WritingMessage): WritingMessage {
  const conflict = conflictAbout(state, blank.row, blank.what);
  const message = conflict?.decision.message;
  if (!conflict || !message) return blank;
  const { body, attach: files, ...following } = message;
  const attach = [...new Set([...files, ...blank.attach])];
  return { ...blank, ...following, field: fieldWith(body), attach, remark: conflict.words };
}

function conflictAbout(state: State, row: string, what: WritingMessage['what']): Conflict | undefined {
  return markOf(state, row).conflicts?.find(({ decision }) => decision.what === what);
}

/** Drops the conflict about a message that is being continued, which is shown beside it, so that only what is written now is sent. */
export function withdraw(state: State, { row, what, targets }: WritingMessage): State {
  const conflict = targets.length === 1 ? conflictAbout(state, row, what) : undefined;
  return conflict ? withMark(withNamed(state, row, conflict.row), row, (mark) => withoutConflict(mark, what)) : state;
}

/** What a message goes to, once each, the row at the cursor first if it is among them. */
function receivers(state: State, items: readonly Item[]): readonly Receiver[] {
  const at = current(state)?.uuid;
  const sorted = items.toSorted((one, other) => Number(other.uuid === at) - Number(one.uuid === at));
  const all = sorted.flatMap(({ uuid: row }): readonly Receiver[] => {
    const subject = subjectOfRow(state, row);
    return subject ? [{ row, uuid: subject.uuid, ref: subject.ref }] : [];
  });
  return all.filter(({ uuid }, index) => all.findIndex((each) => each.uuid === uuid) === index);
}

/** Asks for a file, and then for the text it goes with. */
export function attach(state: State): Step {
  const [writing] = write('reply')(state);
  if (writing.mode.is !== 'write') return [writing];
  return ask(state, { what: 'attach', title: 'attach', first: writing.mode });
}

export function askForFile(state: State, resume: WritingMessage): Step {
  return ask(state, { what: 'attach', title: 'attach', resume });
}

/** Takes the file back that was attached last. */
export function removeLastFile(state: State, before: WritingMessage): Step {
  if (before.attach.length === 0) return [state];
  const writing: WritingMessage = { ...before, attach: before.attach.slice(0, -1) };
  return [{ ...state, mode: writing }];
}

/**
 * Sends the message, to each row as one of its own; its text is kept as a draft until the server has it. What others have done since
 * it was begun to the row at the cursor is named first.
 */
export function sendMessage(
  state: State,
  writing: WritingMessage,
  batch: number | undefined = writing.targets.length > 1 ? state.next : undefined,
): Step {
  const { what, row, targets, field, draft, status, also, original, macro, goes, attach: files } = writing;
  if (field.text.trim() === '') return [say(state, `the ${what} is empty; nothing was sent`)];
  const before = state.details.get(row);
  const news = newestSince(writing.before, before, state.me).find(
    // Whether the status is still as it was seen is looked at before it is replaced.
    (entry) => status === undefined || !isStatusEntry(entry),
  );
  if (news)
    return [
      { ...say(state, newsWords(state, writing, news), 'bad'), mode: { ...writing, before, isWarned: true } },
      { do: 'shown', uuid: row },
    ];
  if (writing.isDoubtful)
    return [
      {
        ...say(state, `the ${what} may have arrived, so look above; ^S again sends it once more`, 'bad'),
        mode: { ...writing, isDoubtful: false },
      },
    ];
  // Only the first has the draft; the others get drafts of their own.
  const choiceFor = (id: string): DecisionChoice => ({
    ...{ what, value: '', shown: '', batch, ...(goes && { goes }) },
    message: {
      ...{ draft: id === row ? draft : undefined, body: macro?.texts?.get(id) ?? field.text, status, attach: files },
      ...{ also, original },
    },
  });
  const closed: State = { ...state, mode: { is: 'list' } };
  return stepForEach(closed, targets, (sum, { row: id }) => decide(sum, choiceFor(id), itemsAmong(sum, [id])));
}

function newsWords(state: State, { what, row, isWarned = false }: WritingMessage, news: Row): string {
  const who = nameOfAuthor(state, row, news);
  const did = isStatusEntry(news) ? 'set the status' : 'wrote';
  // The most that 60 columns have room for.
  return `${who} ${did} ${isWarned ? 'again' : 'meanwhile'}; ^S again sends your ${what}`;
}

/** The text of messages with one text, as it was being written; undefined if they are none. */
function writingOf({ details }: State, decisions: readonly Decision[]): WritingMessage | undefined {
  const [{ what, message, goes } = {}] = decisions;
  if (!message || (what !== 'reply' && what !== 'note')) return undefined;
  const targets = decisions.flatMap((each) =>
    each.targets.map(({ uuid: row, ref, about = { uuid: row, ref } }): Receiver => ({ row, ...about })),
  );
  const { body, ...others } = message;
  return {
    ...{ is: 'write', what, row: targets[0]?.row ?? '', targets, field: fieldWith(body) },
    before: details.get(targets[0]?.row ?? ''),
    ...(goes && { goes }),
    ...others,
  };
}

/** Goes on with a message that has not been sent after all, to all rows that it was for. */
export function writeAgain(state: State, decisions: readonly Decision[]): Step {
  const writing = writingOf(state, decisions);
  if (!writing) return [state];
  return [
    { ...state, mode: writing },
    { do: 'begin', writing, inEditor: false },
  ];
}

/** Leaves the text as a draft. */
export function putAside(state: State, writing: WritingMessage): Step {
  const isEmpty = writing.field.text.trim() === '';
  const closed: State = { ...state, mode: { is: 'list' } };
  if (isAsGiven(writing)) return [closed];
  const files = writing.attach.length;
  if (isEmpty && files === 0) return [closed];
  if (isEmpty)
    return [say(closed, `${files === 1 ? 'the file was' : 'the files were'} not kept, because there is no text`)];
  const names = listedNames(writing.targets.map(({ ref }) => ref));
  const key = writing.what === 'reply' ? 'r' : 'n';
  const how = `${writing.targets.length > 1 ? 'select them and ' : ''}${pressWords(key)}`;
  return [say(closed, `${names}: saved as a draft; ${how} to continue`)];
}

/** What is said while a text cannot be kept on disk. */
export function unkeptWords({ what, unkept = '' }: WritingMessage): Sentence {
  return phrase`could not save a draft of your ${what}: ${unkept}; it is kept only until you quit`;
}

/** The status that follows: none, then those known here, one after another, or back again. */
export function nextStatus(by: 1 | -1): (state: State, writing: WritingMessage) => Step {
  return (state, writing) => {
    const all = [undefined, ...followUps(state, writing)];
    const status = all.at((all.indexOf(writing.status) + by) % all.length);
    return [{ ...state, mode: { ...writing, status } }];
  };
}

/** The statuses offered after a message, if the user may set them: what usually follows comes first. */
export function followUps(state: State, { row }: Pick<WritingMessage, 'row'>): readonly string[] {
  const subject = subjectOfRow(state, row);
  if (subject?.detail?.canEdit === false) return [];
  const usual = (status: string): number =>
    /wait.*customer/.test(status) ? 0 : /resolved|done/.test(status) ? 1 : /progress/.test(status) ? 2 : 3;
  const { status } = state.words[subject?.kind === 'task' ? 'task' : 'ticket'];
  return status.toSorted((one, other) => usual(one) - usual(other));
}

/** What else a message does, apart from its status. */
export function alsoWords({ also = {}, original, goes }: WritingMessage): readonly string[] {
  return [
    ...followingWords(also),
    ...(original ? [`a note on ${original.ref}`] : []),
    ...(goes ? [`then ${goes}`] : []),
  ];
}

/** What decisions are about, in a sentence. */
export function namesOf(decisions: readonly Decision[]): string {
  return listedNames(decisions.flatMap(({ targets }) => targets.map(({ ref }) => ref)));
}

/** Such as `CASA-8 (reply), SCM-7 (conversion)`. */
export function listOf(decisions: readonly Decision[]): string {
  return decisions.map((each) => `${namesOf([each])} (${wordsOf(each).noun})`).join(', ');
}
