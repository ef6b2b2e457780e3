import { checkAlias } from '../../args/check-alias.js';
import { parseDay } from '../../args/day.js';
import { minutesIn } from '../../args/duration.js';
import { type FlagTable, longName } from '../../args/flag.js';
import type { Noun } from '../../args/verb.js';
import { findNoun, nouns } from '../../commands/nouns.js';
import { attempt, usageError } from '../../contract/errors.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { localDay } from '../../output/time.js';
import { globalFlags } from './global-flags.js';
import { flagCommands, flagHabits, verbForName, verbHabits, verbNames, wordHabits, workNames } from './habits.js';
import { findVerb, isCommand, type Outline, placesOfWords } from './outline.js';
import { placeholder, retype, shellLine } from './retype.js';

const reference = /^(?:[a-z][a-z0-9]*-\d+|@)$/i;

/** What to type instead of an unknown word; undefined if that is anyone's guess. */
export async function habitHint(word: string, typed: Outline): Promise<string | undefined> {
  if (typed.noun) return await verbHint(typed.noun, word, typed);
  const first = wordAfter(word, typed);
  if (!workNames.has(word)) return await wordHint(word, typed, 1);
  return first === '' ? await wordHint('list', typed, 1) : await wordHint(first, typed, 2);
}

/** What was probably meant by a noun that is followed by the name of something. */
export async function nameHint(word: string, typed: Outline): Promise<string | undefined> {
  const { name = '' } = typed.noun ?? {};
  const verb = verbForName[name];
  const isKnown = (verbNames[word] ?? verbHabits[word] ?? wordHabits[`${name} ${word}`]) !== undefined;
  const isCommand = isKnown || nouns.some((each) => findVerb(each, word));
  if (word === '' || verb === undefined || isCommand || findNoun(word)) return undefined;
  if (name === 'attachments' && !reference.test(word)) return undefined;
  if (name === 'alias') return aliasHint(word, typed.words);
  return await retype(typed, `${name} ${verb}`, ([, ...words]) =>
    ['views', 'drafts', 'instances', 'attachments'].includes(name) ? words : [words.join(' ')],
  );
}

/** How an alias is set; undefined if it would be refused, which only a shell can say of a script. */
function aliasHint(name: string, words: readonly string[]): string | undefined {
  const typed = words.slice(words.indexOf(name) + 1);
  const text = typed.length === 1 ? (typed[0] ?? '') : typed.map(shellWord).join(' ');
  const given = { name, text, commands: { has: isCommand }, now: new Date() };
  // A longer one cannot be read in a hint.
  const isAccepted = text.length < 100 && attempt(() => checkAlias(given)) === 'command';
  return isAccepted ? `tracker alias set ${name} ${shellWord(text)}` : undefined;
}

/** The word that follows, if it is no option. */
function wordAfter(word: string, { words }: Pick<Outline, 'words'>): string {
  return words[words.indexOf(word) + 1]?.replace(/^-.*/s, '') ?? '';
}

/** The command for a word in place of a noun, or what it is to be done to; the last of this many words. */
async function wordHint(word: string, typed: Outline, count: number): Promise<string | undefined> {
  if (reference.test(word)) return await fill('tracker view REF', typed, count - 1);
  if (word === 'set') return await setHint(typed, count);
  const short = findShort(word);
  const named = findShort(verbNames[word] ?? '');
  const first = wordAfter(word, typed);
  const pair = wordHabits[`${word} ${first}`];
  if (pair !== undefined) return await fill(pair, typed, count + 1);
  const own = wordHabits[word];
  // What follows a noun that several commands stand for is a verb of its own, and no argument of theirs.
  if (own !== undefined && (first === 'list' || (first !== '' && own.includes(' or '))))
    return await fill(own, typed, count + 1);
  const template =
    (short && shortTemplate(short)) ??
    (reference.test(first) ? wordHabits[`${word} REF`] : undefined) ??
    own ??
    verbHabits[word] ??
    (named && shortTemplate(named)) ??
    commandsOf(word) ??
    commandsOf(verbNames[word] ?? '');
  return template && (await fill(template, typed, count));
}

/** The command for a word in place of a verb of this noun. */
async function verbHint(noun: Noun, word: string, typed: Outline): Promise<string | undefined> {
  const own = wordHabits[`${noun.name} ${word}`];
  if (own !== undefined) return await fill(own, typed, 2);
  if (isWork(noun)) {
    if (reference.test(word) || word === 'set') return await wordHint(word, typed, 2);
    const short = findShort(word);
    const template = short ? shortTemplate(short) : verbHabits[word];
    if (template !== undefined) return (await isFor(template, noun)) ? await fill(template, typed, 2) : undefined;
  }
  const verb = (findVerb(noun, word) ?? findVerb(noun, verbNames[word] ?? ''))?.name;
  if (verb === undefined) return undefined;
  const command = `${noun.name} ${verb}`;
  return (await retype(typed, command, ([, , ...words]) => words)) ?? `tracker help ${command}`;
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
  const what = { assign: 'USER', unassign: 'USER', time: 'DURATION', attach: 'FILE', snooze: 'WHEN' }[name];
  return `tracker ${name} REF${what === undefined ? '' : ` ${what}`}`;
}

