import type { Word } from '../args/verb.js';
import { phrase, TrackerError } from '../contract/errors.js';
import { collectIo } from '../terminal/streams/stand-in.js';
import type { Invocation } from './command-line/invocation.js';
import type { Host } from './host.js';
import { type StartedCommand, wire } from './wire.js';

interface FailedCommand extends Pick<Invocation, 'globals' | 'verb' | 'flags'> {
  readonly args: readonly Word[];
  readonly host: Host;
  readonly started: StartedCommand;
}

/**
 * The error of a command that only reads; one of the network names `--offline` if the command works with it: it is run so, but
 * nobody sees it, it starts no program, and `@` stays what it is.
 */
export async function namingOffline(error: unknown, { host, globals, started, verb, args, flags }: FailedCommand) {
  if (!(error instanceof TrackerError) || error.kind !== 'network') return error;
  const unseen = { ...host, io: collectIo(host.io).io, terminalName: async () => undefined };
  try {
    const { context } = await wire(unseen, { ...globals, offline: true, input: false }, started);
    const shown = await verb.run({ ...context, launch: Object.create(null) }, args, flags);
    if (shown?.failure !== undefined) return error;
    if (shown?.is === 'pages') for await (const page of shown.pages) void page;
  } catch {
    return error;
  }
  const hint = phrase`${error.hint ? phrase`${error.hint}; ` : ''}to print what was read last, add --offline`;
  return new TrackerError(error.kind, error.message, { hint, status: error.status, cause: error });
}
