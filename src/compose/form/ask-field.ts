import type { Context } from '../../args/context.js';
import { dayForms, isNone } from '../../args/value.js';
import { knownValues, type LearnedValue } from '../../client/learn/rows.js';
import { phrase, type Sentence, TrackerError } from '../../contract/errors.js';
import { rankOf, shownWord } from '../../contract/server-word.js';
import type { Option } from '../../terminal/prompt/prompt.js';
import { type Answer, type Answers, type Field, itemsOf, shown } from './field.js';

export interface FieldQuestion {
  readonly field: Field;
  readonly answers: Answers;
  readonly isChanged: boolean;
  /** Opens the editor with a text, or else with the stored one, and gives what was written; undefined if there is none to open. */
  readonly write?: ((initial: string | undefined) => Promise<string>) | undefined;
  readonly isNew: boolean;
  /** Whether the editor was asked for, so that it opens for a text without a question. */
  readonly opensEditor?: boolean;
}

/** Asks for the value of one field, as its kind of value demands. Throws `interrupted` if it is cancelled. */
export async function askField(context: Context, asking: FieldQuestion): Promise<Answer> {
  const { field, answers } = asking;
  if (field.isLong) return await askText(context, asking);
  if (field.isList) return await askList(context, asking);
  if (field.options) return await searchOne(context, field, await field.options(answers));
  if (field.value.kind.includes('-')) return await chooseWord(context, asking);
  return await askLine(context, asking);
}

function question({ key, label }: Field): { readonly message: string; readonly instead: string } {
  return { message: label, instead: `add --${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` };
}

/** A text for something new is a line, or written in the editor; an existing one is changed there. */
async function askText(context: Context, { field, answers, isChanged, write, isNew, opensEditor }: FieldQuestion) {
  const before = answers[field.key];
  const initial = typeof before === 'string' ? before : undefined;
  if (write === undefined) return before;
  // What is stored is read again, because it may be a different text by now.
  if (!isNew) return await write(isChanged ? initial : undefined);
  if (opensEditor || initial !== undefined) return await write(initial);
  const empty = field.isRequired ? 'e or an empty line opens your editor' : 'e opens your editor; empty for none';
  const line = await context.prompt.line({ ...question(field), message: `${field.label} (one line; ${empty})` });
  const isEditor = /^e$/i.test(line.trim()) || (field.isRequired && line.trim() === '');
  return isEditor ? await write(undefined) : line.trim() || undefined;
}

async function askLine({ prompt, now }: Context, { field, answers }: FieldQuestion): Promise<Answer> {
  const { isRequired = false, value } = field;
  const forms = { day: dayForms, duration: '90m, 1h30m, 1:30' }[value.kind as 'day' | 'duration'];
  const message = forms === undefined ? field.label : `${field.label} (${forms}, none)`;
  const initial = itemsOf(answers[field.key])[0];
  const problemOf = (text: string): Sentence | undefined => {
    if (isRequired && text.trim() === '') return `${field.label} cannot be empty`;
    return text.trim() === '' || isNone(text) ? undefined : problemIn(() => read(field, text, now()));
  };
  const typed = await prompt.line({ ...question(field), message, initial, check: problemOf });
  if (typed === initial) return answers[field.key];
  const line = typed.trim();
  return !isRequired && (line === '' || isNone(line)) ? undefined : read(field, line, now());
}

function read({ read: parse, textOf }: Field, text: string, now: Date): Answer {
  const given = parse?.(text, now);
  return given && textOf ? { ...given, text: textOf(given.value) } : (given ?? text);
}

/** What is wrong with a value, if reading it throws a usage error. */
export function problemIn(read: () => unknown): Sentence | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return error.hint === undefined ? error.message : phrase`${error.message} (${error.hint})`;
  }
}

async function searchOne({ prompt }: Context, field: Field, options: readonly Option<string>[]): Promise<Answer> {
  const [only, second] = options;
  if (!only) throw new TrackerError('not_found', `no ${field.label.toLowerCase()} to choose from`);
  if (field.takesOnly && !second) return only.value;
  return await prompt.search({ ...question(field), choices: options });
}

/** Offers the words seen on this server; if none has been, any can be typed. */
async function chooseWord(context: Context, asking: FieldQuestion): Promise<Answer> {
  const { field, answers, isNew } = asking;
  const [now] = itemsOf(answers[field.key]);
  const known = await wordsFor(context, field);
  if (known.length === 0) return await askLine(context, asking);
  const words = known.map((word) => ({ name: `${shownWord(word)}${word === now ? ' (now)' : ''}`, value: word }));
  const none: readonly Option<string | undefined>[] = isNew
    ? [{ name: 'leave it to the server', value: undefined }]
    : [];
  return await context.prompt.choose<string | undefined>({
    ...question(field),
    choices: [...none, ...words],
    initial: now,
  });
}

async function wordsFor(context: Context, { value }: Field): Promise<readonly string[]> {
  const { index } = await context.client();
  // Every kind with a hyphen is one that the server defines.
  const words = knownValues(index, value.kind as LearnedValue);
  const field = value.kind.slice(value.kind.indexOf('-') + 1);
  const rank = (word: string): number => rankOf(field, word) ?? -1;
  return [...words].sort((a, b) => (field === 'priority' ? rank(b) - rank(a) : rank(a) - rank(b)));
}

type Change = { readonly add: string } | { readonly remove: string } | 'clear' | 'type';

/** Adds one item to a list, or takes one away. */
async function askList(context: Context, { field, answers }: FieldQuestion): Promise<Answer> {
  const now = itemsOf(answers[field.key]);
  const isTag = field.value.kind.endsWith('-tag');
  const known = isTag
    ? (await wordsFor(context, field)).map((word) => ({ name: word, value: word }))
    : ((await field.options?.(answers)) ?? []);
  const choices: Option<Change>[] = [
    ...known.filter(({ value }) => !now.includes(value)).map(({ name, value }) => ({ name, value: { add: value } })),
    ...(isTag ? [{ name: 'another one…', value: 'type' as const }] : []),
    ...now.map((value) => ({ name: `remove ${shown(field, value)}`, value: { remove: value } })),
    ...(now.length > 1 ? [{ name: 'remove all', value: 'clear' as const }] : []),
  ];
  const message =
    now.length === 0 ? field.label : `${field.label} (now ${shown(field, now)}; type remove to remove it)`;
  const chosen = await context.prompt.search({ ...question(field), message, choices });
  if (chosen === 'clear') return [];
  if (chosen === 'type') {
    const typed = (await context.prompt.line({ ...question(field), message: 'New tag' })).trim();
    return typed === '' || now.includes(typed) ? now : [...now, typed];
  }
  return 'add' in chosen ? [...now, chosen.add] : now.filter((each) => each !== chosen.remove);
}
