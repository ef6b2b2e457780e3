import { utimesSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { attempt, NeverRead, type TrackerError } from '../contract/errors.js';
import { isRow } from '../contract/row.js';
import { readRegular } from '../disk/read-regular.js';
import type { HttpRequest } from '../http/message.js';
import { never, pathOf, sealSum } from './files.js';
import { mostBytes } from './folder.js';

/** An answer as it came. */
export interface Kept {
  readonly bytes: Buffer;
  readonly at: Date;
  /** Whether something is known to have changed since. */
  readonly isStale: boolean;
}

interface Asked {
  /** The last answer of an address. */
  readonly recall: (url: URL) => Promise<Kept | undefined>;
  /** Whether only the answer to the same question will do. */
  readonly isExact: boolean;
  /** Why no server can be asked, if one was. */
  readonly failure: TrackerError | undefined;
}

/** The answer to a question that was kept. Throws NeverRead. */
export async function findAnswer(
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  { recall, isExact, failure }: Asked,
): Promise<Kept> {
  let kept = method === 'GET' ? await recall(url) : undefined;
  for (const wider of kept || isExact ? [] : widerThan(url)) kept ??= await recall(wider);
  if (!kept) throw new NeverRead(url, failure);
  return kept;
}

/** How many notifications commands ask for. */
const inboxLimits = [30, 100];

/** Questions whose answers include every row of this one's; the caller filters out the rest. */
function widerThan(url: URL): readonly URL[] {
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

/** The last answer of an address; undefined if there is none, or it is damaged. */
export function readKept(folder: string, url: URL): Kept | undefined {
  const path = pathOf(folder, url);
  return attempt(() => {
    const { changed, ...kept } = readSealed(path);
    if (kept.url.href !== url.href) return undefined;
    // What is used stays longest.
    if (!kept.isStale) attempt(() => utimesSync(path, new Date(), changed));
    return kept;
  });
}

/** The answer in a file, its address, and when the file was changed. Throws if it is damaged. */
export function readSealed(path: string): Kept & { readonly url: URL; readonly changed: Date } {
  let changed = new Date();
  const whole = readRegular(path, ({ mtime, size }) => {
    if (size > mostBytes) throw new Error('not an answer');
    changed = mtime;
  });
  const end = whole.lastIndexOf(0x0a);
  const bytes = whole.subarray(0, Math.max(end, 0));
  const seal: unknown = JSON.parse(whole.toString('utf8', end + 1));
  if (!isRow(seal) || typeof seal.url !== 'string' || typeof seal.at !== 'number') throw new Error('damaged');
  const { url, at, sum } = seal;
  if (sum !== sealSum({ url, at }, crc32(bytes))) throw new Error('damaged');
  return { bytes, at: new Date(at), isStale: changed.getTime() === never.getTime(), url: new URL(url), changed };
}
