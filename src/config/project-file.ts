import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What `.tracker.json` may say. It never names a URL or holds a secret (docs/requirements.md, R27). */
export interface ProjectFile {
  readonly path: string;
  /** The name of an instance signed in to. */
  readonly instance?: string;
  readonly org?: string;
  readonly project?: string;
  /** Why the file, or a part of it, was ignored, in one sentence. */
  readonly problem?: string;
}

const name = '.tracker.json';

/** Looks for `.tracker.json` in `folder` and upward. Undefined where there is none. */
export function findProjectFile(folder: string): ProjectFile | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name);
    const text = readIfThere(path);
    if (text !== undefined) return parseProjectFile(path, text);
    if (dirname(at) === at) return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
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
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const instance = textOf('instance');
  if (instance?.includes('/')) return { path, problem: `${path} is ignored because its instance is not a name` };
  const org = textOf('org');
  const project = textOf('project');
  const secret = ['url', 'token'].find((key) => entries.has(key));
  const odd = ['instance', 'org', 'project'].find((key) => typeof (entries.get(key) ?? '') !== 'string');
  const problem =
    (secret && `${path}: its ${secret} is ignored; the file may name an instance, an org and a project`) ||
    (odd && `${path}: its ${odd} is ignored because it is not a name`);
  return {
    path,
    ...(problem && { problem }),
    ...(instance && { instance }),
    ...(org && { org }),
    ...(project && { project }),
  };
}
