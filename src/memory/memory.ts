import { existsSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, NeverRead, type TrackerError, Unsafe } from '../contract/errors.js';
import { makeFolder } from '../disk/folder.js';
import { ownPath } from '../disk/read-regular.js';
import { removeQuietly } from '../disk/replace-file.js';
import { heard, once, readBytes, readWhole } from '../http/body/read.js';
import { type HttpReply, type HttpRequest, NetworkFailure, namingOffline, type Send } from '../http/message.js';
import { count } from './count.js';
import { beginKeeping, changesLength, type KeepingParts, markStale as markFile, pathOf } from './files.js';
import { changesName, textsFile } from './folder.js';
import { entityOf, isKept, isObject, mostOf } from './keepable.js';
import type { KeptStore } from './kept-store.js';
import type { OwnChanges } from './own-changes.js';
import type { Kept } from './recall.js';

export type { Kept } from './recall.js';

/**
 * When a kept answer is given: instead of any request, if the server cannot be reached, or never. Then the error may name `--offline`
 * where there is one.
 */
export type Answers = 'always' | 'unreached' | 'named' | 'never';

interface MemoryParts extends Pick<Memory, 'flags'> {
  /** Its folder, once it is known whose it is; undefined if it cannot be, or nothing is to be kept. Throws if it may not be used. */
  readonly folder: () => Promise<string | undefined>;
  /** Whether that is known. Until the server has answered something, it is not asked. */
  readonly isKnown: () => boolean;
  readonly now: () => Date;
  /** Whose it is. */
  readonly userId: () => Promise<string | undefined>;
  readonly answers: Answers;
  /** The most that all memories may take (bytes). */
  readonly most: number;
  /** The error for what was never read, where no server may be asked. */
  readonly neverRead: (url: URL) => Promise<TrackerError>;
  /** Throws `sign_in_required` if nobody is signed in. */
  readonly requireSignIn: () => Promise<unknown>;
}

/**
 * The last answer of a server to each question of one account, as it came (docs/requirements.md, R88). Nothing is waited for, and a
 * folder that cannot be used is no error.
 */
export interface Memory {
  /** Marks what is changed, keeps what is read unless `keeps` is false, and answers as `answers` says (default: as opened). */
  over(send: Send, options?: { readonly keeps?: boolean; readonly answers?: Answers }): Send;
  /** The last answer of this address. */
  recall(url: URL): Promise<Kept | undefined>;
  /** Marks it as one that is no longer so. */
  markStale(url: URL): Promise<void>;
  /** Removes it, and its text. */
  forget(url: URL): Promise<void>;
  /** What was given instead of the server's answers; undefined if nothing was. */
  readonly answered: () => Answered | undefined;
  /** Whether answers are those that were kept, and why the server is not asked, if it was; undefined if it is. */
  readonly instead: () => { readonly why: TrackerError | undefined } | undefined;
  /** The global flags of a command that asks the same server as the same account. */
  readonly flags: string;
  /** Writes what has been read. */
  flush(): Promise<void>;
  /** What is kept as a whole, and its texts; undefined if nothing can be kept. */
  store(): Promise<KeptStore | undefined>;
  /** Notes that something kept at that time was given instead of the server's answer. */
  answerFrom(at: Date, changed?: readonly string[]): void;
  /** How many answers could not be kept so far. */
  unkept(): number;
  /** The addresses of answers that have had no room since. */
  readonly removed: ReadonlySet<string>;
}

/** Answers that were given instead of the server's. */
interface Answered {
  /** The time of the oldest. */
  readonly from: Date;
  readonly why: TrackerError | undefined;
  /** The references of what we have changed since they were read. */
  readonly changed: readonly string[];
}

/** Written early by a program that goes on: after so long (milliseconds), or so much (bytes). */
const soonMs = 500;
const muchBytes = 4 * 1024 * 1024;

