import { clientThrough } from '../../client/through.js';
import { type Sentence, TrackerError } from '../../contract/errors.js';
import type { HttpRequest } from '../../http/message.js';
import { type Decision, isRepeatable } from '../../triage/model/decisions/decision.js';
import type { SessionParts } from './shared.js';

export type DecisionRequests = Awaited<ReturnType<typeof requestsOf>>;

/**
 * A context for a decision that is sent again later if the server asks to wait: nothing more is asked after that. Once a message
 * or the like has arrived, nothing that belongs to it is left for later but its status. What triage cuts off at its end fails as
 * if the server were away, unless it may have arrived. `begin` is called before each write, which it may prevent.
 */
export async function requestsOf(
  { context, kept }: Pick<SessionParts, 'context' | 'kept'>,
  decision: Decision,
  begin: () => void,
) {
  const client = await context.client();
  let askedMs: number | undefined;
  let message: Sentence = '';
  let hasSaid = (): void => undefined;
  const said = new Promise<void>((resolve) => {
    hasSaid = resolve;
  });
  let triesLater = true;
  const ask = async <T>(
    send: (options: Pick<HttpRequest, 'onAskedToWait'>) => Promise<T>,
    cutOff: 'network' | 'unknown_outcome' = 'network',
  ): Promise<T> => {
    if (askedMs !== undefined) {
      await said;
      throw new TrackerError('network', message);
    }
    let isAsked = false;
    const onAskedToWait = (milliseconds: number): void => {
      isAsked = true;
      askedMs = Math.max(askedMs ?? 0, milliseconds);
    };
    try {
      return await send({ onAskedToWait: triesLater ? onAskedToWait : undefined });
    } catch (error) {
      const isLongest = message === '' || (error instanceof TrackerError && error.askedMs === askedMs);
      if (isAsked && isLongest && error instanceof Error) message = error.message;
      if (isAsked) hasSaid();
      if (!(error instanceof TrackerError) || error.kind !== 'interrupted') throw error;
      throw new TrackerError(cutOff, error.message, { cause: error });
    }
  };
  const asking = clientThrough(client, {
    read: async (send) => await ask(send),
    async write(send) {
      begin();
      const reply = await ask(send, 'unknown_outcome');
      triesLater = isRepeatable(decision) || decision.message?.status !== undefined;
      return reply;
    },
  });
  // Its outcome is that of its requests, whatever else ends.
  const { signal } = new AbortController();
  return {
    context: Object.freeze({ ...context, signal, sending: { lockOf: kept.claims.lockOf }, client: async () => asking }),
    /** How long the server has asked to wait (milliseconds), the longest of several, and in which words; undefined if it has not. */
    asked: () => (askedMs === undefined ? undefined : { askedMs, message }),
  };
}
