import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Context } from '../args/context.js';
import { notAllowed } from '../contract/allowed.js';
import { attempt, usageError } from '../contract/errors.js';

/**
 * Throws a usage error for a file of the program's own, under whatever name: tokens, settings, the ledger and what is remembered are
 * never a text, an attachment or an input (docs/requirements.md, R98). Templates, and files that belong to a draft, are the user's.
 * macOS and Windows find a file by a name in other capitals, too, and only the system's own realpath gives the one it has.
 */
export function requireForeign({ settings }: Pick<Context, 'settings'>, given: string): void {
  const found = attempt(() => ({ path: realpathSync.native(given), stats: statSync(given) }));
  if (!found) return;
  if (/^\/proc\/.*\/environ$/.test(found.path))
    throw usageError(`${given} is the environment of a program, which is never sent`);
  const { config, state, cache } = settings.folders;
  const { TRACKER_TOKEN_FILE: tokenFile = '' } = settings.env;
  const isOwn = [config, state, cache].some((find) => below(find, found.path) !== undefined);
  const isTemplate = below(config, found.path)?.startsWith(`templates${sep}`);
  const isUsers = isTemplate || /\bledger[\\/]\d+\.files[\\/]/.test(found.path);
  const isSame = (find: () => string): boolean => {
    const stats = attempt(() => statSync(find()));
    return stats !== undefined && stats.ino === found.stats.ino && stats.dev === found.stats.dev;
  };
  const alone = [() => join(config(), 'credentials.json'), () => join(config(), 'config.json'), () => tokenFile];
  if ((isOwn && !isUsers) || alone.some(isSame))
    throw usageError(`${given} is one of tracker's own files, which are never sent`);
}

/**
 * Throws a usage error for a place among the program's own files: what a server sends never takes the place of one. Where access is
 * not full, throws `read_only` for one that is hidden below the home or working folder, as the settings of other programs are: what
 * an agent saves there could steer it, or run (docs/requirements.md, R98).
 */
export function requireOutside({ settings }: Pick<Context, 'settings'>, given: string): void {
  const { folders, access, env, workingFolder } = settings;
  const path = placeOf(resolve(workingFolder, given));
  const { TRACKER_TOKEN_FILE: tokenFile = '' } = env;
  // An empty path is the working folder.
  const isTokenFile = tokenFile !== '' && attempt(() => realpathSync.native(tokenFile)) === path;
  if (isTokenFile || [folders.config, folders.state, folders.cache].some((find) => below(find, path) !== undefined))
    throw usageError(`${given} is among tracker's own files`);
  const isHidden = (find: () => string): boolean =>
    below(find, path)
      ?.split(sep)
      .some((part) => part.startsWith('.')) === true;
  if (access.level !== 'full' && [() => env.HOME ?? homedir(), () => workingFolder].some(isHidden))
    throw notAllowed(access, `${given} is hidden, as settings of programs are, and nothing was saved there`);
}

/** What follows a folder in a path without links; undefined if the path is not below it. */
function below(find: () => string, path: string): string | undefined {
  const folder = attempt(() => realpathSync.native(find()));
  const start = folder?.endsWith(sep) ? folder : `${folder}${sep}`;
  return folder !== undefined && path.startsWith(start) ? path.slice(start.length) : undefined;
}

/** A path without links, as far as it exists. */
function placeOf(path: string): string {
  const folder = dirname(path);
  return attempt(() => realpathSync.native(path)) ?? (folder === path ? path : join(placeOf(folder), basename(path)));
}
