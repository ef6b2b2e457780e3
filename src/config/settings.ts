import { type Access, fullAccess, type QueueChoice } from '../contract/access.js';
import type { TrackerError } from '../contract/errors.js';
import type { User } from '../disk/find-danger.js';
import type { Processes } from '../disk/processes.js';
import { type ConfFile, openConfFile } from './conf-file.js';
import type { Env } from './folders.js';
import { findProjectFile, type ProjectFile } from './project-file.js';
import { type FoldersParts, findSafeFolders, type SafeFolders } from './safe-folders.js';
import { readStoredSettings, type StoredSettings } from './stored-settings.js';

interface GlobalFlags {
  readonly instance?: string | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly insecureHttp?: boolean | undefined;
  readonly debug?: boolean | undefined;
  /** False with `--no-input`. */
  readonly input?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly queue?: boolean | undefined;
  /** False with `--no-queue`. */
  readonly mayQueue?: boolean | undefined;
  readonly offline?: boolean | undefined;
  readonly accessible?: boolean | undefined;
}

/** The instance a command is for, and where that was set. */
export type Target =
  | {
      readonly kind: 'named';
      readonly text: string;
      readonly source: '-I' | 'TRACKER_URL' | 'TRACKER_INSTANCE' | '.tracker.json';
      /** Which of several accounts is meant if `text` is the address of their server. */
      readonly account?: string | undefined;
      /** Why it may not be used: others have a hand in the file that names it. */
      readonly danger?: string | undefined;
    }
  | { readonly kind: 'default' };

/** Flags, environment and files, resolved once. Precedence: flags, environment, `.tracker.json`, config file. */
export interface Settings {
  /** The words that name the command: `tickets view`. */
  readonly command: string;
  readonly env: Env;
  readonly folders: SafeFolders;
  readonly workingFolder: string;
  readonly user: User;
  readonly processes: Processes;
  /** Settings and instances. */
  readonly config: ConfFile;
  /** Tokens. */
  readonly credentials: ConfFile;
  readonly target: Target;
  readonly projectFile: ProjectFile | undefined;
  readonly timeoutMs: number;
  readonly insecureHttp: boolean;
  readonly debug: boolean;
  /** Answer yes to confirmations. */
  readonly yes: boolean;
  /** Show the writes of a command without sending them. */
  readonly dryRun: boolean;
  /** Keep a write for later if the server cannot be reached, or for a person to decide on. */
  readonly queue: QueueChoice;
  /** Send nothing, and answer from memory. */
  readonly offline: boolean;
  /**
   * How old an answer from memory may be (milliseconds); undefined if nothing says that, so that only `offline` is answered by any. What
   * is no age is the error of the first request that it would be for.
   */
  readonly maxAge: number | TrackerError | undefined;
  /** What this process may do, whatever the sign-in. */
  readonly access: Access;
  /** The service name that `GET /instance` must report, if configured (docs/api.md, Authentication 7). */
  readonly serviceName: string | undefined;
  /** The settings in the config file, used if neither a flag nor the environment sets a value. */
  readonly stored: StoredSettings;
}

export interface SettingsParts extends FoldersParts {
  readonly command?: string;
  readonly flags: GlobalFlags;
  readonly workingFolder: string;
  readonly processes: Processes;
  readonly signal: AbortSignal;
}

/** The default of `--timeout` (docs/requirements.md, R48). */
export const defaultTimeoutSeconds = 30;

export function resolveSettings(parts: SettingsParts): Settings {
  const { flags, env } = parts;
  const folders = findSafeFolders(parts);
  const file = { folder: folders.config, processes: parts.processes, signal: parts.signal };
  const user = { uid: parts.uid, home: env.HOME };
  const projectFile = findProjectFile(parts.workingFolder, user);
  return {
    command: parts.command ?? '',
    env,
    folders,
    workingFolder: parts.workingFolder,
    user,
    processes: parts.processes,
    config: openConfFile({ ...file, name: 'config' }),
    credentials: openConfFile({ ...file, name: 'credentials' }),
    target: chooseTarget(flags, env, projectFile),
    projectFile,
    timeoutMs: (flags.timeout ?? defaultTimeoutSeconds) * 1000,
    insecureHttp: flags.insecureHttp ?? false,
    debug: flags.debug ?? false,
    yes: flags.yes ?? false,
    dryRun: flags.dryRun ?? false,
    queue: flags.queue ?? false,
    offline: flags.offline ?? Boolean(env.TRACKER_OFFLINE),
    maxAge: undefined,
    access: fullAccess,
    serviceName: env.TRACKER_SERVICE_NAME || undefined,
    stored: {},
  };
}

/**
 * Adds the settings of the config file where flags and environment set nothing, and gives a warning for each invalid one. A
 * file that cannot be read counts as empty here; the command that needs it reports that (docs/requirements.md, R65).
 */
export async function withStoredSettings(
  settings: Settings,
  flags: GlobalFlags,
): Promise<{ readonly settings: Settings; readonly warnings: readonly string[] }> {
  const { stored, ignored } = readStoredSettings(await settings.config.read().catch(() => ({})));
  const seconds = flags.timeout ?? stored.timeout ?? defaultTimeoutSeconds;
  const serviceName = settings.serviceName ?? stored['service-name'];
  const queue = settings.queue || (stored.queue === 'on' && flags.mayQueue !== false);
  // Whatever asks for it looks there, also the programs that are started.
  const isAsked = flags.accessible || stored.accessible === 'on';
  const env = isAsked && !settings.env.ACCESSIBLE ? { ...settings.env, ACCESSIBLE: '1' } : settings.env;
  return {
    settings: { ...settings, env, stored, timeoutMs: seconds * 1000, serviceName, queue },
    warnings: ignored.map(
      (key) => `the setting ${key} is invalid and is ignored; to remove it: tracker config unset ${key}`,
    ),
  };
}

/** How to ask the server all the same, where `--offline` rules that out, or its variable. */
export function leaveOffline({ env }: Pick<Settings, 'env'>): string {
  return env.TRACKER_OFFLINE ? 'unset TRACKER_OFFLINE' : 'leave out --offline';
}

/** Set for commands that this program starts: which of several accounts at `TRACKER_URL` they are for. */
export const accountVariable = 'TRACKER_ACCOUNT';

/** The instance that is asked for, by the first of these that names one. */
function chooseTarget(flags: GlobalFlags, env: Env, projectFile: ProjectFile | undefined): Target {
  const candidates = [
    ['-I', flags.instance?.trim()],
    ['TRACKER_URL', env.TRACKER_URL],
    ['TRACKER_INSTANCE', env.TRACKER_INSTANCE],
    ['.tracker.json', projectFile?.instance, projectFile?.danger],
  ] as const;
  const account = env[accountVariable];
  for (const [source, text, danger] of candidates) if (text) return { kind: 'named', text, source, account, danger };
  return { kind: 'default' };
}
