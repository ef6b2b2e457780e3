import type { Client } from '../client/client.js';
import { dangerous } from '../config/project-file.js';
import type { Settings, Target } from '../config/settings.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { parseServerUrl, requireSafeTransport, type ServerUrl } from '../contract/server-url.js';
import { quoteTyped } from '../contract/text/mask-url.js';
import type { InstanceEntry } from './instances.js';
import type { Vault } from './vault.js';

/** The servers known on this machine, and clients that do not need a completed sign-in. */
export interface Servers {
  readonly vault: Vault;
  /** The instance this command is for, according to flags, environment and files. */
  chosen(): Promise<InstanceChoice>;
  /** A client without a token, for `GET /instance`. */
  unsigned(server: ServerUrl, signal?: AbortSignal): Promise<Client>;
  /** A client with a token kept only in memory; `token` gives the newest one if the server rotates it. */
  trial(server: ServerUrl, token: string, signal?: AbortSignal): Promise<{ readonly client: Client; token(): string }>;
  /** The token this command would send. Throws `sign_in_required` when there is none. */
  currentToken(): Promise<string>;
  /** Ends the session of a token on its server, within 5 s. Throws if that fails. */
  endSession(session: EndingSession): Promise<void>;
  readonly hostName: () => string;
}

export interface EndingSession {
  readonly entry: InstanceEntry;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** The instance a command is for. */
export interface InstanceChoice {
  readonly entry: InstanceEntry;
  /** False for an address that this machine has not signed in to. */
  readonly known: boolean;
}

/** The server of an instance. Throws a usage error for plain http that is not allowed. */
export function serverOf({ url, insecureHttp }: InstanceEntry, settings: Pick<Settings, 'insecureHttp'>): ServerUrl {
  const server = parseServerUrl(url);
  requireSafeTransport(server, settings.insecureHttp || insecureHttp === true);
  return server;
}

/** The instance named by flags, environment or files, or else the default one. Throws if there is none. */
export async function chooseInstance(vault: Vault, target: Target): Promise<InstanceChoice> {
  const instances = await vault.instances();
  if (target.kind === 'default') {
    const entry = await defaultInstance(vault, instances);
    if (!entry) throw noDefault(instances);
    return { entry, known: true };
  }
  if (target.danger !== undefined) throw dangerous(target.danger, 'instance');
  const { source, text } = target;
  const isAddress = source === 'TRACKER_URL';
  const named = instances.find(({ name }) => name === text);
  if (named && !isAddress) return { entry: named, known: true };
  if (isAddress) parseServerUrl(text, 'TRACKER_URL: ');
  if (isAddress || (source === '-I' && looksLikeUrl(text)))
    return await instanceAt(vault, instances, text, target.account);
  throw unknownName(target, instances);
}

/** The instance at an address. If several share it, the named one, or else the default one; if there is none, a new unknown one. */
export async function instanceAt(
  vault: Vault,
  instances: readonly InstanceEntry[],
  text: string,
  name?: string,
): Promise<InstanceChoice> {
  const { key, url } = parseServerUrl(text);
  const matches = instances.filter((each) => each.url === key);
  const usual = await vault.defaultName();
  const named = (wanted: string | undefined) => matches.find((each) => each.name === wanted);
  const entry = named(name) ?? named(usual) ?? matches[0];
  return entry ? { entry, known: true } : { entry: { name: nameFor(url), url: key }, known: false };
}

/** The name an address gets by default: its host, plus its base path if it has one. */
export function nameFor(url: URL): string {
  const path = url.pathname.replace(/^\/|\/$/g, '');
  const host = url.host.replace(/[[\]]/g, '');
  return path === '' ? host : `${host}-${path.replaceAll('/', '-')}`;
}

/** Whether a text is an address rather than the name of an instance. */
export function looksLikeUrl(text: string): boolean {
  return /^https?:/i.test(text) || /[/:.]/.test(text) || text === 'localhost';
}

/** Whether this is a valid name for an instance. */
export function isInstanceName(name: string): boolean {
  return /^[a-z0-9][\w.:[\]@-]{0,63}$/i.test(name);
}

/** The default instance of these, if there is one. */
export async function defaultInstance(
  vault: Vault,
  instances: readonly InstanceEntry[],
): Promise<InstanceEntry | undefined> {
  const name = await vault.defaultName();
  return instances.find((each) => each.name === name);
}

type NamedTarget = Extract<Target, { kind: 'named' }>;

/** The usage error for an unknown instance name. If the name comes from a project file, the hint shows how to sign in under it. */
function unknownName({ source, text }: NamedTarget, instances: readonly InstanceEntry[]): TrackerError {
  const known = instances.map(({ name }) => name).join(', ') || 'none';
  const isFromProject = source === '.tracker.json' && isInstanceName(text);
  const login = `tracker login URL${isFromProject ? ` --name ${text}` : ''}`;
  return usageError(
    `${source}: there is no instance ${quoteTyped(text)} (known: ${known})`,
    isFromProject || instances.length === 0 ? login : 'tracker instances list',
  );
}

function noDefault(instances: readonly InstanceEntry[]): TrackerError {
  const newcomer = 'tracker login https://tracker.example.com, or tracker sandbox start to try it without an account';
  return new TrackerError('sign_in_required', 'you are not signed in to any server', {
    hint: instances.length === 0 ? newcomer : 'tracker instances use NAME; tracker instances list shows the names',
  });
}
