import { isRow, type Row, rowsOf, titleOf } from '../../../contract/row.js';
import type { People } from '../../../contract/shapes/wide.js';
import { toPlainLetters } from '../../../contract/text/plain-letters.js';
import { dataText } from '../../../output/data/json.js';
import type { Key } from '../../../terminal/key-names.js';
import { personName } from '../../../views/cells/people.js';
import type { Completion, NamedReference, PickOption, WritingMessage } from '../mode.js';
import { markAfter } from '../picker.js';
import type { State } from '../state.js';
import { type Effect, type Step, say } from '../step.js';
import type { TextField } from './text-field.js';

/** The references that begin with a word, or have it in their title. */
interface ReferencesAnswer {
  readonly word: string;
  readonly references: readonly NamedReference[];
}

/** The cursor of a text is put behind a word that begins with a sign, to complete it as if it had just been typed; or at its end. */
interface CursorEvent {
  readonly at: number;
  /** Where the sign is. */
  readonly start?: number;
}

/** How many are offered at once. */
const most = 12;

/** How many characters a word needs to be searched for in titles too. */
export const leastOfTitle = 3;

/** The word that is being completed, and what it may become; undefined if nothing is. */
export function completionOf(state: State, writing: WritingMessage) {
  const { completion } = writing;
  const found = completion && wordIn(writing.field, completion);
  if (!completion || !found) return undefined;
  const { sign, word } = found;
  const all = sign === '@' ? peopleCalled(state, writing, word) : referencesCalled(state, completion, word);
  const options = all.slice(0, most);
  return options.length === 0 ? undefined : { start: completion.start, word, options };
}