/** `set X status=done`. */
async function setHint(typed: Outline, count: number): Promise<string | undefined> {
  return await retype(typed, 'edit', (words) => {
    const [ref = '', ...pairs] = words.slice(count);
    const flags = pairs.map((pair) => /^(status|priority|due|title|tag|assignee)=(.+)$/s.exec(pair));
    if (!reference.test(ref) || flags.length === 0 || flags.some((each) => each === null)) return undefined;
    return [ref, ...flags.flatMap((each) => [`--${each?.[1]}`, each?.[2] ?? ''])];
  });
}

/** What the flag is called here. */
export async function flagHint(word: string, typed: Outline): Promise<string | undefined> {
  const { noun, verb } = typed;
  if (/^--licen[sc]e?s?$/.test(word)) return 'tracker --licenses';
  if (word === '-v' && !noun) return 'tracker --version';
  const name = verb?.entry.name ?? '';
  const isOf = (each: string): boolean => each === name || each === `${noun?.name} ${name}`;
  const [, , other] = flagCommands.find(([each, flags]) => isOf(each) && flags.split(' ').includes(word)) ?? [];
  // A thread has no notes.
  if (other !== undefined && noun?.name !== 'chat') {
    const words = typed.words.toSpliced(typed.words.indexOf(word), 1);
    return await fill(other, { words }, noun?.command === verb?.entry ? 1 : 2);
  }
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
export async function extraWordHint({ noun, verb, words }: Outline): Promise<string | undefined> {
  if (!noun || !verb) return undefined;
  const { entry, body } = verb;
  const isAlone = noun.command === entry;
  const count = isAlone ? 1 : 2;
  const given = placesOfWords(words, body.flags, globalFlags)?.map((at) => words[at] ?? '');
  const [ref = ''] = given?.slice(count) ?? [];
  const habit = isAlone || isWork(noun) ? wordHabits[`${entry.name} ${ref}`] : undefined;
  if (habit !== undefined) return await fill(habit, { words }, count + 1);
  if (entry.name === 'list' && isWork(noun)) {
    const meant = reference.test(ref) ? `tracker ${noun.name} view REF` : wordHabits[`${noun.name} search`];
    return meant && (await fill(meant, { words }, count));
  }
  if (noun.name === 'api' && /^[a-z]+$/i.test(ref))
    return shellLine(words.toSpliced(words.indexOf(ref), 1, '-X', ref.toUpperCase()));
  if (noun.name === 'logout' && given?.length === 2) return await retype({ words }, 'logout', () => ['-I', ref]);
  if (noun.name === 'status' && reference.test(ref)) return await fill(verbHabits.status ?? '', { words }, 1);
  const command = isAlone ? noun.name : `${noun.name} ${entry.name}`;
  const [first, second] = body.arguments ?? [];
  if (second?.value.kind === 'duration') return await fill(`tracker ${command} REF DURATION`, { words }, count);
  const flag = ['body', 'add'].find((each) => Object.hasOwn(body.flags, each));
  if (flag !== undefined && first?.value.kind === 'ref') {
    const short = flag === 'body' && (isAlone || isWork(noun)) ? findShort(entry.name) : undefined;
    const takesText = short && (second === undefined || second.value.kind === 'text');
    return await retype({ words }, takesText ? short.name : command, (all) => {
      const [of = '', ...text] = all.slice(count);
      return [of, ...(takesText ? [] : [`--${flag}`]), text.join(' ')];
    });
  }
  if (first?.value.kind !== 'text' || !given) return undefined;
  return `put text of several words in quotes: ${shellWord(given.slice(count).join(' '))}`;
}

/** Throws a usage error for a verb in place of a reference, as in `note view "Before the demo"` and `comment list`. */
export async function refuseVerb(typed: Outline): Promise<void> {
  const { noun, verb, words } = typed;
  if (!noun || verb?.entry !== noun.command) return;
  const word = words[words.findIndex((each) => [noun.name, ...noun.aliases].includes(each)) + 1] ?? '';
  const plural = findNoun(`${noun.name}s`);
  const own = (await verbHint(noun, word, typed)) ?? (plural && (await verbHint(plural, word, typed)));
  if (own === undefined && !nouns.some((each) => findVerb(each, word))) return;
  const hint = own ?? (await wordHint(word, typed, 2)) ?? `tracker help ${noun.name}`;
  throw usageError(`'${word}' is not a reference`, hint);
}

/**
 * A template with what was typed after the first words in place of its words in capitals, and all options. Unchanged if these do
 * not fit, or the help of its commands if it could then be run as it is, without what was typed. Of several commands, those that fit.
 */
async function fill(template: string, typed: Pick<Outline, 'words'>, count: number): Promise<string | undefined> {
  if (typed.words.length === count) return template;
  const parts = template.split(/((?:,| or|, or) )(?=tracker )/);
  const filled = await Promise.all(
    parts.map(async (each) => (each.startsWith('tracker ') ? await fillOne(each, typed, count) : each)),
  );
  if (!filled.includes(undefined)) return filled.join('');
  const fitting = filled.filter((each) => each?.startsWith('tracker '));
  if (fitting.length > 0) return fitting.join(' or ');
  return template.split(' ').some((word) => placeholder.test(word)) ? template : helpOf(parts);
}

/** The help of what a word of habit stands for. */
export function helpForHabit(word: string): string | undefined {
  if (workNames.has(word)) return 'tracker help tasks or tracker help tickets';
  const template = wordHabits[word] ?? verbHabits[word];
  return template && helpOf(template.split(/(?:,| or|, or) (?=tracker )/));
}

/** How to read about these commands; undefined if there is nothing to read. */
function helpOf(commands: readonly string[]): string | undefined {
  const named = commands.flatMap((each) => /^tracker ([a-z]+(?: [a-z]+)*)/.exec(each)?.[1] ?? []);
  return named.length === 0 ? undefined : named.map((each) => `tracker help ${each}`).join(' or ');
}

async function fillOne(template: string, typed: Pick<Outline, 'words'>, count: number): Promise<string | undefined> {
  const [, command = '', rest = ''] = /^tracker ([a-z]+(?: [a-z]+)*)(?: (.*))?$/.exec(template) ?? [];
  const blanks = rest.split(' ').filter(Boolean);
  const isBlank = (each: string): boolean => each !== 'REF' && placeholder.test(each);
  return await retype(typed, command, (all, { arguments: [first, second] = [] }) => {
    const isAbout = blanks.includes('REF');
    const [ref = '', words] = isAbout ? [all[count], all.slice(count + 1)] : ['', all.slice(count)];
    if (isAbout && !reference.test(ref)) return undefined;
    const filled = blanks.flatMap((each, at) =>
      each === 'REF' ? ref : isBlank(each) && words.length > 0 ? typedFor(each, words, blanks[at - 1]) : each,
    );
    if (words.length === 0 || blanks.some(isBlank)) return filled;
    if (isAbout && second?.value.kind === 'text') return [...filled, words.join(' ')];
    const areRefs = first?.isRepeatable === true && words.every((word) => reference.test(word));
    return !isAbout || areRefs ? [...filled, ...words] : undefined;
  });
}

/** What was typed for a word in capitals: of an argument that may be repeated, each by itself. */
function typedFor(blank: string, words: readonly string[], before = ''): readonly string[] {
  // The name of an instance is one word, and so is what a task depends on.
  if (blank === 'NAME' || blank === 'OTHER') return words.length === 1 ? words : [blank];
  if (before.startsWith('--') || !['DURATION', 'USER', 'FILE', 'ITEM'].includes(blank)) return [words.join(' ')];
  return blank === 'DURATION' ? durationAndNote(words) : words;
}

/** `1h --note phoned` of `1 hour phoned`, and `1h --date yesterday` of `1h yesterday`. */
function durationAndNote(words: readonly string[]): readonly string[] {
  const joined = (at: number): string => words.slice(0, at + 1).join('');
  const isEnd = (word: string, at: number): boolean => at === 0 || at === words.length - 1 || /[a-z]$/i.test(word);
  // Two numbers in a row are not one.
  const isOne = (at: number): boolean => !/\d \d/.test(words.slice(0, at + 1).join(' '));
  const last = words.findLastIndex((word, at) => isEnd(word, at) && isOne(at) && minutesIn(joined(at)) !== undefined);
  const at = last < 0 && /^\d/.test(words[0] ?? '') ? 0 : last;
  const duration = at < 1 ? words[at] : joined(at).replaceAll(/([hm])[a-z]+/gi, '$1');
  const note = words.slice(at + 1);
  if (note.length > 0 && note.every((word) => /^\d+$/.test(word))) return ['DURATION'];
  const text = note.join(' ');
  const flag = isPastDay(text) ? '--date' : '--note';
  return [duration ?? 'DURATION', ...(note.length > 0 ? [flag, text] : [])];
}

function isPastDay(text: string): boolean {
  const now = new Date();
  const day = attempt(() => parseDay(text, '--date', now, true));
  return day !== undefined && day <= localDay(now);
}

/** The commands of tasks and tickets with this verb. */
function commandsOf(word: string): string | undefined {
  const named = nouns.filter(isWork).flatMap((noun) => {
    const entry = findVerb(noun, word);
    return entry ? [`tracker ${noun.name} ${entry.name}${['list', 'create'].includes(entry.name) ? '' : ' REF'}`] : [];
  });
  return named.length === 0 ? undefined : named.join(' or ');
}

function isWork({ name }: Noun): boolean {
  return name === 'tasks' || name === 'tickets';
}
