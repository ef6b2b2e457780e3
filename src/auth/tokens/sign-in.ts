import type { Settings } from '../../config/settings.js';
import { attempt, type Sentence, TrackerError, usageError } from '../../contract/errors.js';
import { parseServerUrl } from '../../contract/server-url.js';
import type { TokenStore } from '../../http/session.js';
import type { InstanceEntry } from '../instances.js';
import { chooseInstance, defaultInstance, instanceAt, nameFor } from '../servers.js';
import { type SourceParts, storedTokens } from './stored.js';

interface TokenChoice extends Pick<SourceParts, 'vault' | 'signal' | 'notice'> {
  readonly settings: Pick<Settings, 'env' | 'target' | 'processes' | 'folders'>;
  readonly warn: (message: Sentence) => void;
}

/** The instance a command talks to, and the source of its tokens. */
export interface Session {
  readonly entry: InstanceEntry;
  readonly tokens: TokenStore;
  /** The id of its user; empty if the server has sent none at the sign-in, and undefined if it has to be asked first. */
  readonly userId: string | undefined;
  /** What stands for a token from the environment. */
  readonly fingerprint?: string;
}

/**
 * Chooses instance and token. A token from the environment is sent only to the address in `TRACKER_URL`, or to the default
 * instance. A command for another instance uses the stored token, with a warning (docs/requirements.md, R25 to R27).
 */
export async function chooseSession(choice: TokenChoice): Promise<Session> {
  const { vault, signal, notice } = choice;
  const { env, target, processes, folders } = choice.settings;
  if (!env.TRACKER_TOKEN && !env.TRACKER_TOKEN_FILE) {
    const { entry } = await chooseInstance(vault, target);
    return storedSession(entry, choice);
  }
  const { environmentTokens, fingerprintOf, readEnvironmentToken } = await import('./environment.js');
  const { isForToken, userOfToken } = await import('./token-users.js');
  const given = await readEnvironmentToken(env, signal);
  const home = await homeOfEnvironmentToken(choice, given.variable);
  const isHome = target.kind === 'default' || target.source === 'TRACKER_URL';
  const entry = isHome ? home : (await chooseInstance(vault, target)).entry;
  if (isForToken(entry, home, env)) {
    const fingerprint = fingerprintOf(given.token, entry.url);
    const userId = attempt(() => userOfToken(folders.cache, entry.url, fingerprint));
    const tokens = environmentTokens(given, { vault, entry, signal, notice, processes, cacheFolder: folders.cache });
    return { entry, tokens, userId, fingerprint };
  }
  const [theirs, other] = entry.url === home.url ? [home.name, entry.name] : [home.url, entry.url];
  choice.warn(`${given.variable} is for ${theirs} and is not sent to ${other}; using the stored token`);
  return storedSession(entry, choice);
}

function storedSession(entry: InstanceEntry, { vault, signal, notice, settings }: TokenChoice): Session {
  const parts = { vault, entry, signal, notice, dataFolder: settings.folders.data };
  return { entry, tokens: storedTokens(parts), userId: entry.userId ?? '' };
}

async function homeOfEnvironmentToken(choice: TokenChoice, variable: string): Promise<InstanceEntry> {
  const { vault, settings } = choice;
  if (settings.env.TRACKER_URL) return await entryOf(settings.env.TRACKER_URL, choice);
  const entry = await defaultInstance(vault, await vault.instances());
  if (entry) return entry;
  throw usageError(
    `${variable} is set, but nothing says which server it is for`,
    'set TRACKER_URL to the address of the server',
  );
}

/** The instance of `TRACKER_URL`. A damaged config file is only a warning here (docs/requirements.md, R65). */
async function entryOf(text: string, { vault, warn }: TokenChoice): Promise<InstanceEntry> {
  const { key, url } = parseServerUrl(text, 'TRACKER_URL: ');
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
