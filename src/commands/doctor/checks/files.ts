import { accessSync, constants, type Stats, statfsSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import type { Context } from '../../../args/context.js';
import { helperKey } from '../../../auth/helper/form.js';
import type { ConfFile } from '../../../config/conf-file.js';
import { DamagedFile } from '../../../config/stored-file.js';
import { attempt, TrackerError } from '../../../contract/errors.js';
import { shellWord } from '../../../contract/text/shell-word.js';
import { codeOf, fullDisk } from '../../../disk/file-trouble.js';
import { broken, examine, type Finding, ok, type Result, warning } from './finding.js';

/**
 * Checks the four folders and the modes of those with secrets, and that both config files can be read, and the tokens by their owner
 * only. Creates nothing; reading a file makes it private.
 */
export async function checkFiles({ settings }: Context): Promise<readonly Finding[]> {
  const { folders, config, credentials } = settings;
  const kinds = ['config', 'cache', 'state', 'data'] as const;
  const found = await Promise.all(
    kinds.map((kind) => examine(`${kind}-folder`, () => checkFolder(folders[kind](), kind))),
  );
  for (const problem of folders.warnings)
    found.push({ check: 'folders', ...warning(problem, 'use an absolute path, or unset the variable') });
  // Without a folder there are no files.
  if (found[0]?.state === 'error') return found;
  const settingsFound = await examine('settings', () => checkFile(config, false));
  return [...found, settingsFound, await examine('credentials', () => checkFile(credentials, true))];
}

function checkFolder(path: string, kind: 'config' | 'cache' | 'state' | 'data'): Result {
  // What cannot be examined cannot be written to either.
  const stat = attempt(() => statSync(path));
  const problem = whyNotWritable(path);
  if (problem !== undefined)
    return broken(
      `${path} cannot be ${stat ? 'written to' : 'created'}: ${problem}`,
      problem === fullDisk ? 'free some space' : `set TRACKER_${kind.toUpperCase()}_DIR to another folder`,
    );
  if (!stat) return ok(`${path} does not exist yet`);
  if ((kind === 'config' || kind === 'state') && isShared(stat))
    return warning(`other users can open ${path} (mode ${modeOf(stat)})`, `chmod 700 ${shellWord(path)}`);
  return ok(path);
}

async function checkFile(file: ConfFile, isSecret: boolean): Promise<Result> {
  const stat = attempt(() => statSync(file.path));
  await file.read(true);
  if (!stat) return ok(`${file.path} does not exist yet`);
  if (!isSecret || !isShared(stat)) return ok(file.path);
  return warning(`other users could read ${file.path} (mode ${modeOf(stat)})`, 'its mode is 0600 now');
}

/** Why nothing can be written to a folder, or why it cannot be created; undefined if it can. */
function whyNotWritable(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return `${path} is not a folder`;
    accessSync(path, constants.W_OK | constants.X_OK);
    return isFull(path) ? fullDisk : undefined;
  } catch (error) {
    const code = codeOf(error);
    return ['ENOENT', 'ENOTDIR'].includes(code) && dirname(path) !== path ? whyNotWritable(dirname(path)) : code;
  }
}

/** Whether its disk has no room for more, or for another file. Some file systems do not say how large they are. */
function isFull(path: string): boolean {
  const disk = attempt(() => statfsSync(path));
  return disk !== undefined && ((disk.blocks > 0 && disk.bavail === 0) || (disk.files > 0 && disk.ffree === 0));
}

/** Whether anyone but the owner may use it. Windows has no such modes. */
function isShared({ mode }: Stats): boolean {
  return platform() !== 'win32' && (mode & 0o077) !== 0;
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}

/** Which helper has the keys of tokens, and whether it answers; nothing where none is set or needed. */
export async function checkHelper({ settings, servers }: Context): Promise<Result | undefined> {
  try {
    if (!(await servers.vault.needsHelper())) return undefined;
    if (settings.offline) return warning('not checked offline');
    const { openKeys, trialUrl } = await import('../../../auth/helper/keys.js');
    const { helperSetting, helpersIn, keptItems } = await import('../../../auth/helper/sealed.js');
    const helper = helperSetting(await settings.config.read());
    const stored = await settings.credentials.read();
    const places = helpersIn(stored);
    const keys = openKeys(settings);
    for (const { helper, url } of places)
      if (!(await keys.find(helper, url)))
        return broken(`docker-credential-${helper} has no key for ${url}`, `tracker login ${url}`);
    if (helper !== undefined && places.length === 0) await keys.find(helper, trialUrl);
    const items = keptItems(stored);
    const others = items.filter(({ kept }) => ('token' in kept ? undefined : kept.helper) !== helper);
    const names = [...new Set([helper, ...places.map((each) => each.helper)])].filter((each) => each !== undefined);
    const detail = `${names.map((each) => `docker-credential-${each}`).join(', ')} answers`;
    if (others.length === 0) return ok(`${detail}; encrypted tokens: ${items.length}`);
    const remedy = `tracker config ${helper === undefined ? `unset ${helperKey}` : `set ${helperKey} ${helper}`}`;
    return warning(`${detail}; tokens that are not kept as ${helperKey} says: ${others.length}`, remedy);
  } catch (error) {
    // That is found by the checks of files.
    if (error instanceof DamagedFile) return undefined;
    if (!(error instanceof TrackerError)) throw error;
    return broken(error.message, error.hint);
  }
}
