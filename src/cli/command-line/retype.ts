import type { VerbBody } from '../../args/verb.js';
import { shellWord } from '../../contract/shell-word.js';
import { globalFlags } from './global-flags.js';
import { loadVerb, type Outline, outline, placesOfWords } from './outline.js';
import { buildProgram } from './program.js';

/**
 * Another command with what `arrange` makes of the words that were typed, its own name included. All options stay as they were
 * typed, so that no hint turns a dry run into a write. Undefined if the command would refuse the line, or cannot tell an option's
 * value from a word.
 */
export async function retype(
  { words: typed }: Pick<Outline, 'words'>,
  command: string,
  arrange: (words: readonly string[], verb: VerbBody) => readonly string[] | undefined,
): Promise<string | undefined> {
  const verb = await loadVerb(command);
  const places = verb && placesOfWords(typed, { ...verb.flags, ...globalFlags });
  if (!places) return undefined;
  const given = places.map((at) => typed[at] ?? '');
  const words = arrange(given, verb);
  if (!words) return undefined;
  const [from = 0] = places;
  const options = typed.filter((_, at) => at > from && !places.includes(at));
  const line = [...typed.slice(0, from), ...command.split(' '), ...words, ...options];
  const hint = shellLine(line);
  // A long hint would not be printed whole, and a password in an address must not be.
  const isShown = hint.length < 1000 && !/:\/\/[^/\s]*@/.test(hint);
  return isShown && (await isAccepted(line)) ? hint : undefined;
}

/** The words in capitals that stand for what was typed. */
export const placeholder = /^(?:REF|STATUS|USER|TAG|PRIORITY|DAY|DURATION|OTHER|ITEM|FILE|TITLE|TEXT|PROJECT|ORG)$/;

/** A command line to be typed. */
export function shellLine(words: readonly string[]): string {
  return ['tracker', ...words].map(shellWord).join(' ');
}

async function isAccepted(line: readonly string[]): Promise<boolean> {
  const samples: Readonly<Record<string, string>> = { DAY: 'today', DURATION: '1h' };
  const seen = await outline(line.map((word) => samples[word] ?? word));
  let isRun = false;
  const program = buildProgram({
    ...{ outline: seen, version: '', columns: 80, now: new Date(), writeOut: () => undefined, help: undefined },
    onInvocation: ({ globals, verb }) => {
      isRun = !globals.dryRun || verb.writes !== undefined;
    },
  });
  await program.parseAsync([...seen.words], { from: 'user' }).catch(() => undefined);
  return isRun;
}
