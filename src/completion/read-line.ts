import { type FlagTree, findWord, type NounTree, type StoredTree, type VerbTree } from './tree.js';

/** What the words before the cursor mean. */
export interface Spot {
  readonly noun: NounTree | undefined;
  readonly verb: VerbTree | undefined;
  readonly isHelp: boolean;
  /** Whether the word in the place of a noun or verb is unknown. */
  readonly isLost: boolean;
  readonly args: readonly string[];
  readonly flags: readonly string[];
  /** Whether no more flags follow. */
  readonly ended: boolean;
  /** The flag whose value comes next. */
  readonly pending: FlagTree | undefined;
  /** The instance named by a flag, or empty. */
  readonly instance: string;
}

/** Reads the words between the program's name and the cursor. */
export function readLine(tree: StoredTree, words: readonly string[]): Spot {
  return words.reduce((spot, word) => readWord(tree, spot, word), start);
}

const start: Spot = {
  noun: undefined,
  verb: undefined,
  isHelp: false,
  isLost: false,
  args: [],
  flags: [],
  ended: false,
  pending: undefined,
  instance: '',
};

function readWord(tree: StoredTree, spot: Spot, word: string): Spot {
  if (spot.pending) return withValue({ ...spot, pending: undefined }, spot.pending, word);
  if (spot.ended) return { ...spot, args: [...spot.args, word] };
  if (word === '--') return { ...spot, ended: true };
  if (word.startsWith('--')) return readLong(tree, spot, word);
  if (/^-./.test(word)) return readShort(tree, spot, word.slice(1));
  return readPlain(tree, spot, word);
}

function readLong(tree: StoredTree, spot: Spot, word: string): Spot {
  const equals = word.indexOf('=');
  const { flag, at } = findFlag(tree, spot, equals < 0 ? word : word.slice(0, equals));
  if (!flag?.kind) return at;
  return equals < 0 ? { ...at, pending: flag } : withValue(at, flag, word.slice(equals + 1));
}

/** Short flags may be combined, with the value of the last one attached. */
function readShort(tree: StoredTree, spot: Spot, letters: string): Spot {
  const { flag, at } = findFlag(tree, spot, `-${letters[0]}`);
  const rest = letters.slice(1);
  if (flag?.kind) return rest === '' ? { ...at, pending: flag } : withValue(at, flag, rest);
  return rest === '' ? at : readShort(tree, at, rest);
}

function readPlain(tree: StoredTree, spot: Spot, word: string): Spot {
  const { noun, verb, isHelp } = spot;
  if (spot.isLost) return spot;
  const own = findWord(verbsInstead(tree, spot), word);
  if (own) return { ...spot, verb: own };
  if (verb && !isHelp) {
    const takesCommand = verb.arguments?.[0]?.kind === 'command';
    return { ...spot, args: [...spot.args, word], ended: takesCommand };
  }
  if (word === 'help' && !isHelp) return { ...spot, isHelp: true };
  if (!noun) {
    const found = findWord(tree.nouns, word);
    return found ? { ...spot, noun: found, verb: found.command } : { ...spot, isLost: true };
  }
  const found = verb ? undefined : findWord(noun.verbs ?? [], word);
  return found ? { ...spot, verb: found } : { ...spot, isLost: true };
}

/** The verbs of a noun that is itself a command, where one of them may follow. */
export function verbsInstead(tree: StoredTree, { noun, verb, args, flags }: Spot): readonly VerbTree[] {
  const isGlobal = (flag: string): boolean => tree.globalFlags.some(({ name }) => name === flag);
  const isFirst = verb !== undefined && verb === noun?.command && args.length === 0 && flags.every(isGlobal);
  return (isFirst && noun?.verbs) || [];
}

/** An instance given by a flag decides which references are offered. */
function withValue(spot: Spot, flag: FlagTree, value: string): Spot {
  return flag.kind === 'instance' ? { ...spot, instance: value } : spot;
}

/** Finds a flag by one of its names. After a bare noun, a flag that is not global belongs to the default verb. */
export function findFlag(tree: StoredTree, spot: Spot, name: string) {
  const among = (flags: readonly FlagTree[] = []): FlagTree | undefined =>
    flags.find((flag) => flag.name === name || flag.short === name);
  const flag = among(tree.globalFlags) ?? among(spot.verb?.flags);
  if (flag || spot.verb) return { flag, at: withFlag(spot, flag) };
  const verb = defaultVerb(spot);
  const own = among(verb?.flags);
  return { flag: own, at: withFlag(verb ? { ...spot, verb } : spot, own) };
}

function withFlag(spot: Spot, flag: FlagTree | undefined): Spot {
  return flag ? { ...spot, flags: [...spot.flags, flag.name] } : spot;
}

/** The verb that is meant: the one named, or the default of the noun. */
export function defaultVerb({ noun, verb }: Spot): VerbTree | undefined {
  return verb ?? noun?.verbs?.find(({ name }) => name === noun.default);
}
