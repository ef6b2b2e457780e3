import { readdirSync, statSync } from 'node:fs';
import { attempt } from '../../contract/errors.js';
import { findAttachment } from '../../files/attachments.js';
import type { Event } from '../../triage/model/update.js';
import { isRecoverable } from './shared.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Whether what was typed is a file that can be attached. */
export function checkFile(env: Env, typed: string): Event {
  const path = withHome(env, typed);
  try {
    findAttachment(path);
    return { is: 'file', typed, path, why: undefined };
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return { is: 'file', typed, path, why: error.message };
  }
}

/** A path with as much more of it as is certain, and the names that it may go on with; folders end with a slash. */
export function completePath(env: Env, typed: string): Event {
  if (typed === '~') return { is: 'completed', typed, text: '~/', names: [] };
  const [folder, start] = [typed.slice(0, typed.lastIndexOf('/') + 1), typed.slice(typed.lastIndexOf('/') + 1)];
  const names = namesIn(withHome(env, folder) || './', start).toSorted();
  const [first = start] = names;
  const common = [...first].filter((_, at) =>
    names.every((name) => name.startsWith([...first].slice(0, at + 1).join(''))),
  );
  return { is: 'completed', typed, text: `${folder}${common.join('')}`, names };
}

/** The names in a folder that begin so, however their accents are stored; hidden ones only if that is asked for. */
function namesIn(folder: string, start: string): readonly string[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names
    .filter((name) => name.normalize('NFC').startsWith(start.normalize('NFC')))
    .filter((name) => start !== '' || !name.startsWith('.'))
    .map((name) => (isFolder(folder + name) ? `${name}/` : name));
}

/** A link may lead nowhere, or to where the user may not look. */
function isFolder(path: string): boolean {
  return attempt(() => statSync(path).isDirectory()) ?? false;
}

/** No shell has replaced the home folder. */
function withHome({ HOME }: Env, typed: string): string {
  return /^~(?=\/|$)/.test(typed) && HOME ? `${HOME}${typed.slice(1)}` : typed;
}
