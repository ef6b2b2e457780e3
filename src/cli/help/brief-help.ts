import { type Flag, longName } from '../../args/flag.js';
import type { Argument, Noun, VerbBody, VerbEntry } from '../../args/verb.js';
import { nouns } from '../../commands/nouns.js';
import { namesOf } from '../command-line/outline.js';

/** What is about the next ticket, the tickets and the tasks, besides the commands of one or the other. */
const explained: readonly string[] = ['next', 'tickets', 'tasks'];
const ofOne: Noun['group'] = 'Task or ticket';

/** The most bytes of the help of a verb: 400 tokens. */
const mostBytes = 1_600;

/** `tracker help --brief`: a line for each noun with its verbs and their arguments, and a summary of those for tasks and tickets. */
export async function briefOverview(): Promise<string> {
  const lines = await Promise.all(nouns.map(nounLine));
  return [
    'tracker NOUN VERB ARGUMENTS; flags: tracker help NOUN VERB --brief; output for programs: --brief, --json',
    ...lines,
    '',
  ].join('\n');
}

/** `tracker help NOUN [VERB] --brief`: a verb, or the verbs of a noun, each with its summary. */
export async function briefHelp(noun: Noun, verb: VerbEntry | undefined): Promise<string> {
  const entry = verb ?? (noun.verbs.length === 0 ? noun.command : undefined);
  const wordsOf = (each: VerbEntry): string => namesOf(noun, each).words.join(' ');
  if (entry) return briefVerb(wordsOf(entry), entry.summary, (await entry.load()).verb);
  const entries = [noun.command ?? [], noun.verbs].flat();
  const lines = await Promise.all(entries.map(async (each) => await verbLine(wordsOf(each), each, true)));
  return [...lines, ''].join('\n');
}

async function nounLine(noun: Noun): Promise<string> {
  const { name, verbs, command, group } = noun;
  const hasShort = (verb: VerbEntry): boolean => nouns.some((each) => each.group === ofOne && each.name === verb.name);
  const isExplained = explained.includes(name) || group === ofOne;
  const own = command ? [await verbLine(name, command, isExplained)] : [];
  const all = verbs.map(async (each) => await verbLine(each.name, each, explained.includes(name) && !hasShort(each)));
  const line = (await Promise.all(all)).join(', ');
  return line === '' ? own.join('') : command ? `${own.join('')}; ${line}` : `${name}: ${line}`;
}

async function verbLine(words: string, { load, summary }: VerbEntry, isExplained: boolean): Promise<string> {
  const { verb } = await load();
  const line = [words, ...argumentsOf(verb)].join(' ');
  return isExplained ? `${line} (${summary})` : line;
}

/** What a verb does, its arguments, and its flags, in the words of its help as far as they fit. */
function briefVerb(words: string, summary: string, verb: VerbBody): string {
  const usage = ['tracker', words, ...argumentsOf(verb)].join(' ');
  const flags = Object.values(verb.flags).filter(({ isHidden }) => !isHidden);
  const text = (most: number): string =>
    [`${usage}: ${summary}`, ...flags.map((flag) => `${spellingOf(flag)}  ${shortHelp(flag.help, most)}`), ''].join(
      '\n',
    );
  const fits = (most: number): boolean => Buffer.byteLength(text(most)) <= mostBytes;
  return text([70, 50, 30].find(fits) ?? 20);
}

/** `-s, --status STATUS`; those of which there may be several end in `…`. */
function spellingOf({ flags, value, initial }: Flag<unknown>): string {
  const short = /^-\w/.exec(flags)?.[0];
  const name = short === undefined ? longName(flags) : `${short} ${longName(flags)}`;
  const of = value?.kind === 'word' && value.words ? value.words.join('|') : value?.name.toUpperCase();
  return of === undefined ? name : `${name} ${of}${Array.isArray(initial) ? '…' : ''}`;
}

/** The first clause of a help, cut after a word where it is too long. */
function shortHelp(help: string, most: number): string {
  const clause = help.replace(/(?:[;:]| \().*$/s, '');
  if (clause.length <= most) return clause;
  const start = clause.slice(0, most).replace(/\s+\S*$/, '');
  return `${start}…`;
}

function argumentsOf({ arguments: declared = [] }: VerbBody): readonly string[] {
  return declared.map(({ value, isOptional, isRepeatable }: Argument) => {
    const name = `${value.name.toUpperCase()}${isRepeatable ? '…' : ''}`;
    return isOptional ? `[${name}]` : name;
  });
}
