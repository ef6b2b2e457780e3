import { readStart } from './body/read.js';
import type { HttpReply, HttpRequest, Send } from './message.js';
import type { Recovery } from './recovery.js';
import type { TokenStore } from './token-store.js';

/** How many requests one call may make while the server keeps refusing its token (docs/requirements.md, R19). */
const maxRequests = 3;

/** The longest token accepted (bytes; docs/requirements.md, R20). */
const maxTokenLength = 8192;

export interface SessionParts {
  readonly tokens: TokenStore;
  readonly warn: (message: string) => void;
  /** Called with every token before it is used, so that it is masked in output (docs/requirements.md, R28). */
  readonly conceal?: (token: string) => void;
  /** True if a 401 is the answer, without waiting for a newer token that another process may be about to store. */
  readonly isBrief?: boolean;
  /** Tracks requests that wait for a newer token. */
  readonly recovery?: Recovery | undefined;
}

/**
 * Sends requests with the bearer token. Stores a rotated token before looking at anything else in the response, and after
 * a 401 tries again with a newer token stored by another process (docs/api.md, Authentication 1, 3 and 4).
 */
export function withSession(send: Send, parts: SessionParts): Send {
  /** Set after the server rotates a token: from then on this process takes turns with the others. */
  let takesTurns = false;
  /** Each warning is shown once per command. */
  const shown = new Set<string>();
  const warn = (message: string): void => {
    if (!shown.has(message)) parts.warn(message);
    shown.add(message);
  };
  const exchange = async (request: HttpRequest, token: string): Promise<HttpReply> => {
    parts.conceal?.(token);
    let stopExpecting: (() => void) | undefined;
    const onSent = (): void => {
      stopExpecting = parts.tokens.expectRotation?.();
      request.onSent?.();
    };
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const reply = await send({ ...request, headers, onSent }).finally(() => stopExpecting?.());
    const next = readRotation(reply, warn);
    if (next === undefined || next === token) return reply;
    parts.conceal?.(next);
    takesTurns = true;
    const problem = await parts.tokens.rotate(next, token);
    if (problem) warn(problem);
    return reply;
  };
  /** Repeats a request that was refused, as long as there are newer tokens. */
  const recover = async (request: HttpRequest, first: HttpReply, firstSent: string): Promise<HttpReply> => {
    let [reply, sent] = [first, firstSent];
    for (let requests = 1; reply.status === 401 && requests < maxRequests; requests++) {
      const refused = reply;
      const repeated = await parts.tokens.repeatWithNewer(sent, async (token) => {
        // A connection whose response has been read can be used again.
        await readStart(refused);
        sent = token;
        return await exchange(request, token);
      });
      if (!repeated) break;
      takesTurns = true;
      reply = repeated;
    }
    return reply;
  };
  return async (request) => {
    let sent = '';
    const first = async (token: string): Promise<HttpReply> => {
      sent = token;
      return await exchange(request, token);
    };
    const { tokens } = parts;
    takesTurns ||= (await tokens.isContended?.()) ?? false;
    const reply =
      takesTurns && tokens.inTurn ? await tokens.inTurn(first) : await first(await tokens.current(request.isStream));
    if (reply.status !== 401 || parts.isBrief) return reply;
    const recovered = recover(request, reply, sent);
    parts.recovery?.watch(recovered.then(({ status }) => status !== 401));
    return await recovered;
  };
}

/** The token from `set-auth-token`, or undefined if there is none or it is not valid. */
function readRotation(reply: HttpReply, warn: (message: string) => void): string | undefined {
  const header = reply.headers['set-auth-token'];
  if (header === undefined) return undefined;
  // Repeated headers are joined with commas, and no token contains a comma.
  const [value = '', ...others] = String(header).split(/, ?/);
  if (isToken(value) && value !== 'undefined' && value !== 'null' && others.every((other) => other === value))
    return value;
  warn('the server sent an invalid new token; the old one is kept');
  return undefined;
}

/** Whether a text can be a token: printable ASCII without spaces or commas, at most 8 kB. */
export function isToken(text: string): boolean {
  return text.length > 0 && text.length <= maxTokenLength && /^[\x21-\x2b\x2d-\x7e]+$/.test(text);
}
