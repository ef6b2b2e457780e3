import { utimesSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { attempt } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import { readOwn } from '../disk/read-regular.js';
import { removeQuietly } from '../disk/replace-file.js';
import { once, readWhole } from '../http/body/read.js';
import type { HttpReply, HttpRequest } from '../http/message.js';
import { pathOf, type ReadTime, readTime, sealSum } from './files.js';
import { longestFile, usedAt } from './folder.js';

interface AnswerInFile extends ReadTime {
  readonly bytes: Buffer;
}

/** An answer as it came. */
export interface KeptAnswer extends AnswerInFile {
  /** How old it is at least (milliseconds), by a clock that nobody sets. */
  readonly age: number;
  /** Whether anything that it shows may have changed since, as far as this computer knows: isStale is only about what it is. */
  readonly isTouched: () => boolean;
  /** The references of what we have changed since, which is in it as far as it is known. */
  readonly changed?: readonly string[];
}

/** The answer to a wider question that was kept, whose rows the caller filters; undefined if there is none. */
export async function findWider(
  url: URL,
  recall: (url: URL) => Promise<KeptAnswer | undefined>,
): Promise<KeptAnswer | undefined> {
  let kept: KeptAnswer | undefined;
  for (const wider of widerThan(url)) kept ??= await recall(wider);
  return kept;
}

/** How many notifications commands ask for. */
const inboxLimits = [30, 100];

/** Questions whose answers include every row of this one's; the caller filters out the rest. */
export function widerThan(url: URL): readonly URL[] {
  const withQuery = (name: string, value?: string): URL => {
    const wider = new URL(url);
    if (value === undefined) wider.searchParams.delete(name);
    else wider.searchParams.set(name, value);
    return wider;
  };
  const { pathname, searchParams } = url;
  if (pathname.endsWith('/tickets') && searchParams.has('status')) return [withQuery('status')];
  const limit = searchParams.has('cursor') ? null : searchParams.get('limit');
  if (!pathname.endsWith('/inbox') || limit === null) return [];
  return inboxLimits.filter((most) => most > Number(limit)).map((most) => withQuery('limit', String(most)));
}

/** Used within this time, an answer need not be marked as used again, which takes as long as opening it (milliseconds). */
const lately = 60 * 60 * 1000;

/** The last answer of an address; undefined if there is none, or it is damaged. */
export function readKept(folder: string, url: URL): AnswerInFile | undefined {
  const path = pathOf(folder, url);
  return attempt(() => {
    const kept = readSealed(path);
    // Otherwise, the same answer would only give it a new time.
    if (!kept) removeQuietly(path);
    if (kept?.url.href !== url.href) return undefined;
    // What is used stays longest.
    if (Math.abs(Date.now() - kept.usedMs) > lately) attempt(() => utimesSync(path, new Date(), new Date()));
    return kept;
  });
}

interface SealedAnswer extends AnswerInFile {
  readonly url: URL;
  /** When it was last used (milliseconds since 1970). */
  readonly usedMs: number;
}

/** The answer in a file, and its address; undefined if it is damaged. Throws the error of the file system. */
export function readSealed(path: string): SealedAnswer | undefined {
  let usedMs = 0;
  const whole = readOwn(path, (stats) => {
    if (stats.size > longestFile) throw new Error('not an answer');
    usedMs = usedAt(stats);
  });
  const end = whole.lastIndexOf(0x0a);
  const bytes = whole.subarray(0, Math.max(end, 0));
  const seal = attempt(() => JSON.parse(whole.toString('utf8', end + 1)) as unknown);
  const url = isRow(seal) ? attempt(() => new URL(String(seal.url))) : undefined;
  // Who copied the file may have changed its own time.
  const time = isRow(seal) ? readTime(String(seal.at)) : undefined;
  if (!time || !url || !isRow(seal) || seal.sum !== sealSum(url, crc32(bytes))) return undefined;
  return { ...time, bytes, url, usedMs };
}

/** Gives what was kept as a server would. */
export async function replyWith(request: HttpRequest, { bytes }: Pick<KeptAnswer, 'bytes'>): Promise<HttpReply> {
  const headers = { 'content-type': 'application/json' };
  return await readWhole(request, { status: 200, headers, body: once(bytes), discard: () => undefined });
}
