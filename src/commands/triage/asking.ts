import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { TrackerError } from '../../errors.js';
import { askedWait } from '../../http/retry/next-try.js';
import { type Decision, isRepeatable } from '../../triage/model/decision.js';

/** A wait (milliseconds) that the server has asked for, in its words. */
interface Asked {
  readonly askedMs: number;
  readonly message: string;
}

/** The requests of one decision. */
export interface Asking {
  readonly context: Context;
  /** How long the server has asked to wait, if it has. */
  readonly asked: () => Asked | undefined;
}

/**
 * A context for a decision that is sent again later if the server asks to wait: nothing more is asked after that. Once a message
 * or the like has arrived, nothing that belongs to it is left for later but its status.
 */
export async function leavingWaits(context: Context, decision: Decision): Promise<Asking> {
  const client = await context.client();
  let stopped: Asked | undefined;
  let triesLater = true;
  const ask = async <T>(send: () => Promise<T>): Promise<T> => {
    if (stopped) throw new TrackerError('network', stopped.message);
    try {
      return await send();
    } catch (error) {
      const askedMs = triesLater ? askedWait(error) : undefined;
      if (askedMs !== undefined && error instanceof TrackerError) stopped ??= { askedMs, message: error.message };
      throw error;
    }
  };
  const asking: Client = {
    ...client,
    call: async (route, options) => await ask(async () => await client.call(route, { ...options, triesLater })),
    list: async (route, options, openTaker) =>
      await ask(async () => await client.list(route, { ...options, triesLater }, openTaker)),
    async write(route, options) {
      const reply = await ask(async () => await client.write(route, { ...options, triesLater }));
      triesLater = isRepeatable(decision) || decision.message?.status !== undefined;
      return reply;
    },
  };
  return {
    context: Object.freeze({ ...context, client: async () => asking }),
    asked: () => stopped,
  };
}
