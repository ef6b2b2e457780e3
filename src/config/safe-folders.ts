import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { attempt, TrackerError } from '../contract/errors.js';
import { shellWord } from '../contract/shell-word.js';
import { type Danger, findDanger } from '../disk/find-danger.js';
import { makeFolder } from '../disk/folder.js';
import { type Env, type Folders, findFolders, type Kind } from './folders.js';

/** Folders that are refused where others could put files of theirs: each call throws UnsafeFolder then. */
export interface SafeFolders extends Folders {
  /** Throws UnsafeFolder, if any folder but that of the sandboxes is not safe. */
  requireSafe(): void;
}

/** A folder in which others could put files of theirs (docs/requirements.md, R92). */
export class UnsafeFolder extends TrackerError {}

export interface FoldersParts {
  readonly env: Env;
  readonly platform: string;
  /** The id of the user; undefined where the system has none. */
  readonly uid?: number | undefined;
}

/** They may be links to other folders. One that others could write to, but not reach, is closed by whoever reads it. */
const configFiles = ['config.json', 'credentials.json'];

/** Finds the four folders, and looks at each when it is first used. */
export function findSafeFolders({ env, platform, uid }: FoldersParts): SafeFolders {
  const folders = findFolders(env, platform);
  const user = { uid, home: env.HOME };
  const seen = new Map<string, Stats | undefined>();
  const safe = (kind: Kind): (() => string) => {
    const refuse = (path: string, danger: Danger): never => {
      throw unsafe(path, danger, `TRACKER_${kind.toUpperCase()}_DIR`);
    };
    let known: string | undefined;
    return () => {
      if (known !== undefined) return known;
      const folder = folders[kind]();
      let danger = findDanger(folder, user, { seen });
      if (danger?.is === 'unclaimed') {
        // Others could create it first. Where that is impossible, nothing is read there either.
        const isClaimed = attempt(() => {
          makeFolder(folder);
          return true;
        });
        danger = isClaimed ? findDanger(folder, user) : undefined;
      }
      if (danger) refuse(folder, danger);
      const isClosed = ((seen.get(folder)?.mode ?? 0) & 0o011) === 0;
      for (const name of kind === 'config' ? configFiles : []) {
        const file = join(folder, name);
        const found = findDanger(file, user, { seen });
        if (found && !(isClosed && found.path === file && found.is === 'writable')) refuse(file, found);
      }
      known = folder;
      return known;
    };
  };
  const found = { config: safe('config'), cache: safe('cache'), state: safe('state'), data: safe('data') };
  return {
    ...found,
    warnings: folders.warnings,
    requireSafe() {
      for (const find of [found.config, found.cache, found.state]) {
        try {
          find();
        } catch (error) {
          // Whatever needs a folder says that there is none.
          if (error instanceof UnsafeFolder) throw error;
        }
      }
    },
  };
}

function unsafe(folder: string, { path, is }: Danger, variable: string): UnsafeFolder {
  const what = is === 'foreign' ? `${path} belongs to another user` : `other users can write to ${path}`;
  const mend = is === 'foreign' ? `sudo chown "$USER" ${shellWord(path)}` : `chmod go-w ${shellWord(path)}`;
  return new UnsafeFolder('failed', `${what}, so ${path === folder ? 'it' : folder} is not safe to use`, {
    hint: `${mend}, or set ${variable} to another folder`,
  });
}
