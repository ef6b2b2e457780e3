import { checkAlias } from '../../args/check-alias.js';
import { type FlagTable, longName } from '../../args/flag.js';
import type { Noun } from '../../args/verb.js';
import { nouns } from '../../commands/nouns.js';
import { attempt, usageError } from '../../contract/errors.js';
import { shellWord } from '../../contract/shell-word.js';
import { globalFlags } from './global-flags.js';
import {
  flagCommands,
  flagHabits,
  nounHabits,
  verbForName,
  verbHabits,
  verbNames,
  wordHabits,
  workNames,
} from './habits.js';
import { findVerb, isCommand, type Outline } from './outline.js';

const reference = /^(?:[a-z][a-z0-9]*-\d+|@)$/i;

/** What to type instead of an unknown word; undefined if that is anyone's guess. */
export async function habitHint(word: string, typed: Outline): Promise<string | undefined> {
  if (typed.noun) return await verbHint(typed.noun, word, typed);
  const args = argumentsAfter(word, typed);
  const [first = 'list', ...rest] = args;
  return workNames.has(word) ? wordHint(first, rest) : wordHint(word, args);
}

/** What was probably meant by a noun that is followed by the name of something. */
export function nameHint(word: string, typed: Outline): string | undefined {
  const { name = '' } = typed.noun ?? {};
  const verb = verbForName[name];
  const tables = [verbNames, verbHabits, nounHabits[name] ?? {}];
  const isVerb = tables.some((table) => Object.hasOwn(table, word)) || nouns.some((each) => findVerb(each, word));
  if (word === '' || verb === undefined || isVerb) return undefined;
  const args = argumentsAfter(word, typed);
  const isMore = args.length > 0 && keyed.has(name);
  if (isMore || (name === 'attachments' && !reference.test(word))) return undefined;
  if (name === 'alias') return aliasHint(word, typed.words);
  return `tracker ${name} ${verb} ${shellWord([word, ...args].join(' '))}`;
}

/** How an alias is set; undefined if it would be refused, which only a shell can say of a script. */
function aliasHint(name: string, words: readonly string[]): string | undefined {
  const typed = words.slice(words.indexOf(name) + 1);
  const text = typed.length === 1 ? (typed[0] ?? '') : typed.map(shellWord).join(' ');
  const given = { name, text, commands: { has: isCommand }, now: new Date() };
  const isAccepted = text.length < longestAlias && attempt(() => checkAlias(given)) === 'command';
  return isAccepted ? `tracker alias set ${name} ${shellWord(text)}` : undefined;
}

/** A longer one cannot be read in a hint (characters). */
const longestAlias = 100;

/** Nouns whose names are single words. */
const keyed: ReadonlySet<string> = new Set(['views', 'drafts', 'instances', 'attachments']);

/** What a table has for a word that anybody may have typed. */
function valueIn<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}

function argumentsAfter(word: string, { words }: Pick<Outline, 'words'>): readonly string[] {
  return words.slice(words.indexOf(word) + 1).filter((each) => !each.startsWith('-'));
}

/** The line with other words at an index; undefined if it is too long to be read. */
function retyped(words: readonly string[], at: number, others: readonly string[]): string | undefined {
  const line = ['tracker', ...words.slice(0, at), ...others, ...words.slice(at + 1)].map(shellWord).join(' ');
  return line.length > 120 ? undefined : line;
}

/** The command for a word in place of a noun. */
function wordHint(word: string, args: readonly string[]): string | undefined {
  if (reference.test(word)) return `tracker view ${word}`;
  if (word === 'set') return setHint(args);
  const short = findShort(word);
  const [first = '', ...rest] = args;
  const pair = valueIn(wordHabits, `${word} ${first}`);
  if (pair !== undefined) return fill(pair, rest);
  const template =
    (short && shortTemplate(short)) ??
    (reference.test(first) ? valueIn(wordHabits, `${word} REF`) : undefined) ??
    valueIn(wordHabits, word) ??
    valueIn(verbHabits, word) ??
    commandsOf(word) ??
    commandsOf(valueIn(verbNames, word) ?? '');
  return template && fill(template, args);
}

