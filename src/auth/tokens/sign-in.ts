import type { Env } from '../../config/folders.js';
import type { Target } from '../../config/settings.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { parseServerUrl } from '../../contract/server-url.js';
import type { Processes } from '../../disk/processes.js';
import type { TokenStore } from '../../http/session.js';
import type { InstanceEntry } from '../instances.js';
import { chooseInstance, defaultInstance, instanceAt, nameFor } from '../servers.js';
import { type SourceParts, storedTokens } from './stored.js';

interface TokenChoice extends Pick<SourceParts, 'vault' | 'signal' | 'notice'> {
  readonly env: Env;
  readonly target: Target;
  readonly warn: (message: string) => void;
  readonly processes: Processes;
}

/** The instance a command talks to, and the source of its tokens. */
export interface Session {
  readonly entry: InstanceEntry;
  readonly tokens: TokenStore;
  /** True if the token comes from the environment; its owner may not be the stored user then. */
  readonly fromEnvironment: boolean;
  /** What stands for that owner. */
  readonly fingerprint?: () => Promise<string>;
}

/**
 * Chooses instance and token. A token from the environment is sent only to the address in `TRACKER_URL`, or to the default
 * instance. A command for another instance uses the stored token, with a warning (docs/requirements.md, R25 to R27).
 */
export async function chooseSession(choice: TokenChoice): Promise<Session> {
  const { vault, env, target, signal, notice, processes } = choice;
  if (!env.TRACKER_TOKEN && !env.TRACKER_TOKEN_FILE) {
    const { entry } = await chooseInstance(vault, target);
    return { entry, tokens: storedTokens({ vault, entry, signal, notice }), fromEnvironment: false };
  }
  const { environmentTokens, fingerprintOf, readEnvironmentToken } = await import('./environment.js');
  const given = await readEnvironmentToken(env, signal);
  const home = await homeOfEnvironmentToken(choice, given.variable);
  const isHome = target.kind === 'default' || target.source === 'TRACKER_URL';
  const entry = isHome ? home : (await chooseInstance(vault, target)).entry;
  // Two accounts may share an address: without TRACKER_URL the token belongs to the instance, not to the server.
  if (env.TRACKER_URL ? entry.url === home.url : entry.name === home.name)
    return {
      entry,
      tokens: environmentTokens(given, { vault, entry, signal, notice, processes }),
      fromEnvironment: true,
      fingerprint: async () => fingerprintOf(given.token, entry.url),
    };
  const [theirs, other] = entry.url === home.url ? [home.name, entry.name] : [home.url, entry.url];
  choice.warn(`${given.variable} is for ${theirs} and is not sent to ${other}; using the stored token`);
  return { entry, tokens: storedTokens({ vault, entry, signal, notice }), fromEnvironment: false };
}

async function homeOfEnvironmentToken(choice: TokenChoice, variable: string): Promise<InstanceEntry> {
  const { vault, env } = choice;
  if (env.TRACKER_URL) return await entryOf(env.TRACKER_URL, choice);
  const entry = await defaultInstance(vault, await vault.instances());
  if (entry) return entry;
  throw usageError(
    `${variable} is set, but nothing says which server it is for`,
    'set TRACKER_URL to the address of the server',
  );
}

/** The instance of `TRACKER_URL`. A damaged config file is only a warning here (docs/requirements.md, R65). */
async function entryOf(text: string, { vault, warn }: TokenChoice): Promise<InstanceEntry> {
  const { key, url } = parseServerUrl(text);
  try {
    return (await instanceAt(vault, await vault.instances(), key)).entry;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    warn(error.message);
    return { name: nameFor(url), url: key };
  }
}

/** A token kept only in memory; `token` gives the newest one if the server rotates it. */
export function holdToken(given: string): { readonly tokens: TokenStore; readonly token: () => string } {
  let token = given;
  const tokens: TokenStore = {
    current: async () => token,
    async rotate(next) {
      token = next;
      return undefined;
    },
    repeatWithNewer: async () => undefined,
  };
  return { tokens, token: () => token };
}
