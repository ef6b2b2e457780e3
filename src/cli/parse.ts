import { CommanderError } from 'commander';
import { type TrackerError, usageError } from '../contract/errors.js';
import { mayName } from '../contract/row.js';
import { readPackageFile } from '../disk/package-file.js';
import { findHelp, mayNameVerb, type Outline, outline, refuseFlagAsValue } from './command-line/outline.js';
import { buildProgram, type Invocation, type ProgramParts } from './command-line/program.js';
import type { Host } from './host.js';

/** What only an error needs. */
const usage = () => import('./command-line/usage-error.js');

/** Text for stdout, or to print below an error on stderr. */
export interface HelpText {
  readonly help: string;
  readonly error?: TrackerError;
}

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
  return await parseWith(host, seen, mayShowHelp(seen) ? await import('./help/help.js') : undefined);
}

async function parseWith(host: Host, seen: Outline, help: ProgramParts['help']): Promise<Invocation | HelpText> {
  let invocation: Invocation | undefined;
  let text = '';
  const program = buildProgram({
    outline: seen,
    now: host.now(),
    version: host.version,
    columns: Math.min(host.io.stdout.columns(), 100),
    writeOut: (written) => {
      text += written;
    },
    onInvocation: (given) => {
      invocation = given;
    },
    help,
  });
  try {
    if (help && seen.words.length === 0) return { help: help.startPage(host.io.stdout.columns()) };
    await program.parseAsync([...wordsToParse(seen)], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'tracker.licenses') return { help: licences(seen) };
    if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return { help: text };
    if (error.code !== 'commander.help') throw await (await usage()).toUsageError(error, seen);
  }
  if (!invocation) return (await usage()).askForMore(program, seen);
  const { verb, args } = invocation;
  const about = verb.arguments?.[0];
  const places = about?.isRepeatable ? args : args.slice(0, 1);
  if (about?.value.kind === 'ref' && (!places.every(mayName) || /^\s*\d+[.,]/.test(args[1] ?? '')))
    await (await import('./command-line/retype.js')).refuseMisplaced(seen, invocation);
  return invocation;
}

/** The texts; those of the single file have Node's as well. Throws a usage error if there is anything else on the line. */
function licences({ words }: Outline): string {
  if (words.length > 1) throw usageError('--licenses stands alone', 'tracker --licenses');
  const texts = ['LICENSE', 'THIRD_PARTY_NOTICES'].map((name) => readPackageFile(name).toString().trim());
  return `${texts.join(`\n\n${'-'.repeat(78)}\n`)}\n`;
}

function mayShowHelp({ words, verb }: Outline): boolean {
  return verb === undefined || words.some((word) => /^(--help|-\w*h\w*)$/.test(word));
}

/** Drops `--help` after an unknown word, so the word is reported instead of showing the help of something else. */
function wordsToParse({ words, hasUnknownWord }: Outline): readonly string[] {
  return hasUnknownWord ? words.filter((word) => word !== '-h' && word !== '--help') : words;
}
