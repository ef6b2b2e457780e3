import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The content of `.tracker.json`. It never has a URL or a secret (docs/requirements.md, R27). */
export interface ProjectFile {
  readonly path: string;
  /** The name of an instance the user is signed in to. */
  readonly instance?: string;
  readonly org?: string;
  readonly project?: string;
  /** Why the file, or part of it, was ignored. */
  readonly problem?: string;
}

const name = '.tracker.json';

/** The largest file that is read (bytes). */
const longest = 64 * 1024;

/** Looks for `.tracker.json` in `folder` and its parents. Undefined if there is none. */
export function findProjectFile(folder: string): ProjectFile | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name);
    const file = openIfThere(path);
    const found = file === undefined ? undefined : readProjectFile(path, file);
    if (found) return found;
    if (dirname(at) === at) return undefined;
  }
}

/** Opens without waiting for the writer of a pipe, and without acquiring a controlling terminal. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

/**
 * A cloned repository may have anything under this name, such as a link to an endless device. Undefined for a folder of
 * that name.
 */
function readProjectFile(path: string, file: number): ProjectFile | undefined {
  const ignored = (why: string): ProjectFile => ({ path, problem: `${path} is ignored because it ${why}` });
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) return undefined;
    if (!stat.isFile()) return ignored('is not a regular file');
    const bytes = Buffer.alloc(longest + 1);
    const size = readSync(file, bytes);
    if (size > longest) return ignored('is larger than 64 kB');
    return parseProjectFile(path, bytes.toString('utf8', 0, size));
  } catch {
    return ignored('cannot be read');
  } finally {
    closeSync(file);
  }
}

function parseProjectFile(path: string, text: string): ProjectFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { path, problem: `${path} is ignored because it is not JSON` };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { path, problem: `${path} is ignored because it is not a JSON object` };
  }
  const entries = new Map(Object.entries(parsed));
  const textOf = (key: string): string | undefined => {
    const value = entries.get(key);
    return (typeof value === 'string' && value.trim()) || undefined;
  };
  const instance = textOf('instance');
  if (instance?.includes('/')) return { path, problem: `${path} is ignored because its "instance" is not a name` };
  const org = textOf('org');
  const project = textOf('project');
  const secret = ['url', 'token'].find((key) => entries.has(key));
  const odd = ['instance', 'org', 'project'].find((key) => typeof (entries.get(key) ?? '') !== 'string');
  const problem =
    (secret && `${path}: "${secret}" is ignored; the file may only set "instance", "org" and "project"`) ||
    (odd && `${path}: "${odd}" is ignored because it is not a name`);
  return {
    path,
    ...(problem && { problem }),
    ...(instance && { instance }),
    ...(org && { org }),
    ...(project && { project }),
  };
}
