import { TrackerError } from '../../contract/errors.js';
import type { ServerUrl } from '../../contract/server-url.js';
import { loginByBrowser } from './browser.js';
import type { LoginHost, LoginMode } from './mode.js';

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

/** Prints the address of the login page, for a browser anywhere. */
export const address = callbackMode('no-browser');

/** Opens the login page in a browser on this machine. */
export const browser = callbackMode('browser');
