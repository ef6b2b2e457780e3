import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Env } from '../../config/folders.js';
import { attempt, TrackerError } from '../../contract/errors.js';

/** A call in the protocol of Docker's credential helpers: `docker-credential-NAME get|store|erase`. */
export interface HelperCall {
  /** NAME. */
  readonly helper: string;
  readonly action: 'get' | 'store' | 'erase';
  /** What it reads from standard input. */
  readonly input: string;
  readonly env: Env;
}

/** How long a helper may take (milliseconds), so that the command ends within 2 s (docs/requirements.md, R90). */
const longestMs = 1_800;

/** How long it may take where the computer is too busy to run it, and how often that is looked at (milliseconds). */
const [longestStarvedMs, lookMs] = [8_000, 20];

/** How many looks in a row must find it idle. */
const idleLooks = 4;

/** How long its output may stay open once it has ended (milliseconds); a daemon that it has started may keep it. */
const closingMs = 100;

/** The most that is read of its output (bytes). */
const longest = 64 * 1024;

/** What the protocol says where there is no such entry. */
const notFound = 'credentials not found in native keychain';

const programOf = (helper: string): string => `docker-credential-${helper}`;

/** What a helper's failure ends a command with: exit code 3. */
export function helperTrouble(helper: string, why: string, hint?: string): TrackerError {
  return new TrackerError('sign_in_required', `${programOf(helper)} ${why}`, {
    hint: hint ?? `to try it: ${programOf(helper)} list`,
    reason: 'login_is_no_help',
  });
}

function helperIsLate(helper: string): TrackerError {
  const hint = 'unlock what it keeps its secrets in, then run the command again';
  return helperTrouble(helper, `did not answer within ${longestMs / 1_000} s`, hint);
}

/**
 * Gives what a helper prints; undefined if it has no such entry. Throws TrackerError `sign_in_required` if it is missing, fails, or
 * has not ended after 1.8 s (8 s where the computer is too busy to run it); it is killed then.
 */
export async function runHelper({ helper, action, input, env }: HelperCall): Promise<string | undefined> {
  const { code, killed, output } = await new Promise<HelperExit>((resolve, reject) => {
    const cannotStart = (error: unknown): void => {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      reject(
        isMissing
          ? helperTrouble(helper, 'was not found', `install ${programOf(helper)}, or add its folder to PATH`)
          : helperTrouble(helper, 'cannot be started', `check ${programOf(helper)} in PATH`),
      );
    };
    let child: ReturnType<typeof start>;
    try {
      child = start(helper, action, env);
    } catch (error) {
      // Some errors come at once, others as an event.
      cannotStart(error);
      return;
    }
    const pieces: Buffer[] = [];
    let size = 0;
    const give = (error: TrackerError): void => {
      child.kill('SIGKILL');
      reject(error);
      settle();
    };
    const started = performance.now();
    let idle = 0;
    const look = (): void => {
      idle = isStarved(child.pid ?? 0) ? 0 : idle + 1;
      if (idle === idleLooks || performance.now() - started > longestStarvedMs) give(helperIsLate(helper));
      else timer = setTimeout(look, lookMs);
    };
    let timer = setTimeout(look, longestMs - idleLooks * lookMs);
    const settle = (code: number | null = null, killed: string | null = null): void => {
      clearTimeout(timer);
      child.stdout.destroy();
      resolve({ code, killed, output: Buffer.concat(pieces).toString('utf8') });
    };
    child.on('error', (error) => {
      cannotStart(error);
      settle();
    });
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > longest) give(helperTrouble(helper, 'printed more than 64 kB'));
      else pieces.push(piece);
    });
    child.on('close', settle);
    child.on('exit', (code, killed) => setTimeout(() => settle(code, killed), closingMs).unref());
    // It may end without reading it.
    child.stdin.on('error', () => undefined).end(input);
  });
  if (code === 0) return output;
  if (killed !== null) throw helperTrouble(helper, `was ended by ${killed}`);
  if (output.includes(notFound)) return undefined;
  throw helperTrouble(helper, `failed with exit code ${code}${reasonIn(output)}`);
}

interface HelperExit {
  readonly code: number | null;
  readonly killed: string | null;
  readonly output: string;
}

/** No shell, and no terminal to ask at. */
function start(helper: string, action: string, env: Env) {
  return spawn(programOf(helper), [action], { env: { ...env }, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
}

/** The first line that it printed, without anything that could be a key. */
function reasonIn(output: string): string {
  const [line = ''] = output.trim().split('\n');
  const reason = line.slice(0, 200).replace(/[\w+/=-]{32,}/g, '…');
  return reason === '' ? '' : `: ${reason}`;
}

/**
 * Whether a program is late because the computer is busy: it or one it has started could work now, but more want to than there are
 * processors. Only Linux says so. What waits for somebody, or for a lock, is not starved.
 */
function isStarved(id: number): boolean {
  const [, running = '0'] = / (\d+)\/\d+ /.exec(textOf('loadavg')) ?? [];
  return Number(running) > availableParallelism() && isWorking(id);
}

/** Whether a process or one below it is running, waiting for a processor, or waiting for the disk. */
function isWorking(id: number): boolean {
  const tasks = attempt(() => readdirSync(`/proc/${id}/task`)) ?? [];
  return tasks.some((task) => {
    const place = `${id}/task/${task}`;
    const children = textOf(`${place}/children`).split(' ').filter(Boolean);
    return /\) [RD] /.test(textOf(`${place}/stat`)) || children.some((child) => isWorking(Number(child)));
  });
}

function textOf(name: string): string {
  return attempt(() => readFileSync(`/proc/${name}`, 'utf8')) ?? '';
}
