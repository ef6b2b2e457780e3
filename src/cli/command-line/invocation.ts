import { type Flag, type FlagTable, givenTwice, longName } from '../../args/flag.js';
import { canBeAsked, type VerbBody } from '../../args/verb.js';
import { type GlobalValues, globalFlags } from './global-flags.js';
import type { Outline } from './outline.js';

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
  let names = verb.entry === noun.command ? 1 : 2;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (names > 0 && !word.startsWith('-')) {
      names -= 1;
      globals.unshift({});
    } else if (names === 0 && (word === '--' || (passThrough && !/^-./s.test(word)))) {
      args.push(...words.slice(word === '--' ? at + 1 : at));
      break;
    } else if (word === '-' || !word.startsWith('-')) args.push(word);
    else {
      const given = readFlags(word, words[at + 1], names === 0 ? declared : {});
      if (!given) return undefined;
      for (const { key, flag, isGlobal, text } of given) {
        const values = (isGlobal ? globals[0] : own) as Values;
        values[key] = text === undefined ? !/^--no-/.test(flag.flags) : parseOnce(flag, text, values[key], now);
      }
      if (given.some(({ takesNext }) => takesNext)) at += 1;
    }
  }
  const mayMiss = canBeAsked(places);
  const isMissing = places.some(({ isOptional }, at) => !mayMiss && !isOptional && args[at] === undefined);
  const isTooMany = args.length > places.length && !places.some(({ isRepeatable }) => isRepeatable);
  if (names > 0 || isMissing || isTooMany) return undefined;
  return invocationOf(outline, { args, own, globals });
}

/** What was read of a line with a verb. */
export function invocationOf(
  { noun, verb }: Outline,
  {
    args,
    own,
    globals,
  }: { readonly args: readonly string[]; readonly own: Values; readonly globals: readonly Values[] },
): Invocation {
  if (!noun || !verb) throw new Error('no verb');
  const { entry, body } = verb;
  const flags: Values = {};
  for (const [key, flag] of Object.entries(body.flags)) flags[key] = own[key] ?? flag.initial;
  const command = noun.name === entry.name ? noun.name : `${noun.name} ${entry.name}`;
  return { command, verb: body, args, flags, globals: mergeGlobals(globals) };
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

interface GivenFlag extends FoundFlag {
  /** Undefined for a flag without a value. */
  readonly text: string | undefined;
  readonly takesNext?: boolean;
}

interface FoundFlag {
  readonly key: string;
  readonly flag: Flag<unknown>;
  readonly isGlobal: boolean;
}

/** The flags in a word, several if they are short ones; undefined if it is none. */
function readFlags(word: string, next: string | undefined, own: FlagTable): readonly GivenFlag[] | undefined {
  if (word.startsWith('--')) {
    const [name = '', ...rest] = word.split('=');
    const found = findFlag(name, own);
    const attached = rest.length > 0 ? rest.join('=') : undefined;
    return found && giveText(found, attached, next);
  }
  const given: GivenFlag[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const found = findFlag(`-${word[at]}`, own);
    if (!found) return undefined;
    const attached = found.flag.value && at + 1 < word.length ? word.slice(at + 1) : undefined;
    const last = giveText(found, attached, next);
    if (!last) return undefined;
    given.push(...last);
    if (found.flag.value) break;
  }
  return given;
}

function giveText(found: FoundFlag, attached: string | undefined, next: string | undefined) {
  if (!found.flag.value) return attached === undefined ? [{ ...found, text: undefined }] : undefined;
  const text = attached ?? next;
  return text === undefined ? undefined : [{ ...found, text, takesNext: attached === undefined }];
}

function findFlag(name: string, own: FlagTable): FoundFlag | undefined {
  for (const table of [own, globalFlags])
    for (const [key, flag] of Object.entries<Flag<unknown>>(table))
      if (flag.flags.split(', ').includes(name)) return { key, flag, isGlobal: table === globalFlags };
  return undefined;
}
