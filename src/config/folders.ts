import { isAbsolute, join } from 'node:path';
import { TrackerError } from '../contract/errors.js';

/** The environment variables the program was started with; an empty one counts as unset. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The folders for the program's files. Each call throws TrackerError `failed` if there is no such folder. */
export interface Folders {
  /** Settings, instances and tokens. */
  config(): string;
  /** Data that can be fetched again: the reference index and learned values. */
  cache(): string;
  /** Data that cannot be fetched again: drafts. Also locks. */
  state(): string;
  /** The sandbox's databases. */
  data(): string;
  /** Problems in the environment, such as a relative XDG folder. */
  readonly warnings: readonly string[];
}

/** Where each kind of file is below the home folder, there and on macOS, and which variable says it on Windows. */
const places = {
  config: { home: ['.config'], mac: ['Library', 'Preferences'], windows: 'APPDATA' },
  cache: { home: ['.cache'], mac: ['Library', 'Caches'], windows: 'LOCALAPPDATA' },
  state: { home: ['.local', 'state'], mac: ['Library', 'Application Support'], windows: 'LOCALAPPDATA' },
  data: { home: ['.local', 'share'], mac: ['Library', 'Application Support'], windows: 'LOCALAPPDATA' },
} as const;

/** A kind of file, as the names of variables have it. */
export type Kind = keyof typeof places;

/**
 * The environment without blanks, line ends and a byte order mark around a token, an address or a name, where they mean nothing, and
 * without what a switch says no with; what is empty then counts as unset.
 */
export function trimEnv(given: Env): Env {
  const env: Record<string, string | undefined> = { ...given };
  for (const name of ['TRACKER_URL', 'TRACKER_TOKEN', 'TRACKER_INSTANCE', 'TRACKER_SERVICE_NAME'])
    env[name] &&= env[name].trim();
  for (const name of ['ACCESSIBLE', 'CI', 'TRACKER_OFFLINE'])
    env[name] &&= env[name].replace(/^(0|false|no|off)$/i, '');
  return env;
}

/** The variables that say where the folders are. */
export const folderVariables: readonly string[] = [
  'HOME',
  ...['CONFIG', 'CACHE', 'STATE', 'DATA'].flatMap((kind) => [`XDG_${kind}_HOME`, `TRACKER_${kind}_DIR`]),
];

/**
 * Finds the four folders: `TRACKER_…_DIR`, then the XDG folder, then the platform's default. A relative path is ignored
 * with a warning, so no token is ever written below the working directory (docs/requirements.md, R67).
 */
export function findFolders(env: Env, platform: string): Folders {
  const warnings: string[] = [];
  const absolute = (variable: string): string | undefined => {
    const value = env[variable];
    if (!value) return undefined;
    if (isAbsolute(value)) return value;
    warnings.push(`${variable} is ignored because it is not an absolute path`);
    return undefined;
  };
  const find = (kind: Kind): string | undefined => {
    const own = absolute(`TRACKER_${kind.toUpperCase()}_DIR`);
    if (own) return own;
    const fromXdg = absolute(`XDG_${kind.toUpperCase()}_HOME`);
    if (fromXdg) return join(fromXdg, 'tracker');
    const { home, mac, windows } = places[kind];
    const above = env[platform === 'win32' ? windows : 'HOME'];
    if (platform === 'win32') return above ? join(above, 'tracker', kind) : undefined;
    return above && isAbsolute(above) ? join(above, ...(platform === 'darwin' ? mac : home), 'tracker') : undefined;
  };
  const found = { config: find('config'), cache: find('cache'), state: find('state'), data: find('data') };
  const name = (kind: Kind) => () => {
    const folder = found[kind];
    if (folder) return folder;
    throw new TrackerError('failed', `cannot find a folder for ${kind} files: HOME is not set to an absolute path`, {
      hint: `set TRACKER_${kind.toUpperCase()}_DIR`,
    });
  };
  return { config: name('config'), cache: name('cache'), state: name('state'), data: name('data'), warnings };
}
