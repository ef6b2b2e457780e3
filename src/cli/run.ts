import { type Command, CommanderError } from 'commander';
import { type FlagTable, longName } from '../args/flag.js';
import { ExitWith, TrackerError, usageError } from '../errors.js';
import { cleanLine } from '../output/text/clean.js';
import { findHelp, findVerb, type Outline, outline } from './command-line.js';
import type { Host } from './host.js';
import { findNoun } from './nouns.js';
import { buildProgram, type Invocation, type ProgramParts } from './program.js';

/**
 * Runs one command line from its words to its exit code, and never throws. Data goes to stdout, everything else to
 * stderr; an error is told here and nowhere else.
 */
export async function run(host: Host): Promise<number> {
  try {
    const parsed = await parse(host);
    if ('verb' in parsed) await invoke(host, parsed);
    else if (parsed.error) return await tell(host, parsed.error, `\n${parsed.help}`);
    else await printHelp(host, parsed.help);
    return 0;
  } catch (error) {
    return await tell(host, error);
  }
}

/** Tells an error on stderr, with help below it for people, and gives the exit code. Never throws. */
export async function tell(host: Host, error: unknown, help = ''): Promise<number> {
  const { reportError, wantsJson } = await import('./report.js');
  const json = wantsJson(host.argv);
  const debug = host.argv.includes('--debug');
  host.io.stderr.draw('');
  const report = reportError(withReason(error, host.signal), { json, debug, clean: cleanLine });
  await host.io.stderr.write(json ? report.text : report.text + help).catch(() => undefined);
  return report.exitCode;
}

/** What a signal aborts a command with. */
export function interruptedBy(name: string, exitCode: number): TrackerError {
  return new TrackerError('interrupted', name === 'SIGINT' ? 'interrupted' : `ended by ${name}`, { exitCode });
}

async function invoke(host: Host, { verb, args, flags, globals }: Invocation): Promise<void> {
  if (globals.dryRun && !verb.writes) throw usageError('this command has no dry run', 'leave out --dry-run');
  const { wire } = await import('./wire.js');
  const { context, finish } = await wire(host, globals);
  let isDone = false;
  try {
    if (!context.prompt.possible) refuseTerminalFlags(verb.flags, flags);
    await verb.run(context, args, flags);
    isDone = true;
  } finally {
    await finish(isDone);
  }
}

/** What a flag opens would wait for nobody (docs/requirements.md, R63). */
function refuseTerminalFlags(table: FlagTable, given: Invocation['flags']): void {
  for (const [key, { flags, needsTerminal }] of Object.entries(table)) {
    if (needsTerminal === undefined || !given[key]) continue;
    throw usageError(
      `${longName(flags)} needs a terminal, and cannot be used with --no-input or where CI is set`,
      needsTerminal,
    );
  }
}

/** What fits the screen needs nothing more. */
async function printHelp(host: Host, text: string): Promise<void> {
  const { stdout } = host.io;
  if (!stdout.isTerminal || text.split('\n').length <= stdout.rows()) return await stdout.write(text);
  await (await import('./page-help.js')).pageHelp(host, text);
}

/** Text for stdout; beside an error it stands below that, on stderr. */
interface HelpText {
  readonly help: string;
  readonly error?: TrackerError;
}

/** The invocation a command line asks for, or help and version as text. Throws usage errors. */
async function parse(host: Host): Promise<Invocation | HelpText> {
  const asked = findHelp(host.argv);
  if (asked === undefined) return await parseWords(host, host.argv);
  const help = await (await import('./help-command.js')).answerHelp(host, asked);
  return help === undefined ? await parseWords(host, [...asked, '--help']) : { help };
}

async function parseWords(host: Host, words: readonly string[]): Promise<Invocation | HelpText> {
  const seen = await outline(words);
  return await parseWith(host, seen, mayShowHelp(seen) ? await import('./help.js') : undefined);
}

async function parseWith(host: Host, seen: Outline, help: ProgramParts['help']): Promise<Invocation | HelpText> {
  let invocation: Invocation | undefined;
  let text = '';
  const program = buildProgram({
    outline: seen,
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
    if (seen.words.length === 0) return { help: program.helpInformation() };
    await program.parseAsync([...wordsToParse(seen)], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return { help: text };
    // What was meant instead is found by what lays out help.
    if (!help) return await parseWith(host, seen, await import('./help.js'));
    if (error.code !== 'commander.help') throw await explain(error, seen);
  }
  return invocation ?? (await askForMore(program, seen));
}

async function explain(error: CommanderError, seen: Outline): Promise<TrackerError> {
  const { toUsageError } = await import('./usage-error.js');
  return toUsageError(error, seen, (word) => (seen.noun ? findVerb(seen.noun, word) : findNoun(word))?.name);
}

/** A noun that does not list stands alone: its help says what it can do. */
async function askForMore(program: Command, seen: Outline): Promise<HelpText> {
  const { wordMissing } = await import('./usage-error.js');
  const command = program.commands.find((each) => each.name() === seen.noun?.name) ?? program;
  return { help: command.helpInformation(), error: wordMissing(seen) };
}

function mayShowHelp({ words, verb }: Outline): boolean {
  return verb === undefined || words.some((word) => /^(--help|-\w*h\w*)$/.test(word));
}

/** Help on a word that names nothing would be help on something else: without the wish for it, the word is an error. */
function wordsToParse({ words, hasUnknownWord }: Outline): readonly string[] {
  return hasUnknownWord ? words.filter((word) => word !== '-h' && word !== '--help') : words;
}

/** What a signal interrupted is told as the interruption, whatever broke because of it. */
function withReason(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof ExitWith) return error;
  return signal.aborted && signal.reason instanceof TrackerError ? signal.reason : error;
}
