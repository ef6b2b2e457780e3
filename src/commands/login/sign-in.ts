import { loginByBrowser } from '../../auth/browser-login.js';
import { freeName } from '../../auth/free-name.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { chooseLoginMode, type LoginFlags, type LoginMode } from '../../auth/login-mode.js';
import { defaultServiceName, probe } from '../../auth/probe.js';
import { openRepairingVault } from '../../auth/repairing-vault.js';
import { storeSignIn } from '../../auth/store-sign-in.js';
import { chooseInstance, instanceAt } from '../../auth/target.js';
import { readToken } from '../../auth/token-input.js';
import type { Vault } from '../../auth/vault.js';
import type { Context } from '../../context.js';
import { TrackerError, usageError } from '../../errors.js';
import { parseServerUrl, requireSafeTransport, type ServerUrl } from '../../http/server-url.js';

/** What `tracker login` was asked for. */
export interface LoginRequest extends LoginFlags {
  readonly url: string | undefined;
  readonly name: string | undefined;
  readonly serviceName: string | undefined;
}

const defaultWaitSeconds = 300;

/**
 * Signs in: probes the server, gets a token in the mode that fits, tries it with `GET /me`, and only then stores it; an
 * older sign-in stays until that moment (docs/api.md, Authentication 5 to 7; docs/requirements.md, R11).
 */
export async function signIn(context: Context, request: LoginRequest): Promise<void> {
  const mode = chooseLoginMode(request, context.settings.env);
  if (request.url !== undefined) refuseTokenAsUrl(request.url, mode);
  const { vault, warnings } = openRepairingVault(context.settings);
  const server = await chooseServer(context, vault, request);
  const planned = await planEntry(context, vault, server, request);
  const entry = await checkServer(context, server, planned);
  const token =
    mode === 'token'
      ? await readToken({ io: context.io, prompt: context.prompt, signal: context.signal })
      : await askBrowser(context, server, request, mode);
  const { sentence, result } = await storeSignIn(context.servers, {
    vault,
    server,
    entry,
    token,
    makeDefault: true,
    chooseName: request.name === undefined ? (known) => freeName(known, entry) : undefined,
  });
  for (const warning of warnings) await context.show.warn(warning);
  await context.show.result(sentence, result, result.instance);
}

/** A name without a dot, such as `tracker`, is rarely longer (characters). */
const longestShortName = 24;

/**
 * `--token SECRET` would take the secret for an address and ask the name server for it. What cannot well be an address is
 * refused before anything is sent, and never repeated (docs/requirements.md, R12).
 */
function refuseTokenAsUrl(text: string, mode: LoginMode): void {
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(text)?.[1] ?? '';
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

async function chooseServer(context: Context, vault: Vault, { url, name }: LoginRequest): Promise<ServerUrl> {
  if (url !== undefined) return parseServerUrl(url);
  const named = name === undefined ? undefined : (await vault.instances()).find((each) => each.name === name);
  if (named) return parseServerUrl(named.url);
  try {
    return parseServerUrl((await chooseInstance(vault, context.settings.target)).entry.url);
  } catch (error) {
    // That nothing is known may be because the file is damaged, which is told instead.
    await context.settings.config.read();
    if (!(error instanceof TrackerError) || error.kind !== 'sign_in_required') throw error;
    throw usageError(
      'which server? Give its address',
      'tracker login https://tracker.example.com, or tracker sandbox start to try without an account',
    );
  }
}

/** The instance the sign-in will be stored as: the one asked for, the known one at this address, or a new one. */
async function planEntry(
  context: Context,
  vault: Vault,
  server: ServerUrl,
  request: LoginRequest,
): Promise<InstanceEntry> {
  const instances = await vault.instances();
  const { entry: found } = await instanceAt(vault, instances, server.key);
  const name = request.name === undefined ? freeName(instances, found) : checkName(request.name);
  const known = instances.find((each) => each.name === name);
  if (known && known.url !== server.key) {
    throw usageError(
      `the name ${name} is taken by ${known.url}`,
      `choose another with --name, or: tracker instances remove ${name}`,
    );
  }
  const serviceName = request.serviceName ?? context.settings.serviceName ?? known?.serviceName ?? found.serviceName;
  const isInsecure = context.settings.insecureHttp || known?.insecureHttp === true;
  const api = known?.api ?? found.api;
  requireSafeTransport(server, isInsecure);
  return {
    name,
    url: server.key,
    ...(api !== undefined && { api }),
    ...(serviceName !== undefined && { serviceName }),
    ...(isInsecure && server.url.protocol === 'http:' && !server.isLoopback && { insecureHttp: true }),
  };
}

/** Gives the entry with the API generation, where that is newer than this client; it is warned about once. */
async function checkServer(context: Context, server: ServerUrl, entry: InstanceEntry): Promise<InstanceEntry> {
  if (entry.insecureHttp)
    await context.show.warn(`${server.key} is spoken to over plain http: your token can be read on the way`);
  const { instance, warning } = await probe(context.servers.unsigned(server), entry.serviceName ?? defaultServiceName);
  if (!warning || typeof instance.api !== 'number' || instance.api <= (entry.api ?? 0)) return entry;
  await context.show.warn(warning);
  return { ...entry, api: instance.api };
}

async function askBrowser(
  context: Context,
  server: ServerUrl,
  request: LoginRequest,
  mode: 'browser' | 'no-browser',
): Promise<string> {
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
    tell: async (line) => await context.io.stderr.write(`${line}\n`),
    signal: context.signal,
  });
}

function checkName(name: string): string {
  if (/^[a-z0-9][\w.:[\]@-]{0,63}$/i.test(name)) return name;
  throw usageError(
    `${JSON.stringify(name.slice(0, 80))} cannot be the name of an instance: letters, digits, dots, dashes and underscores`,
  );
}
