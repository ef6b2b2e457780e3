import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import type { Send } from '../../http/message.js';
import { withRetry } from '../../http/retry.js';
import { createWait } from '../../http/waiting.js';

/**
 * Sends requests whose responses are streamed: with retries until the response starts and none after that, because what was
 * passed on cannot be taken back (docs/requirements.md, R46 and R47).
 */
export function streaming({ io, show, now }: Context, client: Client): Send {
  const notice = io.stderr.isTerminal ? (sentence: string) => void show.say(sentence) : undefined;
  return withRetry(client.raw, { now, wait: createWait(notice) });
}
