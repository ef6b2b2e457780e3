import type { Target } from '../config/settings.js';
import { parseServerUrl } from '../contract/server-url.js';
import type { InstanceEntry } from './instances.js';
import type { Vault } from './vault.js';

/** The instance a command is for. */
export interface Chosen {
  readonly entry: InstanceEntry;
  /** False for an address that this machine has not signed in to. */
  readonly known: boolean;
}

/** The instance named by flags, environment or files, or else the default one. Throws if there is none. */
export async function chooseInstance(vault: Vault, target: Target): Promise<Chosen> {
  const instances = await vault.instances();
  if (target.kind === 'default') return { entry: await defaultInstance(vault, instances), known: true };
  const named = instances.find(({ name }) => name === target.text);
  if (named && target.source !== 'TRACKER_URL') return { entry: named, known: true };
  if (target.source === '-I' ? looksLikeUrl(target.text) : target.source === 'TRACKER_URL') {
    return await instanceAt(vault, instances, target.text);
  }
  throw (await import('./sign-in-required.js')).unknownName(target, instances);
}

/** The instance at an address. If several share it, the default one is preferred; if there is none, a new unknown one. */
export async function instanceAt(vault: Vault, instances: readonly InstanceEntry[], text: string): Promise<Chosen> {
  const { key, url } = parseServerUrl(text);
  const matches = instances.filter((each) => each.url === key);
  const preferred = await vault.defaultName();
  const entry = matches.find(({ name }) => name === preferred) ?? matches[0];
  return entry ? { entry, known: true } : { entry: { name: nameFor(url), url: key }, known: false };
}

/** The name an address gets by default: its host, plus its base path if it has one. */
export function nameFor(url: URL): string {
  const path = url.pathname.replace(/^\/|\/$/g, '');
  const host = url.host.replace(/[[\]]/g, '');
  return path === '' ? host : `${host}-${path.replaceAll('/', '-')}`;
}

async function defaultInstance(vault: Vault, instances: readonly InstanceEntry[]): Promise<InstanceEntry> {
  const name = await vault.defaultName();
  const entry = instances.find((each) => each.name === name);
  if (entry) return entry;
  throw (await import('./sign-in-required.js')).noDefault(instances);
}

/** Whether a text is an address rather than the name of an instance. */
export function looksLikeUrl(text: string): boolean {
  return /^https?:/i.test(text) || /[/:.]/.test(text) || text === 'localhost';
}