/** The command for a word in place of a verb of this noun. */
async function verbHint(noun: Noun, word: string, typed: Outline): Promise<string | undefined> {
  const own = valueIn(nounHabits[noun.name] ?? {}, word);
  const args = argumentsAfter(word, typed);
  if (own !== undefined) return fill(own, args);
  if (isWork(noun)) {
    if (reference.test(word)) return `tracker view ${word}`;
    if (word === 'set') return setHint(args);
    const short = findShort(word);
    const template = short ? shortTemplate(short) : valueIn(verbHabits, word);
    if (template !== undefined) return (await isFor(template, noun)) ? fill(template, args) : undefined;
  }
  const name = valueIn(verbNames, word);
  const verb = name === undefined ? undefined : findVerb(noun, name)?.name;
  return verb === undefined ? undefined : retyped(typed.words, typed.words.indexOf(word), [verb]);
}

/** Whether a command can be used with what this noun names. */
async function isFor(template: string, noun: Noun): Promise<boolean> {
  const used = nouns.find(({ name }) => name === template.split(' ')[1]);
  if (used === undefined || isWork(used)) return used?.name === noun.name;
  const [first] = (await used.command?.load())?.verb.arguments ?? [];
  return first?.value.of?.some((kind) => kind === noun.name) !== false;
}

function findShort(word: string): Noun | undefined {
  return nouns.find(({ name, aliases, group }) => group === 'Task or ticket' && [name, ...aliases].includes(word));
}

function shortTemplate({ name }: Noun): string {
  const what = { assign: 'USER', unassign: 'USER', time: 'DURATION', attach: 'FILE' }[name];
  return `tracker ${name} REF${what === undefined ? '' : ` ${what}`}`;
}

/** `set X status=done`. */
function setHint([ref = '', ...pairs]: readonly string[]): string | undefined {
  const flags = pairs.map((pair) => /^(status|priority|due|title|tag|assignee)=(.+)$/s.exec(pair));
  if (!reference.test(ref) || flags.length === 0 || flags.some((each) => each === null)) return undefined;
  return `tracker edit ${ref} ${flags.map((each) => `--${each?.[1]} ${shellWord(each?.[2] ?? '')}`).join(' ')}`;
}

/** What the flag is called here. */
export async function flagHint(word: string, typed: Outline): Promise<string | undefined> {
  const { noun, verb } = typed;
  if (/^--licen[sc]e?s?$/.test(word)) return 'tracker --licenses';
  // A thread has no notes.
  const others = noun?.name === 'chat' ? undefined : flagCommands[word];
  const name = verb?.entry.name ?? '';
  const other = others?.[`${noun?.name} ${name}`] ?? others?.[name];
  if (other !== undefined) return fill(other, argumentsAfter(name, typed));
  const names = noun === undefined ? [] : await flagsOf(noun, verb);
  const meant = flagHabits[word]?.find((each) => names.includes(each.split(' ')[0] ?? ''));
  return meant && `use ${meant}`;
}

/** The flags that can be used; of a verb for tasks and tickets, those that both have. */
async function flagsOf(noun: Noun, verb: Outline['verb']): Promise<readonly string[]> {
  const kinds = nouns.filter(isWork).map((each) => findVerb(each, noun.name));
  const bodies =
    noun.group === 'Task or ticket' && kinds.every((each) => each !== undefined)
      ? await Promise.all(kinds.map(async (each) => (await each.load()).verb))
      : [];
  const [first = [], ...others] = [verb?.body, ...bodies].map((body) => shownNames(body?.flags ?? {}));
  const own = first.filter((name) => others.every((names) => names.includes(name)));
  return [...own, ...shownNames(globalFlags)];
}

/** The long names of the flags that help shows. */
export function shownNames(flags: FlagTable): readonly string[] {
  return Object.values(flags).flatMap((flag) => (flag.isHidden ? [] : longName(flag.flags)));
}

/** Whether a command for tasks or tickets has this flag: then it is no misspelt one. */
export async function isFlagElsewhere(name: string): Promise<boolean> {
  const bodies = await Promise.all(
    nouns.filter(isWork).flatMap(({ verbs }) => verbs.map(async (each) => await each.load())),
  );
  return bodies.some(({ verb }) => Object.values(verb.flags).some(({ flags }) => longName(flags) === name));
}

