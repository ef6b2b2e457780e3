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
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** Keep a write for later if the server cannot be reached, or for a person to decide on. */
  readonly queue: QueueChoice;
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
  /** Whether nobody else may be able to write to the folders that most commands read. */
  readonly requiresSafe?: boolean;
}

/** The default of `--timeout` (docs/requirements.md, R48). */
export const defaultTimeoutSeconds = 30;

/**
 * Resolves the settings, and says what is wrong with those in files and variables. A config file that cannot be read counts as empty
 * here; the command that needs it reports that (docs/requirements.md, R65). Throws Unsafe if the folders have to be safe and are not.
 */
export async function resolveSettings(
  parts: SettingsParts,
): Promise<{ readonly settings: Settings; readonly problems: readonly string[] }> {
  const { flags, workingFolder, processes, requiresSafe = false } = parts;
  const folders = findSafeFolders(parts);
  if (requiresSafe) folders.requireSafe();
  const file = { folder: folders.config, processes, signal: parts.signal };
  const config = openConfFile({ ...file, name: 'config' });
  const { stored, ignored } = readStoredSettings(await config.read().catch(() => ({})));
  // Whatever asks for it looks there, also the programs that are started.
  const isAccessible = flags.accessible || stored.accessible === 'on';
  const env = isAccessible && !parts.env.ACCESSIBLE ? { ...parts.env, ACCESSIBLE: '1' } : parts.env;
  const user = { uid: parts.uid, home: env.HOME };
  const projectFile = findProjectFile(workingFolder, user);
  return {
    settings: {
      ...{ command: parts.command ?? '', env, folders, workingFolder, user, processes, config, projectFile, stored },
      credentials: openConfFile({ ...file, name: 'credentials' }),
      target: chooseTarget(flags, env, projectFile),
      timeoutMs: (flags.timeout ?? stored.timeout ?? defaultTimeoutSeconds) * 1000,
      insecureHttp: flags.insecureHttp ?? false,
      debug: flags.debug ?? false,
      yes: flags.yes ?? false,
      dryRun: flags.dryRun ?? false,
      queue: flags.queue || (stored.queue === 'on' && flags.mayQueue !== false),
      offline: flags.offline ?? Boolean(env.TRACKER_OFFLINE),
      maxAge: undefined,
      access: fullAccess,
      serviceName: env.TRACKER_SERVICE_NAME || stored['service-name'],
    },
    problems: [
      ...folders.warnings,
      ...ignored.map(
        (key) => `the setting ${key} is invalid and is ignored; to remove it: tracker config unset ${key}`,
      ),
      ...(projectFile?.problem ? [projectFile.problem] : []),
    ],
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
