import { interruption, phrase, TrackerError, undefinedIf } from '../../contract/errors.js';
import type { ServerUrl } from '../../contract/server-url.js';
import { waitFor } from '../../http/waiting.js';
import { holdKeys } from '../../terminal/prompt/held-keys.js';
import { listenForCallback } from '../callback/listener.js';
import { type ReceivedToken, readPasted } from '../callback/pasted.js';
import { loginUrl, newState } from '../callback/request.js';
import type { LoginHost, LoginMode } from './mode.js';

/** Prints the address of the login page, for a browser anywhere. */
export const address = callbackMode('no-browser');

/** Opens the login page in a browser on this machine. */
export const browser = callbackMode('browser');

/** The values of the flags that both modes with a callback have. */
interface CallbackValues {
  readonly port: number | undefined;
  /** How long to wait for the sign-in (seconds; 300 by default). */
  readonly wait: number | undefined;
}

interface BrowserLogin extends CallbackValues {
  readonly host: LoginHost;
  /** It may have a base path. */
  readonly server: ServerUrl;
  readonly mode: 'browser' | 'no-browser';
}

/** A mode in which the token comes from the login page, which opens here or elsewhere. */
function callbackMode(mode: BrowserLogin['mode']): LoginMode<CallbackValues> {
  return {
    async signIn(host, { server }, values) {
      // If the folder cannot be written, people learn it before they sign in.
      await host.settings.credentials.locked(async () => undefined);
      return await loginByBrowser({ host, server, mode, ...values });
    },
  };
}

/**
 * Signs in through a browser, on this machine or another, and gives the token (docs/api.md, Authentication 5 and 6). In
 * `no-browser` mode the callback address, or a token, may also be pasted at a prompt. The first valid one wins; a pasted
 * one is valid if the server accepts it. In every case the port is closed and the prompt is gone at the end. Throws
 * TrackerError `network` after `wait` seconds, and `interrupted` when the signal is aborted (docs/requirements.md, R8 and R9).
 */
async function loginByBrowser(login: BrowserLogin): Promise<ReceivedToken> {
  const { host, server, mode } = login;
  const state = newState();
  const listener = await listenForCallback({
    ...{ state, port: login.port, instead: tokenLogin(login), signal: host.signal, user: host.settings.user },
    loginUrl: (at) => loginUrl(server.url, at, state),
  });
  const { port } = listener;
  const stop = new AbortController();
  const signal = AbortSignal.any([host.signal, stop.signal]);
  try {
    const url = loginUrl(server.url, port, state);
    await announce(login, url, port);
    let asking: Promise<ReceivedToken> | undefined;
    const ask = (): Promise<ReceivedToken> => (asking = askForCallback(login, state, signal));
    if (mode === 'no-browser' && host.prompt.possible) ask();
    const opening = mode === 'browser' ? openBrowser(login, { start: listener.start, port, signal, ask }) : undefined;
    try {
      const arriving = listener.token.then((token): ReceivedToken => ({ token, isNew: true }));
      const ways = [arriving, giveUpLater(login, signal), asking, opening];
      return await Promise.race(ways.filter((way) => way !== undefined));
    } finally {
      stop.abort();
      // The prompt owns the terminal until it has cleaned up.
      await asking?.catch(() => undefined);
    }
  } finally {
    await listener.close();
  }
}

/** Writes one line to stderr, as it is. */
async function tell({ host }: BrowserLogin, line: string): Promise<void> {
  await host.io.stderr.write(`${line}\n`);
}

/** The address has a line to itself, so it can be copied or clicked. */
async function announce(login: BrowserLogin, url: string, port: number): Promise<void> {
  const isHere = login.mode === 'browser';
  await tell(
    login,
    isHere
      ? 'Opening your browser to sign in. If nothing opens, visit this address:'
      : 'To sign in, open this address in a browser:',
  );
  await tell(login, url);
  if (login.host.settings.env.CI)
    await tell(login, `hint: in CI, set TRACKER_URL and TRACKER_TOKEN instead, or: ${tokenLogin(login)}`);
  if (!isHere) await explainElsewhere(login, port);
}

async function explainElsewhere(login: BrowserLogin, port: number): Promise<void> {
  await tell(login, 'If that browser runs on another machine, run this there first:');
  await tell(login, `ssh -L ${port}:127.0.0.1:${port} ${login.host.servers.hostName()}`);
  if (login.host.prompt.possible)
    await tell(login, 'Otherwise it ends up on a page that does not load; paste that address here.');
}

interface BrowserStart {
  readonly start: string;
  readonly port: number;
  readonly signal: AbortSignal;
  /** Asks for the address at which another browser ends. */
  readonly ask: () => Promise<ReceivedToken>;
}

/** Without a browser here, as in a container, the sign-in goes on with one elsewhere. */
async function openBrowser(login: BrowserLogin, { start, port, signal, ask }: BrowserStart): Promise<ReceivedToken> {
  const { launch, prompt } = login.host;
  const opened = await launch.browser(start);
  if (!opened && !signal.aborted) {
    await tell(login, 'Could not open a browser; the address above still works.');
    await explainElsewhere(login, port);
    if (prompt.possible && !signal.aborted) return await ask();
  }
  return await new Promise<never>(() => undefined);
}

/** Asks until something valid is pasted. The input is hidden, since it contains a token. */
async function askForCallback(login: BrowserLogin, state: string, signal: AbortSignal): Promise<ReceivedToken> {
  const { prompt, say } = login.host;
  const instead = `sign in with a token: ${tokenLogin(login)}`;
  for (;;) {
    const pasted = await prompt.secret({ message: 'Paste the address or a token:', instead, signal });
    try {
      const { token, isNew } = readPasted(pasted, state);
      // What is pasted meanwhile is a secret, too.
      const release = holdKeys(login.host.io);
      const accepted = await tryToken(login, token, signal).finally(release);
      if (accepted !== undefined) return { token: accepted, isNew };
      if (signal.aborted) throw interruption(signal);
      await say(`Not accepted: ${login.server.url.host} rejected this token.`);
    } catch (error) {
      if (!(error instanceof TrackerError) || error.kind !== 'invalid' || signal.aborted) throw error;
      await say(phrase`Not accepted: ${error.message}.`);
    }
  }
}

/** The token, rotated if the server did so; undefined if the server refuses it. */
async function tryToken({ host, server }: BrowserLogin, token: string, signal: AbortSignal) {
  const trial = await host.servers.trial(server, token, signal);
  const accepted = trial.client.call('GET /me').then(() => trial.token());
  return await undefinedIf(['sign_in_required'], accepted);
}

async function giveUpLater(login: BrowserLogin, signal: AbortSignal): Promise<never> {
  const { mode, wait = 300 } = login;
  const others = mode === 'browser' ? `tracker login ${login.server.key} --no-browser, or ` : '';
  const hint = `${others}${tokenLogin(login)}; use --wait SECONDS to wait longer`;
  await waitFor(wait * 1_000, signal).catch(() => {
    throw interruption(signal);
  });
  throw new TrackerError('network', `timed out after ${wait} s waiting for the sign-in`, { hint });
}

function tokenLogin({ server }: BrowserLogin): string {
  return `tracker login ${server.key} --token < FILE`;
}
