import { closeSync, writeSync } from 'node:fs';
import type { Context } from '../../args/context.js';
import { numberIn, text, toggle, value } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { ExitWith, TrackerError, usageError } from '../../contract/errors.js';
import { isRow, textOf } from '../../contract/row.js';
import { readOwn } from '../../disk/read-regular.js';
import { NetworkFailure } from '../../http/message.js';
import type { VerbResult } from '../../output/shown.js';
import { sandboxFlags, toWords } from './flags.js';
import { findPlace, findRunningAt, preparePlace, type SandboxPlace } from './place.js';
import { askRunning } from './sandbox-key.js';
import { checkFlags, inUse, type Ready, serve } from './serve.js';
import { requireOwnName, welcome } from './sign-in.js';
import { stopRunning } from './stop.js';

const flags = {
  port: value('--port', 'listen on this port of 127.0.0.1 (default: that of the last run, or any)', {
    value: kind('number'),
    parse: numberIn(1024, 65_535, 'port'),
  }),
  data: text('--data', 'keep the data in this folder', kind('folder', 'dir')),
  memory: toggle('--memory', 'keep the data in memory, so that it is lost when the sandbox stops'),
  foreground: toggle('--foreground', 'run in this terminal until Ctrl-C'),
  ...sandboxFlags,
};

/** Set for the background process: the file descriptor on which it reports that it is ready. */
const readyVariable = 'TRACKER_SANDBOX_READY_FD';

export const verb = defineVerb({
  details: [
    'Runs the whole service on this computer, with a login page and realistic data, to try things out and test scripts. Signs you',
    'in to it as instance `sandbox`, which becomes the default only if there is none. It listens only on 127.0.0.1, keeps its',
    'data between starts, and runs until tracker sandbox stop. While it is running, signs you in to it again.',
  ].join('\n'),
  prints: 'result',
  flags,
  examples: [
    { line: 'tracker sandbox start', does: 'try everything out' },
    { line: 'tracker sandbox start --memory --seed large:1', does: 'start with 20,000 tasks in memory' },
    { line: 'tracker sandbox start --rotate-every 5 --latency 200', does: 'test a script under adverse conditions' },
  ],
  run: async (context, _args, given) => {
    if (given.memory && given.data !== undefined) throw usageError('--memory and --data cannot be used together');
    const place = findPlace(context, given.data);
    await requireOwnName(context);
    const descriptor = Number(context.settings.env[readyVariable] ?? Number.NaN);
    if (given.foreground) {
      const onReady = async (ready: Ready): Promise<void> => {
        const shown = Number.isInteger(descriptor) ? undefined : await welcome(context, place, ready, true);
        if (shown) await context.show.early(shown);
        if (!Number.isInteger(descriptor)) return;
        writeSync(descriptor, JSON.stringify(ready));
        closeSync(descriptor);
      };
      await serve(context, { place, flags: given, onReady });
      if (Number.isInteger(descriptor)) return undefined;
      await context.show.say('Stopped the sandbox.');
      const { reason } = context.signal;
      throw new ExitWith(reason instanceof TrackerError ? reason.exitCode : 0);
    }
    await checkFlags(context, given, place.database);
    const options = [
      ...(given.port === undefined ? [] : ['--port', String(given.port)]),
      ...(given.memory ? ['--memory'] : []),
      ...toWords(given),
    ];
    const again = options.length === 0 ? await signInAgain(context, place) : undefined;
    if (again) return again.shown;
    const folder = given.data === undefined ? [] : ['--data', place.folder];
    let ready: Ready;
    try {
      ready = await startServer(context, place, [...folder, ...options]);
    } catch (error) {
      // Another process may have started it in the meantime.
      const other = options.length === 0 ? await signInAgain(context, place) : undefined;
      if (other) return other.shown;
      throw error;
    }
    return await welcomeOrStop(context, place, ready);
  },
});

/** Signs in to the sandbox that is running there; undefined if none is, or if it has just ended. */
async function signInAgain(context: Context, place: SandboxPlace) {
  const running = findRunningAt(context, place);
  if (!running) return undefined;
  const { ownerEmail: email } = await import('../../sandbox/world.js');
  const answer = await askRunning(context, running, 'session').catch((error: unknown) => {
    if (error instanceof NetworkFailure) return undefined;
    throw error;
  });
  const token = textOf(answer?.token);
  if (token === undefined) return undefined;
  return { shown: await welcome(context, place, { url: running.url, token, email, password: null }) };
}

/** Signs in to a sandbox in the background. If that fails, stops the sandbox, which nobody could use. */
export async function welcomeOrStop(
  context: Context,
  place: SandboxPlace,
  ready: Ready,
): Promise<VerbResult | undefined> {
  try {
    return await welcome(context, place, ready);
  } catch (error) {
    const running = findRunningAt(context, place);
    if (running) await stopRunning(context, place, running);
    throw error;
  }
}

/** Starts the background process and waits until it is ready or has failed. */
export async function startServer(context: Context, place: SandboxPlace, words: readonly string[]): Promise<Ready> {
  preparePlace(place);
  const other = findRunningAt(context, place);
  if (other) throw inUse(context, place, other);
  const args = ['sandbox', 'start', '--foreground', '--no-input', '--json', ...words];
  const said = await context.launch.background({ args, log: place.log, env: { [readyVariable]: '3' } });
  const ready = parseReady(said);
  if (ready) return ready;
  const { code, message, hint } = lastError(place.log);
  if (code === 'usage' && message) throw usageError(message, hint);
  throw new TrackerError('failed', message ?? 'the sandbox did not start', { hint: hint ?? `see ${place.log}` });
}

function parseReady(said: string): Ready | undefined {
  if (said === '') return undefined;
  const value: unknown = JSON.parse(said);
  if (!isRow(value)) return undefined;
  const [url, token, email] = [textOf(value.url), textOf(value.token), textOf(value.email)];
  return url && token && email ? { url, token, email, password: textOf(value.password) ?? null } : undefined;
}

/** The error that ended the background process, from the last line of its log. */
function lastError(log: string) {
  try {
    const line: unknown = JSON.parse(readOwn(log).toString('utf8').trim().split('\n').at(-1) ?? '');
    const error = isRow(line) && isRow(line.error) ? line.error : {};
    return { code: textOf(error.code), message: textOf(error.message), hint: textOf(error.hint) };
  } catch {
    return {};
  }
}