/** Where an extra word belongs. */
export function extraWordHint({ noun, verb, words }: Outline): string | undefined {
  if (!noun || !verb) return undefined;
  const { entry, body } = verb;
  const own = words.find((word) => [entry.name, ...entry.aliases].includes(word)) ?? noun.name;
  const given = argumentsAfter(own, { words });
  const [ref = '', ...text] = given;
  const habit = noun.command === entry ? valueIn(nounHabits[noun.name] ?? {}, ref) : undefined;
  if (habit !== undefined) return fill(habit, text);
  if (noun.name === 'api' && /^[a-z]+$/i.test(ref))
    return retyped(words, words.indexOf(ref), ['-X', ref.toUpperCase()]);
  if (noun.name === 'status' && reference.test(ref)) return wordHint('status', given);
  const command = noun.command === entry ? noun.name : `${noun.name} ${entry.name}`;
  const flags = Object.keys(body.flags);
  const [first, second] = body.arguments ?? [];
  if (flags.includes('note')) return line(command, given.slice(0, 2), '--note', given.slice(2).join(' '));
  if (flags.includes('body') && first?.value.kind === 'ref') {
    const short = noun.command || isWork(noun) ? findShort(entry.name) : undefined;
    const takesText = short && (second === undefined || second.value.kind === 'text');
    return takesText ? line(short.name, [ref, text.join(' ')]) : line(command, [ref], '--body', text.join(' '));
  }
  if (first?.value.kind !== 'text') return undefined;
  return `put text of several words in quotes: ${shellWord(given.join(' '))}`;
}

function line(command: string, words: readonly string[], ...more: readonly string[]): string {
  return ['tracker', command, ...[...words, ...more].map(shellWord)].join(' ');
}

/** Throws a usage error for a verb in place of a reference, as in `note view "Before the demo"` and `comment list`. */
export function refuseVerb({ noun, verb: own, words }: Outline): void {
  if (!noun || own?.entry !== noun.command) return;
  const at = words.findIndex((word) => [noun.name, ...noun.aliases].includes(word)) + 1;
  const [word = '', ...others] = words.slice(at);
  const habit = valueIn(nounHabits[noun.name] ?? {}, word);
  if (habit !== undefined) throw usageError(`'${word}' is not a reference`, fill(habit, others));
  const plural = nouns.find(({ name }) => name === `${noun.name}s`);
  const verb = plural && (findVerb(plural, word) ?? findVerb(plural, valueIn(verbNames, word) ?? ''));
  if (!verb && !nouns.some((each) => findVerb(each, word))) return;
  const hint = verb
    ? line(`${plural.name} ${verb.name}`, others)
    : wordHint(word, argumentsAfter(word, { words: words.slice(at) }));
  throw usageError(`'${word}' is not a reference`, hint);
}

const placeholders = /\b(?:STATUS|USER|TAG|PRIORITY|DAY|DURATION|OTHER|ITEM|FILE|TITLE|TEXT|PROJECT|ORG)\b/g;

/** A template with what was typed in place of its words in capitals; unchanged if it needs a reference and none was typed. */
function fill(template: string, args: readonly string[]): string {
  const [ref = '', ...rest] = template.includes('REF') ? args : ['', ...args];
  if (template.includes('REF') && !reference.test(ref)) return template;
  const value = rest.join(' ');
  const filled = template.replaceAll('REF', ref);
  return value === '' ? filled : filled.replace(placeholders, () => shellWord(value));
}

/** The commands of tasks and tickets with this verb. */
function commandsOf(word: string): string | undefined {
  const named = nouns.filter(isWork).flatMap((noun) => {
    const entry = findVerb(noun, word);
    return entry ? [`tracker ${noun.name} ${entry.name}${withoutReference.has(entry.name) ? '' : ' REF'}`] : [];
  });
  return named.length === 0 ? undefined : named.join(' or ');
}

const withoutReference: ReadonlySet<string> = new Set(['list', 'create']);

function isWork({ name }: Noun): boolean {
  return name === 'tasks' || name === 'tickets';
}
