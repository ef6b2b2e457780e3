import type { FlagTable } from '../args/flag.js';
import type { NounContent, Verb } from '../args/verb.js';
import { globalFlags } from './global-flags.js';
import { findNoun, type Noun } from './nouns.js';

/** The words of a command line, read just far enough to know which verb is meant. */
export interface Outline {
  /** The words Commander parses: `list` put in where a bare noun lists, `--json=a,b` written out. */
  readonly words: readonly string[];
  readonly noun: Noun | undefined;
  readonly content: NounContent | undefined;
  readonly verb: Verb | undefined;
}

/**
 * Finds noun and verb, loading the noun's module. A noun followed by nothing or by an option lists, so `list` is put in
 * there and nowhere else: any other word must be a verb.
 */
export async function outline(argv: readonly string[]): Promise<Outline> {
  const nounAt = nextWord(argv, 0);
  const noun = nounAt === undefined ? undefined : findNoun(argv[nounAt] ?? '');
  if (nounAt === undefined || !noun)
    return { words: expand(argv, 0, {}), noun: undefined, content: undefined, verb: undefined };
  const content = await noun.load();
  if ('verb' in content) return { words: expand(argv, nounAt, content.verb.flags), noun, content, verb: content.verb };
  const verbAt = nextWord(argv, nounAt + 1);
  const named = verbAt === undefined ? undefined : findVerb(content.verbs, argv[verbAt] ?? '');
  if (named && verbAt !== undefined) return { words: expand(argv, verbAt, named.flags), noun, content, verb: named };
  const list = findVerb(content.verbs, 'list');
  if (!list || verbAt !== undefined || !isListing(argv, nounAt + 1))
    return { words: expand(argv, nounAt, {}), noun, content, verb: undefined };
  const words = [...argv.slice(0, nounAt + 1), list.name, ...argv.slice(nounAt + 1)];
  return { words: expand(words, nounAt + 1, list.flags), noun, content, verb: list };
}

/** The verb with this name or alias; `delete` and `remove` answer to each other. */
export function findVerb(verbs: readonly Verb[], word: string): Verb | undefined {
  return verbs.find((verb) => verbNames(verb).includes(word));
}

/** Name and aliases of a verb. */
export function verbNames({ name, aliases = [] }: Verb): readonly string[] {
  return [name, ...(standardAliases[name] ?? []), ...aliases];
}

const standardAliases: Readonly<Record<string, readonly string[]>> = {
  list: ['ls'],
  view: ['show'],
  create: ['new'],
  delete: ['remove', 'rm'],
  remove: ['delete', 'rm'],
};

/** Whether nothing, or an option that is not a request for the noun's help, follows the noun. */
function isListing(argv: readonly string[], from: number): boolean {
  const word = argv[skipGlobals(argv, from)];
  return word !== '-h' && word !== '--help';
}

function skipGlobals(argv: readonly string[], from: number): number {
  let at = from;
  while (at < argv.length) {
    const step = stepOver(argv[at] ?? '', globalFlags);
    if (step === 0) return at;
    at += step;
  }
  return at;
}

/** The place of the next word that is neither a global option nor its value; undefined at any other option or the end. */
function nextWord(argv: readonly string[], from: number): number | undefined {
  const at = skipGlobals(argv, from);
  const word = argv[at];
  return word === undefined || word.startsWith('-') ? undefined : at;
}

/** How many words an option of the table takes up; 0 when it is none of them. */
function stepOver(word: string, flags: FlagTable): number {
  if (word === '--' || !word.startsWith('-')) return 0;
  const [name = '', attached] = word.startsWith('--')
    ? splitAt(word, '=')
    : [word.slice(0, 2), word.slice(2) || undefined];
  const flag = Object.values(flags).find((each) => each.flags.split(/[ ,<]+/).includes(name));
  if (!flag) return 0;
  return flag.flags.includes('<') && attached === undefined ? 2 : 1;
}

/** Writes `--json=a,b` out as `--json --fields a,b`, never behind `--` and never inside an option's value. */
function expand(words: readonly string[], verbAt: number, flags: FlagTable): readonly string[] {
  const known: FlagTable = { ...flags, ...globalFlags };
  const expanded: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    if (word === '--') return [...expanded, ...words.slice(at)];
    const step = Math.max(1, stepOver(word, at < verbAt ? globalFlags : known));
    if (word.startsWith('--json=')) expanded.push('--json', '--fields', word.slice('--json='.length));
    else expanded.push(...words.slice(at, at + step));
    at += step;
  }
  return expanded;
}

function splitAt(word: string, mark: string): [string, string | undefined] {
  const at = word.indexOf(mark);
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}
