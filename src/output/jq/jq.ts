import { createRequire } from 'node:module';
import { memoryUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { JqResult } from 'jq-wasm';
import { TrackerError, usageError } from '../../errors.js';
import { type Env, environmentFor } from './environment.js';

/** What an expression made of a document. */
export interface JqOutcome {
  /** Its results in order, one line of compact JSON each, including those before an error. */
  readonly results: readonly string[];
  /** The output of `debug` and `stderr`. */
  readonly remarks: readonly string[];
  /** The error it ended with. */
  readonly error?: TrackerError;
}

/** A compiled expression that can be run on documents. */
export type Jq = (json: string) => Promise<JqOutcome>;

/** One run of jq; `broken` has the error if jq itself crashed. */
type Ran = JqResult & { readonly broken?: string };

// Runs in a thread of its own, because an expression may never end and would block everything else. A crash of jq is reported
// as an error; writing to stderr from the thread would keep the program from ending.
const thread = `
Object.assign(console, { log() {}, error() {} });
const { parentPort, workerData: { path, expression, environment } } = require('node:worker_threads');
const loading = require(path).loadJq();
parentPort.on('message', async (json) => {
  try {
    // Compiled without the prefix, so that line numbers in errors are right.
    const program = json === '' ? expression : environment + expression;
    parentPort.postMessage((await loading).raw(json, program, ['--compact-output', '--']));
  } catch (error) {
    parentPort.postMessage({ stdout: '', stderr: '', exitCode: -1, broken: String(error) });
  }
});`;

/** An expression that takes more memory than this is assumed never to end (bytes). */
const maxMemory = 2 * 1024 ** 3;

/** The message if jq itself crashes. */
const tooLarge = 'too deep or too large for jq';

/**
 * How much WebAssembly runs before V8 compiles it a second time, for speed; by default a thousandth of this. A short
 * expression would take twice as long, because the process does not end before that is done.
 */
const tieringBudget = 2_000_000_000;

/** How often memory use is checked (milliseconds). */
const lookMs = 100;

/**
 * Compiles a jq expression (docs/api.md has the shapes it sees). Throws `usage` with jq's message if it does not compile,
 * before it has seen any document. `env` becomes `env` and `$ENV`; `signal` ends a run that would not end by itself.
 */
export async function openJq(expression: string, env: Env, signal: AbortSignal): Promise<Jq> {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const path = createRequire(import.meta.url).resolve('jq-wasm');
  const worker = new Worker(thread, {
    eval: true,
    workerData: { path, expression, environment: environmentFor(expression, env) },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const run = async (json: string): Promise<Ran> => await ask(worker, json, signal);
  // Without a document, the expression is compiled but not run.
  const { exitCode, stderr, broken } = await run('');
  if (exitCode !== 0)
    throw usageError(`--jq: ${broken === undefined ? compileError(stderr) : tooLarge}`, 'https://jqlang.org/manual');
  return async (json) => {
    const ran = await run(wellFormed(json));
    return outcomeOf(/\binput\b/.test(expression) ? { ...ran, stderr: plainEnd(ran.stderr) } : ran);
  };
}

/** Sends one document to the thread and waits for the result. The thread keeps the program alive only while it works. */
async function ask(worker: Worker, json: string, signal: AbortSignal): Promise<Ran> {
  worker.ref();
  let stop: (() => void) | undefined;
  try {
    return await new Promise<Ran>((resolve, reject) => {
      const fail = (message: string) => () => reject(new TrackerError('failed', message));
      const listeners = { message: resolve, error: fail('jq crashed'), exit: fail('jq ended early') };
      const interrupt = (): void => reject(signal.reason);
      for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener);
      signal.addEventListener('abort', interrupt);
      const timer = setInterval(() => {
        if (memoryUsage.rss() > maxMemory) fail('--jq: the result is too large or infinite')();
      }, lookMs);
      stop = () => {
        clearInterval(timer);
        signal.removeEventListener('abort', interrupt);
        for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener);
      };
      if (signal.aborted) interrupt();
      worker.postMessage(json);
    });
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    stop?.();
    worker.unref();
  }
}

function outcomeOf({ stdout, stderr, exitCode, broken }: Ran): JqOutcome {
  const results = stdout === '' ? [] : stdout.split('\n');
  const lines = stderr === '' ? [] : stderr.split('\n');
  if (broken !== undefined) {
    const error = new TrackerError('failed', `--jq: ${tooLarge}`, { cause: broken });
    return { results, remarks: lines, error };
  }
  if (exitCode === 0) return { results, remarks: lines };
  const at = lines.findIndex((line) => line.startsWith('jq: '));
  const words = at === -1 ? lines : lines.slice(at);
  const message = words.join('\n').replace(/^jq: (?:error \(at [^)]*\):? ?|error: )?/, '');
  const error = new TrackerError('failed', `--jq: ${message || `jq exited with ${exitCode}`}`);
  return { results, remarks: at === -1 ? [] : lines.slice(0, at), error };
}

/** jq only says `break` if `input` finds no further document. */
function plainEnd(stderr: string): string {
  return stderr.replace(/^(jq: error \(at [^)]*\): )break$/m, '$1No more inputs');
}

/** jq's errors on one line, with their positions but without the source lines. */
function compileError(stderr: string): string {
  const errors = stderr.split('\n').filter((line) => line.startsWith('jq: error: '));
  if (errors.length === 0) return stderr;
  return errors
    .map((line) =>
      line
        .slice('jq: error: '.length)
        .replace(/ at <top-level>(?=,)/, ' at')
        .replace(/ at,/, ' at')
        .replace(/:$/, ''),
    )
    .join('; ');
}

/**
 * Replaces lone surrogates, which jq rejects: one bad title must not make the whole document unreadable. Surrogate pairs are
 * kept, however they are escaped.
 */
function wellFormed(json: string): string {
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|ud[89a-f][0-9a-f]{2}|.)/gs, (found) =>
    found.length === '\\ud800'.length ? '\\ufffd' : found,
  );
}