function wordIn({ text, at }: TextField, { start }: Completion) {
  const [sign, word] = [text.charAt(start), text.slice(start + 1, at)];
  const isInside = /[\p{L}\p{N}_]/u.test(text.charAt(at));
  return at > start && /^[@#]$/.test(sign) && /^\S{0,60}$/.test(word) && !isInside ? { sign, word } : undefined;
}

/** What a sign does not follow at the start of a word. */
const inWord = /[\p{L}\p{N}\p{M}_.%+@#~/&=-]/u;

/** The first word from a place on that could have been completed while it was typed: where its sign is, and its end. */
export function wordToComplete(text: string, from: number): { start: number; at: number } | undefined {
  for (const { 0: word, index } of text.matchAll(/[@#]\S*[\p{L}\p{N}\p{M}_]/gu))
    if (index >= from && !inWord.test(text.charAt(index - 1))) return { start: index, at: index + word.length };
  return undefined;
}

export function putCursor(state: State, { at, start }: CursorEvent): Step {
  const { mode } = state;
  if (mode.is !== 'write') return [state];
  const completion = start === undefined ? undefined : { start, at: 0 };
  const writing: WritingMessage = { ...mode, field: { ...mode.field, at }, completion };
  return [{ ...state, mode: writing }, ...lookForReferences(writing)];
}

/** Begins where a sign is typed at the start of a word, and ends with that word; what is pasted is left as it is. */
export function completionAfter(
  { completion }: WritingMessage,
  field: TextField,
  { name, text }: Key,
): Completion | undefined {
  if (name === 'paste') return undefined;
  const isStart = !inWord.test(field.text.charAt(field.at - 2));
  if ((text === '@' || text === '#') && isStart) return { start: field.at - 1, at: 0 };
  if (!completion || !wordIn(field, completion)) return undefined;
  return { start: completion.start, at: 0, ...(completion.found && { found: completion.found }) };
}

/** Looks for other references, beside the rows of the list. */
export function lookForReferences({ field, completion }: WritingMessage): readonly Effect[] {
  const found = completion && wordIn(field, completion);
  return found?.sign === '#' && found.word !== '' ? [{ do: 'refs', word: found.word }] : [];
}

export function takeReferences(state: State, { word, references }: ReferencesAnswer): Step {
  const { mode } = state;
  if (mode.is !== 'write' || !mode.completion || wordIn(mode.field, mode.completion)?.word !== word) return [state];
  return [{ ...state, mode: { ...mode, completion: { ...mode.completion, found: { word, references } } } }];
}

/**
 * What a key does in a word that can be completed; undefined if it does what it always does. Enter inserts only what the user has marked.
 * Tab never sets a status there, even if nothing is offered.
 */
export function inCompletion(state: State, { name }: Key, writing: WritingMessage): Step | undefined {
  const { field, completion } = writing;
  const typed = completion && wordIn(field, completion);
  if (!completion || !typed) return undefined;
  const open = completionOf(state, writing);
  if (!open && name === 'tab')
    return [say(state, `no match for ${typed.sign}${typed.word}; after a space, Tab sets the status`, 'bad')];
  if (!open) return undefined;
  const { at, isMoved = false } = completion;
  const by = { down: 1, up: -1 }[name];
  if (by !== undefined) {
    const moved = { ...completion, at: markAfter(at, by, open.options.length), isMoved: true };
    return [{ ...state, mode: { ...writing, completion: moved } }];
  }
  if (name === 'esc') return [{ ...state, mode: { ...writing, completion: undefined } }];
  const option = open.options[at];
  return option && (name === 'tab' || (name === 'enter' && isMoved))
    ? [taken(state, writing, open.start, option)]
    : undefined;
}

function taken(state: State, writing: WritingMessage, start: number, { value }: PickOption): State {
  const { text, at } = writing.field;
  const [after] = /^(?:\s|(?=\p{P}))/u.exec(text.slice(at)) ?? [' '];
  const whole = `${text.slice(0, start)}${value}${after}`;
  const field = { text: `${whole}${text.slice(at).replace(/^\s/, '')}`, at: whole.length };
  return { ...state, mode: { ...writing, field, completion: undefined } };
}

/** The people of what is written about, and the team, as a mention is written (docs/api.md, Comments). Nobody else may read it. */
function peopleCalled(state: State, { row }: WritingMessage, word: string): readonly PickOption[] {
  const { people, details, me, words } = state;
  const detail = details.get(row) ?? {};
  const authors: Row = isRow(detail.authors) ? detail.authors : {};
  const team = words.isExternal ? [] : (words.team ?? []);
  const names = new Map([
    ...[...Object.keys(authors)].map((id) => [id, personName(authors as People, id)] as const),
    ...rowsOf(detail.assignableUsers).map(({ id, name }) => [dataText(id), dataText(name)] as const),
    ...team.filter((id) => Object.hasOwn(people, id)).map((id) => [id, personName(people as People, id)] as const),
  ]);
  const wanted = toPlainLetters(word);
  const isCalled = (name: string): boolean =>
    [name.replace(/\s+/g, ''), ...name.split(/\s+/)].some((part) => toPlainLetters(part).startsWith(wanted));
  return [...names].flatMap(([id, name]) =>
    id !== me && name !== id && isToken(name, id) && isCalled(name) ? [{ text: name, value: `@[${name}](${id})` }] : [],
  );
}

/** Tickets and tasks by the beginning of their reference, or by words of their titles, those of the list first. */
function referencesCalled({ items }: State, { found }: Completion, word: string): readonly PickOption[] {
  const wanted = toPlainLetters(word);
  const listed = items.flatMap(({ kind, uuid, ref, row }): readonly NamedReference[] =>
    kind === 'notification' ? [] : [{ kind, uuid, ref, title: titleOf(row) }],
  );
  const has = ({ ref, title }: NamedReference): boolean =>
    toPlainLetters(ref).startsWith(wanted) || (word.length >= leastOfTitle && toPlainLetters(title).includes(wanted));
  const others = found?.word === word ? found.references : [];
  const all = new Map([...listed.filter(has), ...others].map((each) => [each.uuid, each]));
  return [...all.values()]
    .filter(({ ref, uuid }) => isToken(ref, uuid))
    .map(({ kind, uuid, ref, title }) => ({ text: `${ref} ${title}`, value: `~[${ref}](${kind}:${uuid})` }));
}

/** Whether both can be written in a mention or a reference. */
function isToken(name: string, id: string): boolean {
  return /^[^\]\p{C}]{1,200}$/u.test(name) && /^[^()\s\p{C}]{1,200}$/u.test(id);
}
