import { mayName } from '../contract/row.js';
import { type Invocation, readInvocation } from './command-line/invocation.js';
import { findHelp, mayNameVerb, outline, refuseFlagAsValue } from './command-line/outline.js';
import type { HelpText } from './command-line/with-commander.js';
import type { Host } from './host.js';

/** Parses the command line to an invocation, or to the text of help or version. Throws usage errors. */
export async function parse(host: Host): Promise<Invocation | HelpText> {
  const asked = findHelp(host.argv);
  if (asked === undefined) return await parseWords(host, host.argv);
  const help = await (await import('./help/help-command.js')).answerHelp(host, asked);
  return help === undefined ? await parseWords(host, [...asked, '--help']) : { help };
}

export async function parseWords(host: Host, words: readonly string[]): Promise<Invocation | HelpText> {
  const seen = await outline(words);
  refuseFlagAsValue(seen);
  // Before any text typed with a verb in place of a reference becomes a draft.
  if (mayNameVerb(seen)) await (await import('./command-line/habit-hint.js')).refuseVerb(seen);
  const parsed = readInvocation(seen, host.now());
  if (!parsed) return await (await import('./command-line/with-commander.js')).answerLine(host, seen);
  const { verb, args } = parsed;
  const about = verb.arguments?.[0];
  const places = about?.isRepeatable ? args : args.slice(0, 1);
  if (about?.value.kind === 'ref' && (!places.every(mayName) || /^\s*\d+[.,]/.test(args[1] ?? '')))
    await (await import('./command-line/retype.js')).refuseMisplaced(seen, parsed);
  return parsed;
}
