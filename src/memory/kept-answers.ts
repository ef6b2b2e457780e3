import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, Unsafe } from '../contract/errors.js';
import { makeFolder } from '../disk/folder.js';
import { ownPath } from '../disk/read-regular.js';
import { once, readBytes } from '../http/body/read.js';
import type { HttpReply, HttpRequest, Send } from '../http/message.js';
import { count } from './count.js';
import {
  ageOf,
  beginKeeping,
  changesLength,
  type KeepingParts,
  markStale as markFile,
  pathOf,
  staleSince,
} from './files.js';
import { cacheOf, countFile, textsFile } from './folder.js';
import { entityOf, isKept, mayBeAnswer, mostOf } from './keepable.js';
import type { OwnChanges } from './own-changes.js';
import type { KeptAnswer } from './recall.js';

export interface KeptParts {
  /** Its folder, once it is known whose it is; undefined if it cannot be, or nothing is to be kept. Throws if it may not be used. */
  readonly folder: () => Promise<string | undefined>;
  /** Whether that is known. Until the server has answered something, it is not asked. */
  readonly isKnown: () => boolean;
  readonly now: () => Date;
  /** How long the computer has been running (milliseconds). */
  readonly uptime: () => number;
  /** The most that all memories may take (bytes). */
  readonly most: number;
}

type Place = NonNullable<Awaited<ReturnType<typeof findPlace>>>;

export type KeptAnswers = ReturnType<typeof openKeptAnswers>;

/** Written early by a program that goes on: after so long (milliseconds), or so much (bytes). */
const soonMs = 500;
const muchBytes = 4 * 1024 * 1024;

interface PendingAnswer extends KeepingParts {
  readonly bytes: Buffer;
}

/** The answers that are in a folder, or will soon be written there. */
export function openKeptAnswers(parts: KeptParts) {
  const { isKnown, now, uptime } = parts;
  const pending = new Map<string, PendingAnswer>();
  const removed = new Set<string>();
  let pendingBytes = 0;
  let unkept = 0;
  let forgotten = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let found: Promise<Place | undefined> | undefined;
  /** Its folder, for which the server may have to be asked whose it is; `known` does not ask. Throws Unsafe. */
  const find = (): Promise<Place | undefined> => (found ??= findPlace(parts));
  const known = async (): Promise<Place | undefined> => (isKnown() ? await find() : undefined);
  /** Counts what was written (bytes), and what could not be. What cannot be counted is measured with all the rest some day. */
  const noteWritten = async (path: string, sizes: readonly (number | undefined)[]): Promise<void> => {
    unkept += sizes.filter((size) => size === undefined).length;
    const bytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
    const gone = bytes > 0 ? await count(path, bytes, parts.most).catch(() => []) : [];
    for (const { href } of gone) removed.add(href);
  };
  const write = async (): Promise<void> => {
    if (pending.size === 0) return;
    const place = await known();
    const isDetail = [...pending.values()].some(({ url }) => entityOf(url));
    const texts = place && isDetail ? await textsIn(place) : undefined;
    const all = [...pending.values()];
    pending.clear();
    pendingBytes = 0;
    if (!place) return;
    // First, since an answer that is there is not read again for the sake of its text.
    const added = texts?.appendTexts(textsFile(place.path), all) ?? 0;
    const sizes = all.map(({ bytes, ...about }) => {
      const keeping = beginKeeping(place.path, about);
      keeping.write(bytes);
      return keeping.finish();
    });
    await noteWritten(place.path, [added, ...sizes]);
  };
  /** Writes what has been read. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  /** Has what was read written soon. */
  const keep = (one: PendingAnswer): void => {
    if (!mayBeAnswer(one.bytes)) return;
    pending.set(one.url.href, one);
    removed.delete(one.url.href);
    pendingBytes += one.bytes.length;
    if (pendingBytes > muchBytes) void flush();
    else timer ??= setTimeout(() => void flush(), soonMs).unref();
  };
  /** Removes the answer of an address, and its text, and notes that it is gone. */
  const forget = async (url: URL): Promise<void> => {
    await flush();
    const place = await known();
    if (place && (await (await import('./forget.js')).forgetKept(place.path, url))) forgotten += 1;
  };
  return {
    ...{ isKnown, now, uptime, find, known, keep, noteWritten, flush, forget },
    /** The last answer of this address. */
    async recall(url: URL): Promise<KeptAnswer | undefined> {
      const place = await known();
      const held = pending.get(url.href);
      const found = held
        ? { ...held, isStale: false }
        : place && (await import('./recall.js')).readKept(place.path, url);
      if (!found) return undefined;
      const changes = await place?.changes();
      const isTouched = (): boolean => found.isStale || changes?.isTouched(url, found) === true;
      const kept = { ...found, age: ageOf(found, now(), uptime()), isTouched };
      const laid = changes?.apply(url, kept);
      return laid ? { ...kept, ...laid, isStale: true } : kept;
    },
    /** Marks it as one that is no longer so. */
    async markStale(url: URL): Promise<void> {
      await flush();
      const place = await known();
      if (place) markFile(pathOf(place.path, url));
    },
    /** The addresses of answers that have had no room since. */
    get removed(): ReadonlySet<string> {
      return removed;
    },
    /** How many answers could not be kept so far, and how many details that were kept are gone. */
    unkept: () => unkept,
    forgotten: () => forgotten,
  };
}

