import { type Flag, type FlagTable, longName } from '../../args/flag.js';
import type { Noun, VerbBody, VerbEntry } from '../../args/verb.js';
import { findNoun } from '../../commands/nouns.js';
import { usageError } from '../../contract/errors.js';
import { maskTyped } from '../../contract/text/mask-url.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { askedFormats, formats } from '../../output/formats.js';
import { addedFlags, globalFlags } from './global-flags.js';

/** A command line, read just far enough to find its verb. */
export interface Outline {
  /** The words Commander parses: `list` added after a bare noun, `--json=a,b` expanded. */
  readonly words: readonly string[];
  /** The words before those of a command that the verb runs. */
  readonly own: readonly string[];
  readonly noun: Noun | undefined;
  readonly verb: { readonly entry: VerbEntry; readonly body: VerbBody } | undefined;
  /** Whether the word in the place of a noun or verb is unknown. */
  readonly hasUnknownWord: boolean;
}

/**
 * Finds the noun and verb and loads the verb's file. `list` is added only if the noun is followed by nothing or by an option;
 * any other word must be a verb.
 */
export async function outline(argv: readonly string[]): Promise<Outline> {
  const nounAt = nextWord(argv, 0);
  const noun = nounAt === undefined ? undefined : findNoun(argv[nounAt] ?? '');
  if (nounAt === undefined || !noun) {
    const hasUnknownWord = nounAt !== undefined;
    return { words: expand(argv, 0), own: argv, noun: undefined, verb: undefined, hasUnknownWord };
  }
  const verbAt = nextWord(argv, nounAt + 1);
  const named = verbAt === undefined ? undefined : findVerb(noun, argv[verbAt] ?? '');
  if (named && verbAt !== undefined) return await withVerb(argv, verbAt, noun, named);
  if (noun.command) return await withVerb(argv, nounAt, noun, noun.command);
  const list = findDefault(noun);
  const isColumns = verbAt !== undefined && argv[verbAt - 1] === '--json' && columnsPattern.test(argv[verbAt] ?? '');
  const asksForHelp = /^(?:-h|--help)$/.test(argv[skipFlags(argv, nounAt + 1, globalFlags)] ?? '');
  if (!list || (verbAt !== undefined && !isColumns) || asksForHelp) {
    return { words: expand(argv, nounAt), own: argv, noun, verb: undefined, hasUnknownWord: verbAt !== undefined };
  }
  const words = [...argv.slice(0, nounAt + 1), list.name, ...argv.slice(nounAt + 1)];
  return await withVerb(words, nounAt + 1, noun, list);
}

/** The words that are not part of a command that the verb runs, nor after `--`. Never throws. */
export async function ownWords(argv: readonly string[]): Promise<readonly string[]> {
  const before = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  const seen = await outline(before).catch(() => undefined);
  return seen?.own ?? before;
}

async function withVerb(argv: readonly string[], at: number, noun: Noun, entry: VerbEntry): Promise<Outline> {
  const { verb: body } = await entry.load();
  const ours = body.passThrough ? skipFlags(argv, at + 1, body.flags, globalFlags) : argv.length;
  const words = [...expand(argv.slice(0, ours), at, body), ...argv.slice(ours)];
  return { words, own: argv.slice(0, ours), noun, verb: { entry, body }, hasUnknownWord: false };
}

/** The verb that a noun alone stands for. */
export function findDefault(noun: Noun): VerbEntry | undefined {
  return noun.needsVerb || noun.command ? undefined : findVerb(noun, 'list');
}

/** Finds a verb by name, then by alias: `delete` and `remove` are aliases of each other. */
export function findVerb({ verbs }: Noun, word: string): VerbEntry | undefined {
  return verbs.find(({ name }) => name === word) ?? verbs.find(({ aliases }) => aliases.includes(word));
}

/** The words of a verb on a command line, and its other names, of which no other verb has the first. */
export function namesOf(noun: Noun, entry: VerbEntry) {
  if (entry === noun.command) return { words: [noun.name], aliases: noun.aliases };
  const isFree = (alias: string): boolean => noun.verbs.every(({ name }) => name !== alias);
  return { words: [noun.name, entry.name], aliases: entry.aliases.filter(isFree) };
}

