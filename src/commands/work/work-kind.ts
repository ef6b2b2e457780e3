import type { Context } from '../../args/context.js';
import { type Flag, longName } from '../../args/flag.js';
import { isParsed, notBlank, word as wordFlag } from '../../args/more-flags.js';
import { type ServerWord, serverWord } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import { type Row, textsOf } from '../../contract/row.js';
import { refuseMisspelt, requireOneWord, spelled } from './words.js';

/** What the commands know of a kind of work: everything in which a task and a ticket differ. */
export interface WorkKind {
  readonly kind: 'task' | 'ticket';
  /** In the order of help and of requests. */
  readonly fields: WorkFields;
  readonly tag: `${'task' | 'ticket'}-tag`;
  /** The flags that the form of a stored one offers, in this order. */
  readonly form: readonly string[];
  /** Those of them that anyone may change who can read it. */
  readonly free: readonly string[];
  /** Whether the people of a change are looked up for each one that it changes; otherwise once. */
  readonly looksUpEach: boolean;
  readonly findPeople: (client: Client, among: PeopleScope) => FindPeople;
}

/** The ids of people by their names. What lists people is read once, however often it is called. */
export type FindPeople = (names: readonly string[]) => Promise<readonly string[]>;

/** Whose people a name is looked up among: those of a stored one, as it was just read, or of the first of a command. */
export interface PeopleScope {
  readonly seen?: Row | undefined;
  readonly beside?: string | undefined;
}

/** A field with one value: its flag, what a form calls it, and how its text is sent. */
export interface WorkField {
  readonly flag: Flag<unknown>;
  readonly label: string;
  /** Its name in requests and responses, if not that of its flag. */
  readonly name?: string;
  readonly isRequired?: boolean;
  /** What of it only the server defines. */
  readonly word?: ServerWord;
  /** What it means for something new that the server has stored another value. */
  readonly ifReplaced?: 'error' | 'warning';
}

export type WorkFields = Readonly<Record<string, WorkField>>;

/** A field whose values only the server defines. */
export function wordField(of: ServerWord, label: string, flag: readonly [flags: string, help: string]) {
  return { flag: wordFlag(...flag, serverWord(of)), label, word: of };
}

/** The flags of fields, by the same names. */
type FlagsOf<F extends WorkFields> = { readonly [K in keyof F]: F[K]['flag'] };

export function flagsOf<F extends WorkFields>(fields: F): FlagsOf<F> {
  // Object.fromEntries forgets the names.
  return Object.fromEntries(Object.entries(fields).map(([key, { flag }]) => [key, flag])) as FlagsOf<F>;
}

/**
 * The fields of a request from the values of their flags; null clears. Known words are spelled as this server does: `In-Progress`
 * becomes `in_progress`; others are sent unchanged. Throws what `requireOneWord` throws, for tags that are to be added too.
 */
export function readFields(
  context: Context,
  client: Client,
  { work, given }: { readonly work: WorkKind; readonly given: Readonly<Record<string, unknown>> },
): Row {
  const read: Record<string, unknown> = {};
  const tags = [given.tag, given.addTag, given.setTag].flatMap(textsOf);
  refuseMisspelt(context, client, { flag: '--tag', kind: work.tag, words: tags });
  for (const [key, { flag: declared, word, name = key }] of Object.entries(work.fields)) {
    const [value, flag] = [given[key], longName(declared.flags)];
    if (isParsed(value)) read[name] = value.value;
    if (typeof value !== 'string') continue;
    const text = notBlank(value, flag);
    if (word) requireOneWord(context, client, { flag, kind: word, word: text });
    read[name] = word ? spelled(client, word, text) : text;
  }
  return read;
}
