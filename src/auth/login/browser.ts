import { interruption, TrackerError } from '../../contract/errors.js';
import type { ServerUrl } from '../../contract/server-url.js';
import type { Launch } from '../../terminal/programs/launch.js';
import type { Prompt } from '../../terminal/prompt/prompt.js';
import { listenForCallback } from '../callback/listener.js';
import { type Received, readPasted } from '../callback/pasted.js';
import { loginUrl, newState } from '../callback/request.js';
import { type LoginHost, type LoginMode, sshForwardLine } from './mode.js';

/** Prints the address of the login page, for a browser anywhere. */
export const address = callbackMode('no-browser');

/** Opens the login page in a browser on this machine. */
export const browser = callbackMode('browser');

interface BrowserLogin {
  /** The address of the server, which may have a base path. */
  readonly base: URL;
  readonly mode: 'browser' | 'no-browser';
  readonly port?: number | undefined;
  /** How long to wait for the sign-in, in seconds. */
  readonly waitSeconds: number;
  /** This machine's name, for the `ssh -L` line. */
  readonly hostName: string;
  readonly prompt: Prompt;
  readonly launch: Pick<Launch, 'browser'>;
  /** Whether the variable `CI` is set, so there is probably no browser to wait for. */
  readonly isCi: boolean;
  /** Tries a pasted token on the server. Gives the token, rotated if the server did so; undefined if the server rejects it. */
  tryToken(token: string, signal: AbortSignal): Promise<string | undefined>;
  /** Writes one line to stderr, as it is. */
  tell(line: string): Promise<void>;
  /** Writes a sentence to stderr, wrapped at words on a terminal. */
  say(sentence: string): Promise<void>;
  readonly signal: AbortSignal;
}

const longestTimerMs = 2_147_483_647;

/**
 * Signs in through a browser, on this machine or another, and gives the token (docs/api.md, Authentication 5 and 6). In
 * `no-browser` mode the callback address, or a token, may also be pasted at a prompt. The first valid one wins; a pasted
 * one is valid if the server accepts it. In every case the port is closed and the prompt is gone at the end. Throws
 * TrackerError `network` after `waitSeconds`, and `interrupted` when the signal is aborted (docs/requirements.md, R8 and R9).
 */
