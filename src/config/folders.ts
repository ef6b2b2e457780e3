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

type Kind = 'config' | 'cache' | 'state' | 'data';

const xdg = {
  config: { variable: 'XDG_CONFIG_HOME', fallback: ['.config'] },
  cache: { variable: 'XDG_CACHE_HOME', fallback: ['.cache'] },
  state: { variable: 'XDG_STATE_HOME', fallback: ['.local', 'state'] },
  data: { variable: 'XDG_DATA_HOME', fallback: ['.local', 'share'] },
} as const satisfies Record<Kind, { variable: string; fallback: readonly string[] }>;

const macFolders = {
  config: ['Library', 'Preferences'],
  cache: ['Library', 'Caches'],
  state: ['Library', 'Application Support'],
  data: ['Library', 'Application Support'],
} as const satisfies Record<Kind, readonly string[]>;

const windowsVariables = {
  config: 'APPDATA',
  cache: 'LOCALAPPDATA',
  state: 'LOCALAPPDATA',
  data: 'LOCALAPPDATA',
} as const;

/** The variables with a token, an address or a name, around which blanks, line ends and a byte order mark mean nothing. */
const trimmed = ['TRACKER_URL', 'TRACKER_TOKEN', 'TRACKER_INSTANCE', 'TRACKER_SERVICE_NAME'] as const;

/** The environment with these variables trimmed; a blank one is empty, which counts as unset. */
export function trimEnv(env: Env): Env {
  const changed = trimmed.filter((name) => env[name] !== env[name]?.trim());
  return changed.length === 0
    ? env
    : { ...env, ...Object.fromEntries(changed.map((name) => [name, env[name]?.trim()])) };
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
  const find = (kind: Kind): string | undefined =>
    ownFolder(kind, env, warnings) ?? platformFolder(kind, env, platform, warnings);
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

function ownFolder(kind: Kind, env: Env, warnings: string[]): string | undefined {
  const variable = `TRACKER_${kind.toUpperCase()}_DIR`;
  return absolute(variable, env[variable], warnings);
}

function platformFolder(kind: Kind, env: Env, platform: string, warnings: string[]): string | undefined {
  const { variable, fallback } = xdg[kind];
  const fromXdg = absolute(variable, env[variable], warnings);
  if (fromXdg) return join(fromXdg, 'tracker');
  if (platform === 'win32') {
    const folder = env[windowsVariables[kind]];
    return folder ? join(folder, 'tracker', kind) : undefined;
  }
  const home = env.HOME;
  if (!home || !isAbsolute(home)) return undefined;
  return platform === 'darwin' ? join(home, ...macFolders[kind], 'tracker') : join(home, ...fallback, 'tracker');
}

function absolute(variable: string, value: string | undefined, warnings: string[]): string | undefined {
  if (!value) return undefined;
  if (isAbsolute(value)) return value;
  warnings.push(`${variable} is ignored because it is not an absolute path`);
  return undefined;
}
