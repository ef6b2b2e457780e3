import { CommanderError } from 'commander';
import { TrackerError } from '../errors.js';
import { cleanLine } from '../output/clean.js';
import { type Outline, outline } from './command-line.js';
import type { Host } from './host.js';
import { buildProgram, type Invocation } from './program.js';
import { reportError, wantsJson } from './report.js';

/**
 * Runs one command line from its words to its exit code, and never throws. Data goes to stdout, everything else to
 * stderr; an error is told here and nowhere else.
 */
export async function run(host: Host): Promise<number> {
  const json = wantsJson(host.argv);
  try {
    const parsed = await parse(host);
    if ('help' in parsed) await host.io.stdout.write(parsed.help);
    else await invoke(host, parsed);
    return 0;
  } catch (error) {
    const debug = host.argv.includes('--debug');
    const report = reportError(withReason(error, host.signal), { json, debug, clean: cleanLine });
    await host.io.stderr.write(report.text).catch(() => undefined);
    return report.exitCode;
  }
}

/** What a signal aborts a command with. */
export function interruptedBy(name: string, exitCode: number): TrackerError {
  return new TrackerError('interrupted', name === 'SIGINT' ? 'interrupted' : `ended by ${name}`, { exitCode });
}

async function invoke(host: Host, { verb, args, flags, globals }: Invocation): Promise<void> {
  const { wire } = await import('./wire.js');
  const { context, finish } = wire(host, globals);
  try {
    await verb.run(context, args, flags);
  } finally {
    await finish();
  }
}

/** The invocation a command line asks for, or help and version as text. Throws usage errors. */
async function parse(host: Host): Promise<Invocation | { readonly help: string }> {
  const seen = await outline(expandHelp(host.argv));
  let invocation: Invocation | undefined;
  let help = '';
  const program = buildProgram({
    outline: seen,
    version: host.version,
    columns: Math.min(host.io.stdout.columns(), 100),
    writeOut: (text) => {
      help += text;
    },
    onInvocation: (given) => {
      invocation = given;
    },
  });
  try {
    if (seen.words.length === 0) return { help: program.helpInformation() };
    await program.parseAsync([...seen.words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return { help };
    throw toUsageError(error, seen);
  }
  if (invocation) return invocation;
  throw needsVerb(seen);
}

/** `help tasks view` is `tasks view --help`. */
function expandHelp(argv: readonly string[]): readonly string[] {
  return argv[0] === 'help' ? [...argv.slice(1).filter((word) => !word.startsWith('-')), '--help'] : argv;
}

/** Commander's message in our words: no prefix, the suggestion on the same line. */
function toUsageError(error: CommanderError, { noun, verb }: Outline): TrackerError {
  if (error.code === 'commander.help') return needsVerb({ words: [], noun, verb });
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = rest.join(' ').trim();
  const message = suggestion
    ? `${first} ${suggestion.replace(/^\(Did you mean (one of )?(.*)\?\)$/, '(did you mean $2?)')}`
    : first;
  return new TrackerError('usage', message, {
    hint: `${['tracker help', noun?.name, noun?.command ? '' : verb?.entry.name].filter(Boolean).join(' ')}`,
    cause: error,
  });
}

function needsVerb({ noun }: Outline): TrackerError {
  const name = noun ? ` ${noun.name}` : '';
  return new TrackerError('usage', `tracker${name} needs a verb`, { hint: `tracker help${name}` });
}

/** What a signal interrupted is told as the interruption, whatever broke because of it. */
function withReason(error: unknown, signal: AbortSignal): unknown {
  return signal.aborted && signal.reason instanceof TrackerError ? signal.reason : error;
}
