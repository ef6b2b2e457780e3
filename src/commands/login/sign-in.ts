import type { Received } from '../../auth/callback/pasted.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { loginByBrowser } from '../../auth/login/browser.js';
import { chooseLoginMode, type LoginFlags, type LoginMode } from '../../auth/login/mode.js';
import { defaultServiceName, probe } from '../../auth/login/probe.js';
import { resultKeys } from '../../auth/login/store-sign-in.js';
import { readToken } from '../../auth/login/token-input.js';
import { openRepairingVault } from '../../auth/repairing-vault.js';
import { storeOrEnd } from '../../auth/tokens/store-or-end.js';
import type { Context } from '../../context.js';
import { TrackerError, usageError } from '../../errors.js';
import type { ServerUrl } from '../../http/server-url.js';
import { type Aim, aimSignIn, type Wish } from './aim.js';

/** What `tracker login` was asked for. */
export interface LoginRequest extends LoginFlags, Wish {}

const defaultWaitSeconds = 300;

/**
 * Signs in: probes the server, gets a token in the mode that fits, tries it with `GET /me`, and only then stores it; an
 * older sign-in stays until that moment (docs/api.md, Authentication 5 to 7; docs/requirements.md, R11).
 */
export async function signIn(context: Context, request: LoginRequest): Promise<void> {
  const { settings, show } = context;
  await show.expectResult(resultKeys);
  const mode = chooseLoginMode(request, settings.env);
  if (request.url !== undefined) refuseTokenAsUrl(request.url, mode);
  if (request.serviceName === '') throw usageError('--service-name takes a name, not ""', 'leave it out for tracker');
  const { vault, warnings } = openRepairingVault(settings);
  const aim = await aimSignIn(settings, vault, request);
  const { server, isNamed, again } = aim;
  const entry = await checkServer(context, aim);
  const { token, isNew } =
    mode === 'token'
      ? {
          token: await readToken({ io: context.io, prompt: context.prompt, signal: context.signal, again }),
          isNew: false,
        }
      : await askBrowser(context, server, request, mode);
  const { sentence, result } = await storeOrEnd(context.servers, {
    vault,
    server,
    entry,
    token,
    again,
    isNamed,
    isNew,
    signal: context.signal,
    warn: context.show.warn,
    makeDefault: true,
  });
  for (const warning of warnings) await show.warn(warning);
  const variable = ['TRACKER_TOKEN', 'TRACKER_TOKEN_FILE'].find((each) => settings.env[each]);
  if (variable)
    await show.warn(`${variable} is set: commands use its token instead of this sign-in as long as it is set`);
  await show.result(sentence, result, result.instance);
}

/** A name without a dot, such as `tracker`, is rarely longer (characters). */
const longestShortName = 24;

/**
 * `--token SECRET` would take the secret for an address and ask the name server for it. What cannot well be an address is
 * refused before anything is sent, and never repeated (docs/requirements.md, R12).
 */
function refuseTokenAsUrl(text: string, mode: LoginMode): void {
  // A name and password are refused as what they are.
  const address = text.replace(/^[^/?#]*@/, '');
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(address)?.[1] ?? '';
  const isAddress =
    /^https?:\/\//i.test(text) ||
    /^(localhost|\[[0-9a-f:]+\]|\d{1,3}(\.\d{1,3}){3})$/i.test(host) ||
    (/^[a-z0-9-]{1,40}(\.[a-z0-9-]{1,40})*\.[a-z][a-z0-9-]{1,20}$/.test(host) && host.length <= 100);
  if (isAddress) return;
  // Without --token a short name of a host nearby is believed, and one in capitals.
  if (mode !== 'token' && (/[.:/]/.test(text) || text.length <= longestShortName)) return;
  throw usageError(
    mode === 'token' ? '--token takes no value, and what follows is no address' : 'that is no server address',
    'pipe the token in: tracker login URL --token < FILE',
  );
}

/** Gives the entry with the API generation, where that is newer than this client; it is warned about once. */
async function checkServer(context: Context, { server, entry, again }: Aim): Promise<InstanceEntry> {
  if (entry.insecureHttp)
    await context.show.warn(`${server.key} is spoken to over plain http: your token can be read on the way`);
  const wanted = entry.serviceName ?? defaultServiceName;
  const { instance, warning } = await probe(context.servers.unsigned(server), wanted, again);
  if (!warning || typeof instance.api !== 'number' || instance.api <= (entry.api ?? 0)) return entry;
  await context.show.warn(warning);
  return { ...entry, api: instance.api };
}

async function askBrowser(
  context: Context,
  server: ServerUrl,
  request: LoginRequest,
  mode: 'browser' | 'no-browser',
): Promise<Received> {
  // A folder that cannot be written is told before somebody has signed in, not after.
  await context.settings.credentials.locked(async () => undefined);
  return await loginByBrowser({
    base: server.url,
    mode,
    port: request.port,
    waitSeconds: request.wait ?? defaultWaitSeconds,
    hostName: context.servers.hostName(),
    prompt: context.prompt,
    launch: context.launch,
    isCi: Boolean(context.settings.env.CI),
    tryToken: async (token, signal) => await tryToken(context, server, token, signal),
    tell: async (line) => await context.io.stderr.write(`${line}\n`),
    signal: context.signal,
  });
}

/** Gives what a good token was rotated to, and undefined for one the server refuses. */
async function tryToken(
  { servers }: Context,
  server: ServerUrl,
  token: string,
  signal: AbortSignal,
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