/** Whether a word begins a command line of our own. */
export function isCommand(word: string): boolean {
  return word === 'help' || findNoun(word) !== undefined;
}

/** Whether the word in place of a reference may be a verb, as in `comment list`. No verb has a digit. */
export function mayNameVerb({ noun, words }: Outline): boolean {
  if (noun?.group !== 'Task or ticket') return false;
  const at = words.findIndex((word) => [noun.name, ...noun.aliases].includes(word)) + 1;
  return !/\d/.test(words[at] ?? '');
}

/** The verb of a command such as `tasks edit` or `close`; undefined if there is none. */
export async function loadVerb(command: string): Promise<VerbBody | undefined> {
  return (await findCommand(command)?.load())?.verb;
}

/** What help says of a command in one line; '' if there is none. */
export function summaryOf(command: string): string {
  return findCommand(command)?.summary ?? '';
}

function findCommand(command: string): VerbEntry | undefined {
  const [noun = '', word = ''] = command.split(' ');
  const found = findNoun(noun);
  return found && (findVerb(found, word) ?? found.command);
}

/** The index of the first word if it is no command, and so may be an alias. */
export function findAliasAt(argv: readonly string[]): number | undefined {
  const at = nextWord(argv, 0);
  return at === undefined || isCommand(argv[at] ?? '') ? undefined : at;
}

/**
 * The words to show help for, without `help` itself: it may be the first word (after any global flags) or follow a noun with
 * verbs (`tasks help`). Undefined if it is neither; `search help` searches for the word.
 */
export function findHelp(argv: readonly string[]): readonly string[] | undefined {
  const first = nextWord(argv, 0);
  if (first === undefined) return undefined;
  const noun = findNoun(argv[first] ?? '');
  const mayFollow = noun !== undefined && !noun.command;
  const at = argv[first] === 'help' ? first : mayFollow ? nextWord(argv, first + 1) : undefined;
  if (at === undefined || argv[at] !== 'help') return undefined;
  const asked = argv.toSpliced(at, 1);
  return findHelp(asked) ?? asked;
}

/** The index of the next word that is neither one of these flags nor the value of one. */
function skipFlags(argv: readonly string[], from: number, ...tables: readonly FlagTable[]): number {
  for (let at = from; ; ) {
    const step = stepOver(argv[at] ?? '', tables);
    if (step === 0) return at;
    at += step;
  }
}

/** The index of the next word that is neither a global option nor its value; undefined at any other option and at the end. */
function nextWord(argv: readonly string[], from: number): number | undefined {
  const at = skipFlags(argv, from, globalFlags);
  const word = argv[at];
  return word === undefined || word.startsWith('-') ? undefined : at;
}

/** The indexes of the words that are no options nor their values; undefined if an option is not in the table, as it may have one. */
export function placesOfWords(argv: readonly string[], ...tables: readonly FlagTable[]): readonly number[] | undefined {
  const places: number[] = [];
  for (let at = skipFlags(argv, 0, ...tables); at < argv.length; at = skipFlags(argv, at + 1, ...tables)) {
    if (/^-./s.test(argv[at] ?? '')) return undefined;
    places.push(at);
  }
  return places;
}

/** How many words an option and its value take up; 0 if it is not in the tables. */
function stepOver(word: string, tables: readonly FlagTable[]): number {
  const given = flagsIn(word, tables);
  return awaiting(given) ? 2 : given ? 1 : 0;
}

/** A flag in a word, the table it is from, and the text that is attached to it. */
interface GivenFlag {
  readonly key: string;
  readonly flag: Flag<unknown>;
  readonly table: FlagTable;
  readonly attached: string | undefined;
}

