import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants, platform } from 'node:os';
import { execa } from 'execa';
import { attempt, TrackerError } from '../../contract/errors.js';
import { giveToOwner } from '../../disk/folder.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The result of a captured command; the texts have no final line break. */
interface CapturedOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ForegroundCommand {
  readonly command: readonly string[];
  /** A command line from the environment or the settings, of which the words of `command` are the last arguments. */
  readonly line?: string;
  /** The whole environment of the command; one with a `line` does not get the token in it. */
  readonly env: Env;
  readonly signal: AbortSignal;
  /** For a program that needs the terminal, such as an editor: its output goes there even if stdout is piped. */
  readonly toTerminal?: boolean;
}

export interface ApartProgram {
  readonly env: Env;
  /** Its standard input (default: empty). */
  readonly input?: string | undefined;
  readonly signal: AbortSignal;
}

export interface FedCommand {
  readonly script: string;
  readonly input: string;
  /** The whole environment of the command. */
  readonly env: Env;
  readonly signal: AbortSignal;
  /** Gets its output, which else goes to stderr. */
  readonly onOutput?: (text: string) => void;
  /** Ends a group of processes, given its negative id. */
  readonly terminate: (id: number, by?: 'SIGTERM' | 'SIGKILL') => void;
}

/**
 * Starts a program that outlives this one; `log` gets its output. Resolves to what it writes to file descriptor 3 until it closes
 * that, or ''.
 */
export async function startInBackground(
  [file = '', ...args]: readonly string[],
  { log, env }: { readonly log: string; readonly env: Env },
): Promise<string> {
  const output = openSync(log, 'w', 0o600);
  giveToOwner(output, log);
  try {
    // Its output goes to a file: with an inherited pipe, a reader of this program's output would wait for the child too.
    const stdio = ['ignore', output, output, 'pipe'] as const;
    const child = spawn(file, args, { detached: true, env, stdio: [...stdio], windowsHide: true });
    child.on('error', () => undefined);
    let text = '';
    for await (const chunk of readyChannel(child)) text += String(chunk);
    child.unref();
    return text;
  } finally {
    closeSync(output);
  }
}

/**
 * Starts a program that may outlive this one. Resolves to its output until it ends or the signal is aborted; undefined if it cannot
 * be started.
 */
export async function startApart(
  [file = '', ...args]: readonly string[],
  { env, input, signal }: ApartProgram,
): Promise<string | undefined> {
  // Some errors come at once, others as an event.
  const child = attempt(() =>
    spawn(file, args, { detached: true, env, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true }),
  );
  if (!child) return undefined;
  // It may end without reading it.
  child.stdin.on('error', () => undefined).end(input);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => (text += piece));
  const said = await new Promise<string | undefined>((resolve) => {
    const settle = (): void => resolve(text);
    child.on('error', () => resolve(undefined)).on('close', settle);
    child.on('spawn', () => {
      if (signal.aborted) settle();
      else signal.addEventListener('abort', settle, { once: true });
    });
  });
  child.stdout.destroy();
  child.unref();
  return said;
}

function readyChannel(child: ChildProcess): AsyncIterable<unknown> | Iterable<unknown> {
  const channel = child.stdio[3];
  return channel && Symbol.asyncIterator in channel ? channel : [];
}

/** How long an interrupted command may take to end (milliseconds); this program itself must end within 800. */
const killAfterMs = 400;

/** Runs a command in the foreground, and passes an interruption on to it. */
export async function runInForeground({ command, env, signal, toTerminal }: ForegroundCommand): Promise<number> {
  const [file = '', ...args] = command;
  const child = execa(file, args, {
    stdio: ['inherit', toTerminal ? 2 : 'inherit', 'inherit'],
    reject: false,
    extendEnv: false,
    env,
    forceKillAfterDelay: killAfterMs,
  });
  // The terminal sends Ctrl-C to the command too; SIGTERM and SIGHUP reach only this process.
  const pass = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', pass, { once: true });
  const { exitCode, signal: ended, code } = await child;
  signal.removeEventListener('abort', pass);
  if (code === 'ENOENT')
    throw new TrackerError('failed', `command not found: ${JSON.stringify(file)}`, { exitCode: 127 });
  if (exitCode !== undefined) return exitCode;
  if (ended !== undefined) return 128 + constants.signals[ended];
  const why = code === undefined || code === 'EACCES' ? '' : `: ${code}`;
  throw new TrackerError('failed', `${JSON.stringify(file)} cannot be executed${why}`, { exitCode: 126 });
}

/** Runs a shell command with some input, and passes an interruption on to all it has started. Its output goes to stderr. */
export async function runWithInput({ script, input, env, signal, terminate, onOutput }: FedCommand): Promise<number> {
  signal.throwIfAborted();
  // A group of its own can be ended as a whole.
  const child = execa(script, {
    ...({ shell: true, input, reject: false, detached: platform() !== 'win32' } as const),
    ...(onOutput ? { buffer: false } : ({ stdout: 2, stderr: 'inherit' } as const)),
    ...{ extendEnv: false, env, forceKillAfterDelay: false as const },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
  const group = platform() === 'win32' ? undefined : child.pid;
  const end = (by: 'SIGTERM' | 'SIGKILL'): void => {
    if (group === undefined) child.kill(by);
    else terminate(-group, by);
  };
  const pass = (): void => {
    end('SIGTERM');
    // What it has started may ignore that, and live longer than the command itself.
    setTimeout(end, killAfterMs, 'SIGKILL');
  };
  signal.addEventListener('abort', pass, { once: true });
  const { exitCode, signal: ended } = await child;
  signal.removeEventListener('abort', pass);
  return exitCode ?? (ended === undefined ? 127 : 128 + constants.signals[ended]);
}

/** Runs a command without a terminal or shell. Throws TrackerError `failed` if it cannot be started or is killed. */
export async function runQuietly(
  [file = '', ...args]: readonly string[],
  folder: string,
  env: Env,
): Promise<CapturedOutput> {
  const options = { cwd: folder, reject: false, extendEnv: false, env, stdin: 'ignore' } as const;
  const { exitCode, stdout, stderr, code } = await execa(file, args, options);
  if (exitCode === undefined)
    throw new TrackerError(
      'failed',
      `cannot run ${file}: ${code === 'ENOENT' ? 'it is not in PATH' : (code ?? 'it was killed')}`,
    );
  return { code: exitCode, stdout, stderr };
}