/**
 * The folder, made before the first request: once a sign-out has removed it, nothing that arrives later is kept. It has no stats if it
 * was made then.
 */
async function findPlace({ folder }: KeptParts) {
  const path = await folder().catch((error: unknown) => {
    if (error instanceof Unsafe) throw error;
    return undefined;
  });
  if (path === undefined) return undefined;
  ownPath(join(cacheOf(path), countFile));
  const stats = attempt(() => statSync(path, { throwIfNoEntry: false }));
  if (!stats) attempt(() => makeFolder(path));
  let changes: Promise<OwnChanges> | undefined;
  const open = async (): Promise<OwnChanges> => (await import('./own-changes.js')).openOwnChanges(path, stats);
  /** What we have changed. */
  const changesHere = (): Promise<OwnChanges> => (changes ??= open());
  return { path, stats, changes: changesHere };
}

/** What adds to the texts, if there are any yet. */
export async function textsIn({ path }: Place) {
  return existsSync(textsFile(path)) ? await import('./texts.js') : undefined;
}

export async function readAndKeep(kept: KeptAnswers, send: Send, request: HttpRequest): Promise<HttpReply> {
  const { url, takeLong } = request;
  const before = isKept(url) ? await kept.known() : undefined;
  if (!isKept(url) || (kept.isKnown() && !before)) return await send(request);
  const asked = {
    url,
    staleSince: before && staleSince(ownPath(pathOf(before.path, url), before.stats)),
    at: kept.now(),
    up: kept.uptime(),
    most: mostOf(url),
  };
  const length = before && changesLength(before.path, before.stats);
  const keepingIn = ({ path, stats }: Place): KeepingParts => ({
    ...asked,
    has: length ?? changesLength(path, stats),
  });
  let isTaken = false;
  const takeAndKeep: typeof takeLong = async (body, reply) => {
    isTaken = true;
    const place = await kept.find();
    if (!place) return await takeLong?.(body, reply);
    const { keepWhile } = await import('./keep-long.js');
    const keeping = beginKeeping(place.path, keepingIn(place));
    await keepWhile(keeping, body, async (heard) => await takeLong?.(heard, reply));
    await kept.noteWritten(place.path, [keeping.finish()]);
  };
  const reply = await send({ ...request, takeLong: takeLong && takeAndKeep });
  // What is not there any more, or not for this account, goes here too, unless something in between says so.
  if ([403, 404, 410].includes(reply.status) && /json/i.test(String(reply.headers['content-type'])))
    await kept.forget(url);
  if (isTaken || reply.status < 200 || reply.status > 299) return reply;
  const bytes = await readBytes(reply);
  const place = await kept.known();
  if (place) kept.keep({ ...keepingIn(place), bytes });
  return { ...reply, body: once(bytes) };
}
