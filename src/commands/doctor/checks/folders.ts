import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import type { Context } from '../../../args/context.js';
import type { ConfFile } from '../../../config/conf-file.js';
import { attempt } from '../../../contract/errors.js';
import { shellWord } from '../../../contract/shell-word.js';
import { codeOf } from '../../../disk/file-trouble.js';
import { broken, checking, type Finding, ok, warning } from './environment.js';

/** Checks the four folders, and the modes of those with secrets. Creates and changes nothing. */
export async function checkFolders({ settings: { folders } }: Context): Promise<readonly Finding[]> {
  const kinds = ['config', 'cache', 'state', 'data'] as const;
  return [
    ...(await Promise.all(kinds.map((kind) => checkFolder(kind, folders[kind])))),
    ...folders.warnings.map((problem) => warning('folders', problem, 'use an absolute path, or unset the variable')),
  ];
}

/** Checks that both config files can be read, and the tokens by their owner only. Comes first, as reading makes them private. */
export async function checkFiles({ settings }: Context): Promise<readonly Finding[]> {
  const { config, credentials, folders } = settings;
  // Without a folder there are no files; checkFolders says why.
  if ((await checkFolder('config', folders.config)).state === 'error') return [];
  return [await checkFile('settings', config), await checkFile('credentials', credentials)];
}

async function checkFile(check: 'settings' | 'credentials', file: ConfFile): Promise<Finding> {
  return await checking(check, async () => {
    const stat = attempt(() => statSync(file.path));
    await file.read(true);
    if (!stat) return ok(check, `${file.path} does not exist yet`);
    if (check === 'settings' || !isShared(stat)) return ok(check, file.path);
    return warning(check, `other users could read ${file.path} (mode ${modeOf(stat)})`, 'its mode is 0600 now');
  });
}

async function checkFolder(kind: 'config' | 'cache' | 'state' | 'data', find: () => string): Promise<Finding> {
  const check = `${kind}-folder`;
  return await checking(check, () => {
    const path = find();
    // What cannot be examined cannot be written to either.
    const stat = attempt(() => statSync(path));
    const problem = whyNotWritable(path);
    if (problem !== undefined)
      return broken(
        check,
        `${path} cannot be ${stat ? 'written to' : 'created'}: ${problem}`,
        `set TRACKER_${kind.toUpperCase()}_DIR to another folder`,
      );
    if (!stat) return ok(check, `${path} does not exist yet`);
    if ((kind === 'config' || kind === 'state') && isShared(stat))
      return warning(check, `other users can open ${path} (mode ${modeOf(stat)})`, `chmod 700 ${shellWord(path)}`);
    return ok(check, path);
  });
}

/** Why nothing can be written to a folder, or why it cannot be created; undefined if it can. */
function whyNotWritable(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return `${path} is not a folder`;
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return ['ENOENT', 'ENOTDIR'].includes(code) && dirname(path) !== path ? whyNotWritable(dirname(path)) : code;
  }
}

/** Whether anyone but the owner may use it. Windows has no such modes. */
function isShared({ mode }: Stats): boolean {
  return platform() !== 'win32' && (mode & 0o077) !== 0;
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}
