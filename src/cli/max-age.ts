import type { Settings } from '../config/settings.js';
import { ageIn } from '../contract/age.js';
import { usageError } from '../contract/errors.js';
import { quote } from '../contract/text/unsafe-characters.js';
import type { GlobalValues } from './command-line/global-flags.js';
import type { Invocation } from './command-line/invocation.js';

interface CommandQuestion {
  readonly globals: GlobalValues;
  readonly settings: Settings;
  readonly typed: Pick<Invocation, 'verb' | 'args'>;
  /** Whether the command changes something on the server, and whether it follows changes. */
  readonly writes: boolean;
  readonly follows: boolean;
}

/**
 * How old an answer from memory may be that a command gets (milliseconds), as its flag says, or else the environment or the
 * setting; 0 if it asks the server, whatever they say. Without a server, only the flag counts. Throws a usage error for a flag that
 * has no effect, or is no age.
 */
export function readMaxAge({ globals, settings, ...command }: CommandQuestion): Settings['maxAge'] {
  const { maxAge, refresh } = globals;
  const { env, stored, offline } = settings;
  if (maxAge !== undefined && refresh) throw usageError('--max-age and --refresh cannot be used together');
  if (refresh && offline) throw usageError('--refresh asks the server, and --offline sends nothing');
  const flag = refresh ? '--refresh' : '--max-age';
  const isUsed = isServed(command);
  if (!isUsed && (refresh || maxAge !== undefined))
    throw usageError(`this command does not use ${flag}`, `leave out ${flag}`);
  if (refresh) return 0;
  if (maxAge === undefined && (!isUsed || offline)) return undefined;
  const [text = '', source] =
    maxAge !== undefined
      ? [maxAge, flag]
      : env.TRACKER_MAX_AGE
        ? [env.TRACKER_MAX_AGE, 'TRACKER_MAX_AGE']
        : [stored['max-age'], 'the setting max-age'];
  const age = ageIn(text);
  if (age === undefined) {
    const error = usageError(`${source}: ${quote(text)} is not an age`, 'ages look like 30s, 10m, 1h or 2d');
    if (maxAge === undefined) return error;
    throw error;
  }
  const { verb, args } = command.typed;
  // What is picked from a list is asked for.
  const isPicking = verb.arguments?.slice(args.length).some(({ isOptional }) => !isOptional);
  return isPicking && !offline ? 0 : age;
}

/** Whether what a command reads is only to be shown. */
function isServed({ typed, writes, follows }: Omit<CommandQuestion, 'globals' | 'settings'>): boolean {
  const { prints, asksServer } = typed.verb;
  const isResult = typeof prints === 'string' ? prints === 'result' || prints === 'nothing' : 'outcomes' in prints;
  return !writes && !follows && !isResult && !asksServer;
}
