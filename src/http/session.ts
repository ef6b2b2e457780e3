import type { Sentence } from '../contract/errors.js';
import { readStart } from './body/read.js';
import type { HttpReply, HttpRequest, Send } from './message.js';

/** How many requests one call may make while the server keeps refusing its token (docs/requirements.md, R19). */
const maxRequests = 3;

/** The longest token accepted (bytes; docs/requirements.md, R20). */
const maxTokenLength = 8192;

interface SessionParts {
  readonly tokens: TokenStore;
  /** Each warning may come several times. */
  readonly warn: (message: Sentence) => void;
  /** Called with every token before it is used, so that it is masked in output (docs/requirements.md, R28). */
  readonly conceal?: (token: string) => void;
  /** True if a 401 is the answer, without waiting for a newer token that another process may be about to store. */
  readonly isBrief?: boolean;
  readonly recovery?: Pick<ReturnType<typeof createRecovery>, 'watch'> | undefined;
}

/**
 * Sends requests with the bearer token. Stores a rotated token before looking at anything else in the response, and after
 * a 401 tries again with a newer token stored by another process (docs/api.md, Authentication 1, 3 and 4).
 */
export function withSession(send: Send, { tokens, warn, conceal, isBrief, recovery }: SessionParts): Send {
  /** Set after the server rotates a token: from then on this process takes turns with the others. */
  let takesTurns: boolean | undefined;
  const exchange = async (request: HttpRequest, token: string): Promise<HttpReply> => {
    conceal?.(token);
    let stopExpecting: (() => void) | undefined;
    const onSent = (): void => {
      stopExpecting = tokens.expectRotation?.();
      request.onSent?.();
    };
    const mayRotate = takesTurns || (await tokens.hasRotated?.());
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const reply = await send({ ...request, headers, onSent, mayRotate }).finally(() => stopExpecting?.());
    if (reply.status >= 400) request.onRefused?.();
    const next = readRotation(reply, warn);
    if (next === undefined || next === token) return reply;
    conceal?.(next);
    takesTurns = true;
    const problem = await tokens.rotate(next, token);
    if (problem) warn(problem);
    return reply;
  };
  return async (request) => {
    let sent = '';
    const sendWith = async (token: string): Promise<HttpReply> => {
      sent = token;
      return await exchange(request, token);
    };
    /** Repeats the request that was refused, as long as there are newer tokens. */
    const recover = async (reply: HttpReply, requests = 1): Promise<HttpReply> => {
      if (reply.status !== 401 || requests === maxRequests) return reply;
      const repeat = async (token: string): Promise<HttpReply> => {
        // A connection whose response has been read can be used again.
        await readStart(reply);
        return await sendWith(token);
      };
      const repeated = await tokens.repeatWithNewer(sent, repeat, request.signal).catch((error: unknown) => {
        // An open connection would keep the program from ending.
        reply.discard();
        throw error;
      });
      if (!repeated) return reply;
      takesTurns = true;
      return await recover(repeated, requests + 1);
    };
    takesTurns ||= await tokens.isContended?.();
    const reply =
      takesTurns && tokens.inTurn
        ? await tokens.inTurn(sendWith, request.signal)
        : await sendWith(await tokens.current(request.isStream));
    if (reply.status !== 401 || isBrief) return reply;
    const recovered = recover(reply);
    recovery?.watch(recovered.then(({ status }) => status !== 401));
    return await recovered;
  };
}

/** Whether a text can be a token: printable ASCII without spaces or commas, at most 8 kB. */
export function isToken(text: string): boolean {
  return text.length > 0 && text.length <= maxTokenLength && /^[\x21-\x2b\x2d-\x7e]+$/.test(text);
}

/**
 * Tracks the requests of this process that got a 401 and are waiting for a newer token. Shared by the session and by callers that are
 * about to start new requests in it (docs/requirements.md, R19).
 */
