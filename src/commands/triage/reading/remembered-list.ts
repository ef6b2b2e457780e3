import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { clientRecalling, clientUntil } from '../../../client/through.js';
import { readSource, type Source, type SourceList } from './sources.js';

/** The most details that are read before the first screen: if there are rows to show by then, and if there are none. */
const [enough, most] = [128, 512];

/** The list as it was the last time, or as much of it as takes few details; undefined if it was never read. */
export async function rememberedList(context: Context, given: Client, source: Source): Promise<SourceList | undefined> {
  let recalled = 0;
  let part: SourceList | undefined;
  const client = clientRecalling(given.remembered(), () => {
    recalled += 1;
    // Nobody waits for the rest, which is read once the screen is there.
    if (recalled > (part ? enough : most)) throw new Error('enough is known');
  });
  const keepPart = (listed: SourceList): void => {
    if (listed.items.length > 0) part = listed;
  };
  const reading = readSource(withClient(context, client), source, keepPart);
  const listed = await reading.catch(() => part && { ...part, isPart: true });
  // Whether rows belong here whose details were never read, only the server can say.
  return listed && { ...listed, isPart: listed.isPart === true || listed.warned?.length !== 0 };
}

/** The same context with another client. */
export function withClient(context: Context, client: Client): Context {
  return Object.freeze({ ...context, client: async () => client });
}

/** The same context, in which what is being read is given up with the signal. */
export async function contextUntil(context: Context, signal: AbortSignal): Promise<Context> {
  const all = AbortSignal.any([context.signal, signal]);
  return withClient({ ...context, signal: all }, clientUntil(await context.client(), signal));
}