type Pending = Omit<KeepingParts, 'most'> & { readonly bytes: Buffer };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: what it keeps and how it answers are still to be told apart
export function openMemory(parts: MemoryParts): Memory {
  const { folder: findFolder, isKnown: knows, now, userId, answers: usual, most, neverRead, requireSignIn } = parts;
  const pending = new Map<string, Pending>();
  let pendingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let found: Promise<string | undefined> | undefined;
  let from: Date | undefined;
  const changedHere = new Set<string>();
  let ours: Promise<OwnChanges> | undefined;
  let failure: TrackerError | undefined;
  let unkept = 0;
  const removed = new Set<string>();
  let writing: Promise<void> = Promise.resolve();
  let state: Stats | undefined;
  /** The folder, made before the first request: once a sign-out has removed it, nothing that arrives later is kept. */
  const make = async (): Promise<string | undefined> => {
    const path = await findFolder().catch((error: unknown) => {
      if (error instanceof Unsafe) throw error;
      return undefined;
    });
    state = attempt(() => (path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })));
    if (path !== undefined && !state) attempt(() => makeFolder(path));
    return path;
  };
  const find = async (): Promise<string | undefined> => {
    found ??= make();
    return await found;
  };
  const folder = async (): Promise<string | undefined> => (knows() ? await find() : undefined);
  /** What we have changed. */
  const changesIn = async (path: string): Promise<OwnChanges> => {
    ours ??= import('./own-changes.js').then(({ openOwnChanges }) => openOwnChanges(path, state));
    return await ours;
  };
  /** Counts what was written (bytes). What cannot be counted is measured with all the rest some day. */
  const addUp = async (path: string, bytes: number): Promise<void> => {
    const gone = bytes > 0 ? await count(path, bytes, most).catch(() => []) : [];
    for (const { href } of gone) removed.add(href);
  };
  /** What an answer takes; those that are not there are counted. */
  const counted = (size: number | undefined): number => {
    unkept += Number(size === undefined);
    return size ?? 0;
  };
  const write = async (): Promise<void> => {
    if (pending.size === 0) return;
    const path = await folder();
    const isDetail = [...pending.values()].some(({ url }) => entityOf(url));
    const texts = path && isDetail && existsSync(textsFile(path)) ? await import('./texts.js') : undefined;
    const all = [...pending.values()];
    pending.clear();
    pendingBytes = 0;
    if (path === undefined) return;
    // First, since an answer that is there is not read again for the sake of its text.
    let sum = texts?.appendTexts(textsFile(path), all) ?? 0;
    for (const { bytes, ...about } of all) {
      const keeping = beginKeeping(path, { ...about, most: mostOf(about.url) });
      keeping.write(bytes);
      sum += counted(keeping.finish());
    }
    await addUp(path, sum);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  const keep = (one: Pending): void => {
    if (!isObject(one.bytes)) return;
    pending.set(one.url.href, one);
    removed.delete(one.url.href);
    pendingBytes += one.bytes.length;
    if (pendingBytes > muchBytes) void flush();
    else timer ??= setTimeout(() => void flush(), soonMs).unref();
  };
  const recall = async (url: URL): Promise<Kept | undefined> => {
    const held = pending.get(url.href);
    if (held) return { ...held, isStale: false };
    const path = await folder();
    const kept = path === undefined ? undefined : (await recalling()).readKept(path, url);
    const now = path === undefined || !kept ? undefined : (await changesIn(path)).apply(url, kept);
    return kept && now ? { ...kept, ...now, isStale: true } : kept;
  };
  const markStale = async (url: URL): Promise<void> => {
    await flush();
    const path = await folder();
    if (path !== undefined) markFile(path, url);
  };
  const forget = async (url: URL): Promise<void> => {
    await flush();
    const path = await folder();
    if (path === undefined) return;
    removeQuietly(pathOf(path, url));
    if (existsSync(textsFile(path))) (await import('./texts.js')).appendGone(textsFile(path), url);
  };
  const answerFrom = (at: Date, changed: readonly string[] = []): void => {
    for (const ref of changed) changedHere.add(ref);
    if (from === undefined || at < from) from = at;
  };
  const answerFor = async (request: HttpRequest, isExact = false): Promise<HttpReply> => {
    const { bytes, at, changed = [] } = await (await recalling()).findAnswer(request, { recall, isExact, failure });
    answerFrom(at, changed);
    const headers = { 'content-type': 'application/json' };
    return await readWhole(request, { status: 200, headers, body: once(bytes), discard: () => undefined });
  };
  /** The same for a request whose answer is waited for by someone who is signed in. */
  const answer = async (request: HttpRequest, isExact: boolean): Promise<HttpReply> => {
    await requireSignIn();
    return await answerFor(request, isExact).catch(async (error: unknown) => {
      throw error instanceof NeverRead && !failure ? await neverRead(request.url) : error;
    });
  };
  /** Reads something, and keeps it. */
  const read = async (send: Send, request: HttpRequest): Promise<HttpReply> => {
    const { url, takeLong } = request;
    const path = isKept(url) ? await folder() : undefined;
    if (!isKept(url) || (knows() && path === undefined)) return await send(request);
    if (path !== undefined) ownPath(pathOf(path, url), state);
    const begun = Date.now();
    const before = path === undefined ? undefined : changesLength(path, state);
    let isTaken = false;
    const takeAndKeep: typeof takeLong = async (body, reply) => {
      isTaken = true;
      const at = path ?? (await find());
      if (at === undefined) return await takeLong?.(body, reply);
      const { keepWhile } = await import('./keep-long.js');
      const has = before ?? changesLength(at, state);
      const keeping = beginKeeping(at, { url, begun, has, at: now(), most: mostOf(url) });
      await keepWhile(keeping, body, async (heard) => await takeLong?.(heard, reply));
      await addUp(at, counted(keeping.finish()));
    };
    const reply = await send({ ...request, takeLong: takeLong && takeAndKeep });
    // What is not there any more, or not for this account, goes here too, unless something in between says so.
    if ([403, 404, 410].includes(reply.status) && /json/i.test(String(reply.headers['content-type'])))
      await forget(url);
    if (isTaken || reply.status < 200 || reply.status > 299) return reply;
    const bytes = await readBytes(reply);
    const at = await folder();
    if (at !== undefined) keep({ url, begun, has: before ?? changesLength(at, state), bytes, at: now() });
    return { ...reply, body: once(bytes) };
  };
  /** Reads something, or answers with what was kept if the server cannot be reached. */
  const readOrAnswer = async (readFrom: Send, request: HttpRequest): Promise<HttpReply> => {
    let isTaken = false;
    const { takeLong } = request;
    const take: typeof takeLong = async (body, reply) => {
      isTaken = true;
      await takeLong?.(body, reply);
    };
    try {
      return await readFrom({ ...request, takeLong: takeLong && take });
    } catch (error) {
      // Rows that have been printed must not be printed again.
      if (isTaken || !(error instanceof NetworkFailure)) throw error;
      failure = error;
      return await answerFor(request);
    }
  };
  /** Reads something; if the server cannot be reached, the error names what answers instead. */
  const readOrName = async (readFrom: Send, request: HttpRequest): Promise<HttpReply> => {
    try {
      return await readFrom(request);
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
      const kept = await (await recalling())
        .findAnswer(request, { recall, isExact: false, failure: error })
        .catch(() => undefined);
      throw kept ? namingOffline(error) : error;
    }
  };
  /**
   * Changes something: what was kept of it is marked, and what is known of the change is kept for all that has it. All that is read or
   * written for that is examined first, since nothing may fail once the server has the change.
   */
  const change = async (send: Send, request: HttpRequest): Promise<HttpReply> => {
    const entity = entityOf(request.url);
    const path = await folder();
    if (path !== undefined)
      for (const file of [join(path, changesName), textsFile(path), ...(entity ? [pathOf(path, entity)] : [])])
        ownPath(file, state);
    const mark = async (): Promise<void> => (entity ? await markStale(entity) : undefined);
    const note = async (answered?: Buffer): Promise<void> =>
      await noteChange(request, answered)
        .finally(mark)
        .catch(() => undefined);
    // Whoever reads it meanwhile may see either.
    await mark();
    const sent = await send(request).catch(async (error: unknown) => {
      // It may have arrived.
      await note();
      throw error;
    });
    if (sent.status >= 200 && sent.status <= 299) return { ...sent, body: heard(sent.body, note) };
    await mark();
    return sent;
  };
  const noteChange = async (request: HttpRequest, answered: Buffer | undefined): Promise<void> => {
    const path = await folder();
    const changes = path === undefined ? undefined : await changesIn(path);
    if (path === undefined || !changes) return;
    const { changesOf } = await import('./own-changes.js');
    const user = await userId();
    const author = { authorId: user, user, createdAt: now().toISOString() };
    for (const each of changesOf(request, answered, author)) changes.note(each);
    const entity = entityOf(request.url);
    if (!entity || !answered) return;
    if (request.method === 'DELETE' && entity.pathname === request.url.pathname) return await forget(entity);
    if (!existsSync(textsFile(path))) return;
    const kept = await recall(entity);
    if (kept) (await import('./texts.js')).appendTexts(textsFile(path), [{ ...kept, url: entity }]);
  };
  return {
    recall: async (url) => (await recall(url)) ?? (await (await recalling()).findWider(url, recall)),
    markStale,
    forget,
    flush,
    answerFrom,
    unkept: () => unkept,
    removed,
    flags: parts.flags,
    async store() {
      await flush();
      const path = await find();
      return path === undefined ? undefined : (await import('./kept-store.js')).openStore(path);
    },
    instead: () => (usual === 'always' || failure ? { why: failure } : undefined),
    answered: () => from && { from, why: failure, changed: [...changedHere] },
    over(send, { keeps = true, answers = usual } = {}) {
      const readFrom: Send = keeps ? (request) => read(send, request) : send;
      return async (request) => {
        if (request.method !== 'GET') return await change(send, request);
        if (request.isStream || answers === 'never') return await readFrom(request);
        if (answers === 'named') return await readOrName(readFrom, request);
        // A server that could not be reached is not asked again.
        if (answers === 'always' || failure) return await answer(request, !keeps);
        return await readOrAnswer(readFrom, request);
      };
    },
  };
}

const recalling = () => import('./recall.js');
