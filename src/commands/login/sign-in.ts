import { loginByBrowser } from '../../auth/browser-login.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { chooseLoginMode, type LoginFlags } from '../../auth/login-mode.js';
import { defaultServiceName, probe } from '../../auth/probe.js';
import { storeSignIn } from '../../auth/store-sign-in.js';
import { instanceAt } from '../../auth/target.js';
import { readToken } from '../../auth/token-input.js';
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
  if (mode === 'token' && request.url !== undefined) refuseTokenAsUrl(request.url);
  const server = await chooseServer(context, request);
  const entry = await planEntry(context, server, request);
  await checkServer(context, server, entry);
  const token =
    mode === 'token'
      ? await readToken({ io: context.io, prompt: context.prompt, signal: context.signal })
      : await askBrowser(context, server, request, mode);
  const { sentence, result } = await storeSignIn(context.servers, { server, entry, token, makeDefault: true });
  await context.show.result(sentence, result, result.instance);
}

/**
 * `--token SECRET` would take the secret for an address and ask the name server for it. What cannot well be an address is
 * refused before anything is sent, and never repeated (docs/requirements.md, R12).
 */
function refuseTokenAsUrl(text: string): void {
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(text)?.[1] ?? '';
  const isAddress =
    /^https?:\/\//i.test(text) ||
    /^(localhost|\[[0-9a-f:]+\]|\d{1,3}(\.\d{1,3}){3})$/i.test(host) ||
    (/^[a-z0-9-]{1,40}(\.[a-z0-9-]{1,40})*\.[a-z][a-z0-9-]{1,20}$/.test(host) && host.length <= 100);
  if (isAddress) return;
  throw usageError(
    '--token takes no value, and what follows is no address',
    'pipe the token in: tracker login URL --token < FILE',
  );
}

async function chooseServer(context: Context, { url, name }: LoginRequest): Promise<ServerUrl> {
  if (url !== undefined) return parseServerUrl(url);
  const named =
    name === undefined ? undefined : (await context.servers.vault.instances()).find((each) => each.name === name);
  if (named) return parseServerUrl(named.url);
  try {
    return parseServerUrl((await context.servers.chosen()).entry.url);
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind !== 'sign_in_required') throw error;
    throw usageError(
      'which server? Give its address',
      'tracker login https://tracker.example.com, or tracker sandbox start to try without an account',
    );
  }
}

/** The instance the sign-in will be stored as: the one asked for, the known one at this address, or a new one. */
async function planEntry(context: Context, server: ServerUrl, request: LoginRequest): Promise<InstanceEntry> {
  const { vault } = context.servers;
  const instances = await vault.instances();
  const { entry: found } = await instanceAt(vault, instances, server.key);
  const name = request.name === undefined ? found.name : checkName(request.name);
  const known = instances.find((each) => each.name === name);
  if (known && known.url !== server.key) {
    throw usageError(
      `the name ${name} is taken by ${known.url}`,
      `choose another with --name, or: tracker instances remove ${name}`,
    );
  }
  const serviceName = request.serviceName ?? context.settings.serviceName ?? known?.serviceName ?? found.serviceName;
  const isInsecure = context.settings.insecureHttp || known?.insecureHttp === true;
  requireSafeTransport(server, isInsecure);
  return {
    name,
    url: server.key,
    ...(serviceName !== undefined && { serviceName }),
    ...(isInsecure && server.url.protocol === 'http:' && !server.isLoopback && { insecureHttp: true }),
  };
}

async function checkServer(context: Context, server: ServerUrl, entry: InstanceEntry): Promise<void> {
  if (entry.insecureHttp)
    await context.show.warn(`${server.key} is spoken to over plain http: your token can be read on the way`);
  const { warning } = await probe(context.servers.unsigned(server), entry.serviceName ?? defaultServiceName);
  if (warning) await context.show.warn(warning);
}

async function askBrowser(
  context: Context,
  server: ServerUrl,
  request: LoginRequest,
  mode: 'browser' | 'no-browser',
): Promise<string> {
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