export function createRecovery() {
  const underWay = new Set<Promise<void>>();
  let isSignedIn = true;
  return {
    /** Adds a recovery; the promise resolves to whether a newer token helped. */
    watch(isHelped: Promise<boolean>): void {
      const watched: Promise<void> = isHelped
        .then(
          (helped) => {
            isSignedIn = helped;
          },
          (error) => {
            // A failure for another reason says nothing about the token.
            isSignedIn &&= error.kind !== 'sign_in_required';
          },
        )
        .finally(() => underWay.delete(watched));
      underWay.add(watched);
    },
    /** Waits until no request is in recovery. False if the last one found no token the server accepts. Never rejects. */
    async settled(): Promise<boolean> {
      while (underWay.size > 0) await Promise.all(underWay);
      return isSignedIn;
    },
  };
}

/** Where `withSession` gets its token and stores rotated ones. */
export interface TokenStore {
  /** The token to send now; with `again` it is read from the store again. Throws `sign_in_required` when there is none. */
  current(again?: boolean): Promise<string>;
  /** Throws `sign_in_required` when there is none, without reading it, for which a helper may have to be started. */
  requireSignIn?(): Promise<void>;
  /** Whether the server has ever rotated the token, as far as this computer knows. */
  hasRotated?(): Promise<boolean>;
  /** The environment variable the token came from, for the message if the server rejects it (docs/requirements.md, R26). */
  readonly variable?: string;
  /** The token from the environment as it was given, not its successor. */
  readonly given?: string;
  /**
   * Called when a request has been sent; gives a function to call when the response is there. Loads what `rotate` needs
   * during the wait, so that a process that is killed has almost no time to lose a token (docs/requirements.md, D12).
   */
  expectRotation?(): () => void;
  /**
   * Stores the token of a `set-auth-token` header; the request was sent with the token `sent` (docs/api.md,
   * Authentication 4). Resolves to a warning if it could not be saved; this process uses the new token anyway.
   */
  rotate(next: string, sent: string): Promise<Sentence | undefined>;
  /** The warning, if the newest token could not be saved. */
  unsaved?(): Sentence | undefined;
  /**
   * After a 401 for `sent`: waits for the lock between processes, reads the store again, and calls `repeat` with the
   * newer token while holding the lock. Resolves to undefined if there is none (docs/requirements.md, R18 and R19). Rejects with
   * the reason of the signal if that is aborted first.
   */
  repeatWithNewer<T>(sent: string, repeat: (token: string) => Promise<T>, signal?: AbortSignal): Promise<T | undefined>;
  /** Whether another process saw the token rotate a moment ago, so that this one should take turns with the others. */
  isContended?(): Promise<boolean>;
  /**
   * Runs `work` with the newest token while holding the lock. If all processes take turns like this, no token is rotated
   * away before it is used (docs/requirements.md, R18). Rejects with the reason of the signal if that is aborted before.
   */
  inTurn?<T>(work: (token: string) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Whether a token is an API key: it has no session, and only the web app can revoke it (docs/api.md, Authentication). */
export function isApiKey(token: string): boolean {
  return token.startsWith('trk_');
}

/** The token from `set-auth-token`, or undefined if there is none or it is not valid. */
function readRotation(reply: HttpReply, warn: (message: string) => void): string | undefined {
  const header = reply.headers['set-auth-token'];
  if (header === undefined) return undefined;
  // It was sent to whoever asked first.
  if (Number.parseInt(String(reply.headers.age), 10) > 0) {
    warn('a cache in between has answered with a new token, which is not taken');
    return undefined;
  }
  // Repeated headers are joined with commas, and no token contains a comma.
  const [value = '', ...others] = String(header).split(/, ?/);
  if (isToken(value) && value !== 'undefined' && value !== 'null' && others.every((other) => other === value))
    return value;
  warn('the server sent an invalid new token; the old one is kept');
  return undefined;
}
