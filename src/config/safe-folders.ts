import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { attempt, Unsafe } from '../contract/errors.js';
import { shellWord } from '../contract/text/shell-word.js';
import { type Danger, findDanger } from '../disk/find-danger.js';
import { type FindFolder, makeFolder } from '../disk/folder.js';
import { type Env, type Folders, findFolders, type Kind } from './folders.js';

/** Folders that are refused where others could put files of theirs (docs/requirements.md, R92). */
export interface SafeFolders extends Readonly<Record<Kind, FindFolder>>, Pick<Folders, 'warnings'> {
  /** Throws Unsafe if any folder that most commands read is not safe. */
  requireSafe(): void;
}

export interface FoldersParts {
  readonly env: Env;
  readonly platform: string;
  /** The id of the user; undefined where the system has none. */
  readonly uid?: number | undefined;
  /** What was examined before. */
  readonly seen?: Map<string, Stats>;
}

/** They may be links to other folders. One that others could write to, but not reach, is closed by whoever reads it. */
const configFiles = ['config.json', 'credentials.json'];

/** Finds the four folders, and looks at each, and at what is below it, when it is first used. */
export function findSafeFolders({ env, platform, uid, seen = new Map() }: FoldersParts): SafeFolders {
  const folders = findFolders(env, platform);
  const user = { uid, home: env.HOME };
  const safe = (kind: Kind): FindFolder => {
    const known = new Set<string>();
    /** A file may be open to others where they do not reach it (`isClosed`): whoever reads it closes it, and sees what it is. */
    const examine = (path: string, isClosed?: boolean): void => {
      let danger = findDanger(path, user, seen);
      // Others could create it first. Where that is impossible, nothing is read there either.
      if (danger?.is === 'unclaimed')
        danger = attempt(() => {
          makeFolder(path);
          return findDanger(path, user, seen);
        });
      if (!danger) return;
      // A cache that cannot be read is no reason to fail (docs/requirements.md, R88), and files of the config folder are looked at again.
      const isFile = kind === 'config' && path !== folders.config();
      const mayPass = danger.is === 'irregular' ? kind === 'cache' || isFile : isClosed && danger.path === path;
      if (!mayPass || danger.is === 'foreign') throw unsafe(path, danger, `TRACKER_${kind.toUpperCase()}_DIR`);
    };
    return (...below) => {
      const folder = folders[kind]();
      const path = join(folder, ...below);
      if (known.has(path)) return path;
      // What is above all of it is said of all of it.
      if (!known.has(folder)) examine(folder);
      if (path !== folder) examine(path);
      const isClosed = ((seen.get(folder)?.mode ?? 0) & 0o011) === 0;
      for (const name of kind === 'config' && path === folder ? configFiles : []) examine(join(folder, name), isClosed);
      known.add(folder);
      known.add(path);
      return path;
    };
  };
  const found = { config: safe('config'), cache: safe('cache'), state: safe('state'), data: safe('data') };
  return {
    ...found,
    warnings: folders.warnings,
    requireSafe() {
      for (const find of [found.config, found.cache, () => found.state('ledger')]) attempt(find);
    },
  };
}

function unsafe(folder: string, { path, is, isOwn }: Danger, variable: string): Unsafe {
  const what =
    is === 'foreign'
      ? `${path} belongs to another user`
      : is === 'irregular'
        ? `${path} is not a folder`
        : `other users can write to ${path}`;
  const mend = isOwn ? `chmod go-w ${shellWord(path)}, or ` : '';
  return new Unsafe('failed', `${what}, so ${path === folder ? 'it' : folder} is not safe to use`, {
    hint: `${mend}set ${variable} to another folder`,
  });
}
