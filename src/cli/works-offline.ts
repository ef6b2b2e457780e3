import type { Word } from '../args/verb.js';
import { TrackerError } from '../contract/errors.js';
import { collectIo } from '../terminal/streams/stand-in.js';
import type { Invocation } from './command-line/program.js';
import type { Host } from './host.js';
import { type Started, wire } from './wire.js';

interface Unreached extends Pick<Invocation, 'globals' | 'verb' | 'flags'> {
  readonly args: readonly Word[];
  readonly host: Host;
  readonly started: Started;
}

/** The error of a command that only reads; one of the network names `--offline` where the command has an answer with it. */
export async function namingOffline(error: unknown, unreached: Unreached): Promise<unknown> {
  if (!(error instanceof TrackerError) || error.kind !== 'network' || !(await worksOffline(unreached))) return error;
  const instead = 'to print what was read last, add --offline';
  const hint = error.hint ? `${error.hint}; ${instead}` : instead;
  return new TrackerError(error.kind, error.message, { hint, status: error.status, cause: error });
}

/** Whether a command works with `--offline`: it is run, but nobody sees it, it starts no program, and `@` stays what it is. */
async function worksOffline({ host, globals, started, verb, args, flags }: Unreached): Promise<boolean> {
  const unseen = { ...host, io: collectIo(host.io).io, terminalName: async () => undefined };
  try {
    const { context } = await wire(unseen, { ...globals, offline: true, input: false }, started);
    const shown = await verb.run({ ...context, launch: Object.create(null) }, args, flags);
    if (shown?.is === 'pages') for await (const page of shown.pages) void page;
    return shown?.failure === undefined;
  } catch {
    return false;
  }
}
