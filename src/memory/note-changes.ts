import { constants, fstatSync, opendirSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../contract/errors.js';
import { fieldsOfRow, isOther, isRow, type Row, textOf, uuidOf } from '../contract/row.js';
import { writeOf } from '../contract/writes.js';
import { giveToOwner, withOpen } from '../disk/folder.js';
import { requireOwn } from '../disk/read-regular.js';
import type { HttpRequest } from '../http/message.js';
import { lengthsOf, markStale } from './files.js';
import { changesName } from './folder.js';
import { partsOf } from './keepable.js';
import type { OwnChange } from './own-changes.js';

/** The reference of something, if this computer knows it. */
export type RefOf = (under: string, uuid: string) => string | undefined;

/** Whenever the file has grown by this, it is folded (bytes). */
const foldBytes = 1024 * 1024;

/** Adds a change to the file. The write itself has succeeded, whatever happens here; where it cannot be noted, nothing is sure. */
export async function noteChange(folder: string, change: OwnChange): Promise<void> {
  try {
    if (append(join(folder, changesName), `\n${JSON.stringify(change)}`))
      (await import('./fold-changes.js')).foldChanges(folder, foldBytes);
  } catch {
    for (const name of attempt(() => readdirSync(folder)) ?? []) markStale(join(folder, name));
  }
}

/** Adds a change to the file; one that is only a hint, if anything is kept that could show it. */
export async function noteIfKept(folder: string, change: OwnChange): Promise<void> {
  if (!change.isHint || attempt(() => isAnyKept(folder))) await noteChange(folder, change);
}

/** Whether there are answers, whose names have a `_`, as their addresses have a `/`. */
function isAnyKept(folder: string): boolean {
  const files = opendirSync(folder);
  try {
    for (let file = files.readSync(); file; file = files.readSync()) if (file.name.includes('_')) return true;
    return false;
  } finally {
    files.closeSync();
  }
}

/** What a request changes; `answered` is what the server has sent, if that is known, and `refOf` gives references by uuid. */
export function changesOf(
  { method, url, body, json }: HttpRequest,
  answered: Buffer | undefined,
  { author, refOf }: { readonly author: Row; readonly refOf: RefOf },
): readonly OwnChange[] {
  const { under, id, rest } = partsOf(url);
  const [own, answer] = [json ?? body, answered?.toString()].map((text) => {
    const value = attempt(() => JSON.parse(typeof text === 'string' ? text : '') as unknown);
    return isRow(value) ? value : {};
  }) as [Row, Row];
  const mark: OwnChange = { under, uuid: id, ref: id === undefined ? textOf(answer.displayId) : undefined };
  if (answered === undefined) return [mark];
  const written = fieldsOfRow(own);
  const [stored = {}] = [answer.ticket, answer.task].filter(isRow).filter((each) => !isOther(uuidOf(each), id));
  const follows = Object.entries(stored).filter(([name]) => Object.hasOwn(written, name) || alsoChanged.test(name));
  const { creates, says = false } = writeOf(method, url);
  const { internal } = own;
  const note = internal === undefined ? {} : { isInternalNote: internal };
  return [
    {
      ...mark,
      ...((method === 'PATCH' || method === 'PUT') && { fields: { ...written, ...Object.fromEntries(follows) } }),
      ...(says && { added: { ...own, text: own.body, ...note, ...author, id: answer.id, kind: 'comment' } }),
      links: own.dependsOnIds,
      ...(method === 'DELETE' && rest === undefined && id !== undefined && { ref: refOf(under, id), isGone: true }),
    },
    // A ticket was made a task.
    ...(creates && id !== undefined ? [{ under: `${creates}s`, ref: textOf(answer.displayId) }] : []),
  ];
}

/** What a change of other fields may change, too: times, and the other names of lists. */
const alsoChanged = /At$|^(?:updated$|assign|labels$)/;

/** Adds a line to the file, again if that was folded meanwhile. Gives whether it has grown by so much that it should be. */
function append(path: string, line: string, isAgain = false): boolean {
  const { O_RDWR, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  return withOpen(openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK, 0o600), (file) => {
    const stats = fstatSync(file);
    if (stats.size === 0) giveToOwner(file, path);
    else requireOwn(path, stats);
    const before = lengthsOf(file).length;
    // A file that was removed had other lengths, which answers may still have.
    writeFileSync(file, stats.size === 0 ? `${Date.now()}${line}` : line);
    if (!isAgain && statSync(path).ino !== stats.ino) return append(path, line, true);
    return before % foldBytes > lengthsOf(file).length % foldBytes;
  });
}