async function loginByBrowser(login: BrowserLogin): Promise<Received> {
  const state = newState();
  const instead = tokenLogin(login);
  const listener = await listenForCallback({ state, port: login.port, instead, signal: login.signal });
  const stop = new AbortController();
  const signal = AbortSignal.any([login.signal, stop.signal]);
  try {
    const url = loginUrl(login.base, listener.port, state);
    await announce(login, url, listener.port);
    let asking: Promise<Received> | undefined;
    const ask = (): Promise<Received> => (asking = askForCallback(login, state, signal));
    if (login.mode === 'no-browser' && login.prompt.possible) ask();
    const opening =
      login.mode === 'browser' ? openBrowser({ ...login, signal }, { url, port: listener.port, ask }) : undefined;
    try {
      const arriving = listener.token.then((token): Received => ({ token, isNew: true }));
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

/** The address has a line to itself, so it can be copied or clicked. */
async function announce(login: BrowserLogin, url: string, port: number): Promise<void> {
  const { mode, tell } = login;
  await tell(
    mode === 'browser'
      ? 'Opening your browser to sign in. If nothing opens, visit this address:'
      : 'To sign in, open this address in a browser:',
  );
  await tell(url);
  if (login.isCi) await tell(`hint: in CI, set TRACKER_URL and TRACKER_TOKEN instead, or: ${tokenLogin(login)}`);
  if (mode === 'no-browser') await explainElsewhere(login, port);
}

/** How to sign in with a browser on another machine. */
async function explainElsewhere({ hostName, prompt, tell }: BrowserLogin, port: number): Promise<void> {
  await tell('If that browser runs on another machine, run this there first:');
  await tell(sshForwardLine(port, hostName));
  if (prompt.possible)
    await tell('Otherwise the browser ends up on a page that does not load; paste its address here.');
}

interface Opening {
  readonly url: string;
  readonly port: number;
  /** Asks for the address at which another browser ends. */
  readonly ask: () => Promise<Received>;
}

/** Without a browser here, as in a container, the sign-in goes on with one elsewhere. */
async function openBrowser(login: BrowserLogin, { url, port, ask }: Opening): Promise<Received> {
  const opened = await login.launch.browser(url);
  if (!opened && !login.signal.aborted) {
    await login.tell('Could not open a browser; the address above still works.');
    await explainElsewhere(login, port);
    if (login.prompt.possible && !login.signal.aborted) return await ask();
  }
  return await new Promise<never>(() => undefined);
}

/** Asks until something valid is pasted. The input is hidden, since it contains a token. */
async function askForCallback(login: BrowserLogin, state: string, signal: AbortSignal): Promise<Received> {
  const { prompt, say } = login;
  const question = {
    message: 'Paste the address or a token:',
    instead: `sign in with a token: ${tokenLogin(login)}`,
    signal,
  };
  for (;;) {
    const pasted = await prompt.secret(question);
    try {
      const { token, isNew } = readPasted(pasted, state);
      const accepted = await login.tryToken(token, signal);
      if (accepted !== undefined) return { token: accepted, isNew };
      if (signal.aborted) throw interruption(signal);
      await say(`Not accepted: ${login.base.host} rejected this token.`);
    } catch (error) {
      if (!(error instanceof TrackerError) || error.kind !== 'invalid' || signal.aborted) throw error;
      await say(`Not accepted: ${error.message}.`);
    }
  }
}

async function giveUpLater(login: BrowserLogin, signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const timer = setTimeout(() => reject(timedOut(login)), Math.min(login.waitSeconds * 1_000, longestTimerMs));
    const stop = (): void => {
      clearTimeout(timer);
      reject(interruption(signal));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function timedOut(login: BrowserLogin): TrackerError {
  const { waitSeconds, mode } = login;
  const others = mode === 'browser' ? `tracker login ${addressOf(login)} --no-browser, or ` : '';
  return new TrackerError('network', `timed out after ${waitSeconds} s waiting for the sign-in`, {
    hint: `${others}${tokenLogin(login)}; use --wait SECONDS to wait longer`,
  });
}

function tokenLogin(login: BrowserLogin): string {
  return `tracker login ${addressOf(login)} --token < FILE`;
}

function addressOf({ base }: BrowserLogin): string {
  return base.href.replace(/\/$/, '');
}

/** The values of the flags that both modes with a callback have. */
interface CallbackValues {
  readonly port: number | undefined;
  readonly wait: number | undefined;
}

const defaultWaitSeconds = 300;

/** A mode in which the token comes from the login page, which opens here or elsewhere. */
function callbackMode(mode: 'browser' | 'no-browser'): LoginMode<CallbackValues> {
  return {
    async signIn(host, { server }, { port, wait }) {
      const { settings, servers, prompt, launch, io, signal } = host;
      // If the folder cannot be written, people learn it before they sign in.
      await settings.credentials.locked(async () => undefined);
      return await loginByBrowser({
        base: server.url,
        mode,
        port,
        waitSeconds: wait ?? defaultWaitSeconds,
        hostName: servers.hostName(),
        prompt,
        launch,
        isCi: Boolean(settings.env.CI),
        tryToken: async (token, until) => await tryToken(host, server, { token, signal: until }),
        tell: async (line) => await io.stderr.write(`${line}\n`),
        say: host.say,
        signal,
      });
    },
  };
}

/** The token, rotated if the server did so; undefined if the server refuses it. */
async function tryToken(
  { servers }: LoginHost,
  server: ServerUrl,
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const trial = servers.trial(server, token, signal);
  try {
    await trial.client.call('GET /me');
    return trial.token();
  } catch (error) {
    if (error instanceof TrackerError && error.kind === 'sign_in_required') return undefined;
    throw error;
  }
}