/** The flags in a word as Commander reads it, several if they are short ones; undefined if it is none, or has any other. */
export function flagsIn(word: string, tables: readonly FlagTable[]): readonly GivenFlag[] | undefined {
  const find = (name: string, attached?: string): GivenFlag | undefined => {
    for (const table of tables)
      for (const [key, flag] of Object.entries(table))
        if (flag.flags.split(', ').includes(name)) return { key, flag, table, attached };
    return undefined;
  };
  const [, name, text] = /^(--[^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const long = name === undefined ? undefined : find(name, text);
  if (name !== undefined) return long && [long];
  const short: GivenFlag[] = [];
  for (let at = 1; word.startsWith('-') && at < word.length; at += 1) {
    const found = find(`-${word[at]}`, word.slice(at + 1) || undefined);
    if (!found) return undefined;
    if (found.flag.value) return [...short, found];
    short.push({ ...found, attached: undefined });
  }
  return short.length === 0 ? undefined : short;
}

/** The flag whose value is the next word, if there is one. */
export function awaiting(given: readonly GivenFlag[] | undefined): Flag<unknown> | undefined {
  const last = given?.at(-1);
  return last?.attached === undefined && last?.flag.value ? last.flag : undefined;
}

/**
 * Throws a usage error for a value that alone would be a flag of this command: in `--body -n`, the text was left out
 * (docs/requirements.md, R99).
 */
export function refuseFlagAsValue({ own, verb }: Outline): void {
  const known = [verb?.body.flags ?? {}, globalFlags, addedFlags];
  for (let at = 0; at < own.length && own[at] !== '--'; at += 1) {
    const flag = awaiting(flagsIn(own[at] ?? '', known));
    const value = own[at + 1];
    if (!flag || value === undefined) continue;
    at += 1;
    // `-due` is a column in descending order.
    const mayBegin = flag.value?.kind === 'order' && !value.startsWith('--');
    const isFlag = value === '--' || (flagsIn(value, known) ?? formatNamed(value, own[at + 1])) !== undefined;
    if (mayBegin || !isFlag) continue;
    const [name, typed] = [longName(flag.flags), maskTyped(value)];
    throw usageError(`${name} has no value: ${typed} is a flag`, `to use it as the value: ${name}=${shellWord(typed)}`);
  }
}

/**
 * Expands `--json=a,b`, and `--json a,b` where no argument can follow, to `--json --fields a,b`, and `-o json` to `--json`, except
 * after `--` and inside an option's value.
 */
export function expand(words: readonly string[], verbAt: number, verb?: Pick<VerbBody, 'flags' | 'arguments'>) {
  const known = [verb?.flags ?? {}, globalFlags];
  const takesOutput = flagsIn('-o', known) !== undefined;
  const expanded: string[] = [];
  const given: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    if (word === '--') return [...expanded, ...words.slice(at)];
    const format = takesOutput || at < verbAt ? undefined : formatNamed(word, words[at + 1]);
    const step = format?.step ?? Math.max(1, stepOver(word, at < verbAt ? [globalFlags] : known));
    const columns = word.startsWith('--json=') ? word.slice('--json='.length) : undefined;
    const next = word === '--json' && at >= verbAt ? words[at + 1] : undefined;
    if (columns !== undefined) expanded.push('--json', '--fields', columns);
    else if (format) expanded.push(format.flag);
    else if (next !== undefined && verb && areColumns(next, verb, given)) expanded.push('--json', '--fields');
    else expanded.push(...words.slice(at, at + step));
    if (at > verbAt && step === 1 && !word.startsWith('-') && expanded.at(-2) !== '--fields') given.push(word);
    at += step;
  }
  return expanded;
}

/** `--json` for `-o json` and `--output=json`, and how many words that takes. */
function formatNamed(word: string, next = ''): { readonly flag: string; readonly step: number } | undefined {
  const [, attached] = /^(?:-o|--output)(?:=?(.+))?$/s.exec(word) ?? [];
  const name = attached ?? (/^(?:-o|--output)$/.test(word) ? next : undefined);
  const flag = `--${name}`;
  const isFormat = askedFormats.some((format) => formats[format].flags === flag);
  return isFormat ? { flag, step: attached === undefined ? 2 : 1 } : undefined;
}

const columnsPattern = /^[a-z][\w.]*(?:,[a-z][\w.]*)*$/i;

/** Whether a word after `--json` names columns: no argument can follow, or only references, which look different. */
function areColumns(word: string, { arguments: all = [], writes }: Partial<VerbBody>, given: readonly string[]) {
  if (!columnsPattern.test(word)) return false;
  const last = all.at(-1);
  if (last?.isRepeatable !== true) return given.length >= all.length;
  const isWork = last.value.of?.every((kind) => kind === 'tasks' || kind === 'tickets') === true;
  return (isWork || word.includes(',')) && writes === undefined && given.length >= all.length;
}
