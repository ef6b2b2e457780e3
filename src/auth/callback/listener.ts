import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { interruption, TrackerError } from '../../contract/errors.js';
import type { User } from '../../disk/find-danger.js';
import { isOtherUser } from './caller.js';
import { judgeRequest, newState } from './request.js';
import { malformedResponse, redirect, refuse, showDonePage } from './response.js';

interface ListenOptions {
  /** The one-time state that the callback must contain. */
  readonly state: string;
  /** The port to listen on; any free one when left out. */
  readonly port?: number | undefined;
  readonly user: User;
  readonly loginUrl: (port: number) => string;
  /** The command that signs in with a token instead, for hints. */
  readonly instead: string;
  readonly signal: AbortSignal;
}

const host = '127.0.0.1';

/** How long a browser has to fetch the last page (milliseconds). */
const lastPageMs = 1_000;

// A token of 8 kB is three times as long if every character is percent-encoded.
const maxHeaderSize = 64 * 1024;

/**
 * Waits for the callback of a browser login (docs/api.md, Authentication 5; docs/requirements.md, R1 to R7). An invalid
 * request never ends the wait. Throws TrackerError `failed` if the port is not available.
 */
export async function listenForCallback(options: ListenOptions) {
  const { state, port: wanted, user, loginUrl, instead, signal } = options;
  if (signal.aborted) throw interruption(signal);
  const server = createServer({ requireHostHeader: false, maxHeaderSize });
  const port = await listen(server, wanted, instead);
  const startPath = `/start/${newState()}`;
  let isStarted = false;
  let received = false;
  let lastPageTimer: NodeJS.Timeout | undefined;
  const shut = (): void => {
    clearTimeout(lastPageTimer);
    server.close();
    // Browsers open sockets in advance and leave them idle; `close` alone would wait for them (docs/requirements.md, F26).
    server.closeAllConnections();
  };
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  const token = new Promise<string>((resolve, reject) => {
    server.on('request', (request, response) => {
      if (isOtherUser(request.socket, user)) return refuse(response, 403, 'This sign-in belongs to another user.');
      const verdict = judgeRequest(request, { port, state, startPath, isStarted, received });
      if (verdict.kind === 'refused') return refuse(response, verdict.status, verdict.sentence);
      if (verdict.kind === 'start') {
        isStarted = true;
        return redirect(response, loginUrl(port));
      }
      if (verdict.kind === 'done') return showDonePage(response.once('close', shut));
      received = true;
      lastPageTimer = setTimeout(shut, lastPageMs);
      redirect(response, '/done');
      resolve(verdict.token);
    });
    const interrupt = (): void => {
      reject(interruption(signal));
      shut();
    };
    signal.addEventListener('abort', interrupt);
    server.once('close', () => signal.removeEventListener('abort', interrupt));
  });
  // Callers may await it after it has failed; until then the rejection must not count as unhandled.
  token.catch(() => undefined);
  server.on('clientError', refuseMalformed);
  server.on('checkExpectation', (_request, response) =>
    refuse(response, 417, 'The Expect header is not supported here.'),
  );
  return {
    port,
    /** Leads a browser to the login page, once: what its arguments show to other users opens nothing any more. */
    start: `http://${host}:${port}${startPath}`,
    /** The token of the first valid callback. Rejects with TrackerError `interrupted` when the signal is aborted. */
    token,
    /**
     * Resolves when the port and all sockets are closed. That happens at once, or, if a token was received, after the browser
     * has fetched the last page, but no more than a second later.
     */
    close() {
      if (!received) shut();
      return closed;
    },
  };
}

async function listen(server: Server, port: number | undefined, instead: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(translateListenError(error, port, instead)));
    server.listen({ host, port: port ?? 0 }, resolve);
  });
  // Later errors, such as too many open files, must not end the wait.
  server.removeAllListeners('error').on('error', () => undefined);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : (port ?? 0);
}

function translateListenError(cause: NodeJS.ErrnoException, port: number | undefined, instead: string): TrackerError {
  const hint = `leave out --port to use any free port, or sign in with a token: ${instead}`;
  if (cause.code === 'EADDRINUSE') {
    return new TrackerError('failed', `port ${port} on ${host} is in use by another program`, { hint, cause });
  }
  return new TrackerError('failed', `cannot listen on ${host}: ${cause.code ?? cause.message}`, { hint, cause });
}

function refuseMalformed(_error: Error, socket: Duplex): void {
  if (socket.writable) socket.end(malformedResponse(), () => socket.destroy());
  else socket.destroy();
}
