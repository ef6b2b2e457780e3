import { CommanderError } from 'commander';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { readPackageFile } from '../../disk/package-file.js';
import type { Host } from '../host.js';
import type { Invocation } from './invocation.js';
import type { Outline } from './outline.js';
import { buildProgram } from './program.js';

/** What only an error needs. */
const usage = () => import('./usage-error.js');

/** Text for stdout, or to print below an error on stderr. */
export interface HelpText {
  readonly help: string;
  readonly error?: TrackerError;
}

/** Has Commander parse the command line, which says what is wrong with it, and lays out help. Throws usage errors. */
export async function parseWith(host: Host, seen: Outline, mayShowHelp: boolean): Promise<Invocation | HelpText> {
  const help = mayShowHelp ? await import('../help/help.js') : undefined;
  let invocation: Invocation | undefined;
  let text = '';
  const program = buildProgram({
    outline: seen,
    now: host.now(),
    version: host.version,
    columns: () => Math.min(host.io.stdout.columns(), 100),
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
  return invocation ?? (await usage()).askForMore(program, seen);
}

/** The texts; those of the single file have Node's as well. Throws a usage error if there is anything else on the line. */
function licences({ words }: Outline): string {
  if (words.length > 1) throw usageError('--licenses stands alone', 'tracker --licenses');
  const texts = ['LICENSE', 'THIRD_PARTY_NOTICES'].map((name) => readPackageFile(name).toString().trim());
  return `${texts.join(`\n\n${'-'.repeat(78)}\n`)}\n`;
}

/** Drops `--help` after an unknown word, so the word is reported instead of showing the help of something else. */
function wordsToParse({ words, hasUnknownWord }: Outline): readonly string[] {
  return hasUnknownWord ? words.filter((word) => word !== '-h' && word !== '--help') : words;
}
