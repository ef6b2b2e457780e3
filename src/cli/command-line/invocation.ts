import { type Flag, givenTwice, longName } from '../../args/flag.js';
import { canBeAsked, type VerbBody } from '../../args/verb.js';
import { addedFlags, type GlobalValues, globalFlags } from './global-flags.js';
import { awaiting, flagsIn, type Outline } from './outline.js';

/** What a command line asks for. */
export interface Invocation {
  /** The words that name it: `tickets view`. */
  readonly command: string;
  readonly verb: VerbBody;
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  readonly globals: GlobalValues;
}

type Values = Record<string, unknown>;

/** What Commander takes for no flag. */
const negativeNumber = /^-(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/;

/**
 * Reads a command line that asks for no help and is without mistakes, as most are, in a tenth of the time that Commander takes to
 * load and to do it; undefined for any other, of which Commander says what is wrong. Throws what the parsers of its flags throw.
 */
export function readInvocation(outline: Outline, now: Date): Invocation | undefined {
  const { words, noun, verb } = outline;
  if (!noun || !verb) return undefined;
  const { flags: declared, arguments: places = [], passThrough } = verb.body;
  const own: Values = {};
  // Of the program, the noun and the verb, the last one first.
  const globals: Values[] = [{}];
  const args: string[] = [];
  const mayBeginWithDash = places.some((each) => each.mayBeginWithDash);
  let names = verb.entry === noun.command ? 1 : 2;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (names > 0 && !word.startsWith('-')) {
      names -= 1;
      globals.unshift({});
    } else if (names === 0 && (word === '--' || (passThrough && !/^-./s.test(word)))) {
      args.push(...words.slice(word === '--' ? at + 1 : at));
      break;
    } else if (word === '-' || !word.startsWith('-') || (names === 0 && negativeNumber.test(word))) args.push(word);
    else {
      const given = flagsIn(word, names === 0 ? [declared, globalFlags, addedFlags] : [globalFlags]);
      if (awaiting(given)) at += 1;
      if (!given && names === 0 && mayBeginWithDash) args.push(word);
      else if (!given) return undefined;
      for (const { key, flag, table, attached } of given ?? []) {
        const text = attached ?? (flag.value && words[at]);
        const isWrong = (text === undefined) !== (flag.value === undefined);
        if (isWrong || table === addedFlags) return undefined;
        const values = (table === globalFlags ? globals[0] : own) as Values;
        values[key] = text === undefined ? !/^--no-/.test(flag.flags) : parseOnce(flag, text, values[key], now);
      }
    }
  }
  const mayMiss = canBeAsked(places);
  const isMissing = places.some(({ isOptional }, at) => !mayMiss && !isOptional && args[at] === undefined);
  const isTooMany = args.length > places.length && !places.some(({ isRepeatable }) => isRepeatable);
  if (names > 0 || isMissing || isTooMany) return undefined;
  const flags: Values = {};
  for (const [key, flag] of Object.entries(declared)) flags[key] = own[key] ?? flag.initial;
  const { name } = verb.entry;
  const command = noun.name === name ? name : `${noun.name} ${name}`;
  return { command, verb: verb.body, args, flags, globals: mergeGlobals(globals) };
}

/** The global flags from anywhere on the line, nearest the verb first. Repeated values must agree; of lists, the first one wins. */
export function mergeGlobals(levels: readonly Values[]): GlobalValues {
  const values: Values = {};
  for (const level of levels) {
    for (const [key, value] of Object.entries(level)) {
      if (!(key in values)) values[key] = value;
      else if (value !== values[key] && !Array.isArray(value)) {
        throw givenTwice(longName(globalFlags[key as keyof typeof globalFlags].flags));
      }
    }
  }
  return values;
}

/** The value of a flag's text; `previous` is what it was given before. Throws a usage error for a second one where there may be one. */
export function parseOnce(
  { flags, parse, initial, mayRepeat }: Flag<unknown>,
  text: string,
  previous: unknown,
  now: Date,
) {
  const value = parse ? parse(text, previous, now) : text;
  const isSecond = previous !== undefined && !Array.isArray(initial);
  if (isSecond && !(mayRepeat && value === previous)) throw givenTwice(longName(flags));
  return value;
}
