import { closeSync, constants, fstatSync, readSync, type Stats, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { attempt } from '../contract/errors.js';
import { addressName } from '../disk/address-name.js';
import { withOpen } from '../disk/folder.js';
import { openOwn, openRegular } from '../disk/read-regular.js';
import { beginFile } from '../disk/replace-file.js';
import { changesName } from './folder.js';

export type AnswerWriter = ReturnType<typeof beginKeeping>;

export interface KeepingParts extends Omit<ReadTime, 'isStale'> {
  readonly url: URL;
  /** What staleSince gave before the request was sent. */
  readonly staleSince: number | undefined;
  /** The most that is kept (bytes). */
  readonly most: number;
}

/** When an answer was read, and whether something is known to have changed since. */
export interface ReadTime {
  readonly at: Date;
  readonly isStale: boolean;
  /** How long the file of our changes was when it was asked for (changesLength): it has those that were noted before. */
  readonly has: number;
  /** How long the computer had been running then (milliseconds): a clock may be set back. */
  readonly up: number;
}

/** How old an answer is at least, whatever was done to the clock (milliseconds); Infinity if it was read later than now. */
export function ageOf({ at, up }: Pick<ReadTime, 'at' | 'up'>, now: Date, uptime: number): number {
  return at > now ? Number.POSITIVE_INFINITY : Math.max(now.getTime() - at.getTime(), uptime - up);
}

/**
 * How long the file of our changes is, with what was left out of it (own-changes.ts). It never gets shorter, so that no clock can hide a
 * change. 0 without a file. Throws Unsafe.
 */
export function changesLength(folder: string, stats?: Stats): number {
  return attempt(() => withOpen(openOwn(join(folder, changesName), undefined, stats), lengthsOf))?.length ?? 0;
}

/** How long an open file of changes is, without and with what was left out of it, with which it begins (bytes). */
export function lengthsOf(file: number): { readonly size: number; readonly length: number } {
  const head = Buffer.alloc(20);
  readSync(file, head, 0, head.length, 0);
  const { size } = fstatSync(file);
  return { size, length: size + (Number.parseInt(head.toString(), 10) || 0) };
}

/**
 * The last field of a seal, in which each letter has its place, so that an answer that comes again only gets a new one. It has its time
 * twice: a kill in the middle of writing leaves none that counts.
 */
function timeText({ at, isStale, has, up }: ReadTime): string {
  const [time, length, since] = [at.getTime(), has, up].map((each) => String(each).padStart(13, '0'));
  return `${time} ${isStale ? 'stale' : 'fresh'} ${length} ${since} ${time}`;
}

/** The time in such a field; undefined if it was not written whole. */
export function readTime(text: string): ReadTime | undefined {
  const [at, state, has, up] = text.split(' ');
  const time = { at: new Date(Number(at)), isStale: state === 'stale', has: Number(has), up: Number(up) };
  return timeText(time) === text ? time : undefined;
}

/** After the field. */
const sealEnd = '"}';
const timeLength = timeText({ at: new Date(0), isStale: true, has: 0, up: 0 }).length;

const timePlace = (size: number): number => size - timeLength - sealEnd.length;

/** The time of the answer in an open file. Throws if there is none. */
function timeIn({ file, size }: LastAnswer): ReadTime {
  const time = readTime(readAt(file, timePlace(size), timeLength).toString());
  if (!time) throw new Error('no time');
  return time;
}

/** The file of an answer. */
export function pathOf(folder: string, { pathname, search }: URL): string {
  return join(folder, addressName(`${pathname.slice(1)}${search}`));
}

/** How much of the last answer is copied at a time (bytes). */
const pieceBytes = 1024 * 1024;

/**
 * Begins to keep an answer in a folder, which must exist. Nobody sees it before it is whole. Nothing here throws: what cannot be kept is
 * not. One that comes again as it was is only compared with the last one, which gets its time, since writing it again takes far longer.
 */
export function beginKeeping(folder: string, { url, staleSince: before, most, ...time }: KeepingParts) {
  const path = pathOf(folder, url);
  let last = openLast(path);
  let file: ReturnType<typeof beginFile> | undefined;
  let isDropped = false;
  let [size, sum] = [0, 0];
  const closeLast = (): void => {
    if (last) closeSync(last.file);
    last = undefined;
  };
  const drop = (): void => {
    isDropped = true;
    attempt(closeLast);
    file?.discard();
  };
  const orDrop = (work: () => void): void => {
    try {
      if (!isDropped) work();
    } catch {
      drop();
    }
  };
  const put = (bytes: Uint8Array): void => {
    file ??= beginFile(path);
    file.write(bytes);
    sum = crc32(bytes, sum);
  };
  /** Copies from the last answer what has come so far. */
  const copyLast = (length: number): void => {
    for (let from = 0; last && from < length; from += pieceBytes)
      put(readAt(last.file, from, Math.min(pieceBytes, length - from)));
    closeLast();
  };
  return {
    drop,
    write: (bytes: Uint8Array): void =>
      orDrop(() => {
        const place = size;
        size += bytes.length;
        if (size > most) return drop();
        if (last && last.size >= size && readAt(last.file, place, bytes.length).equals(bytes)) return;
        copyLast(place);
        put(bytes);
      }),
    /** Puts it in the place of the last one. Gives how much was written (bytes); undefined if it is not there. */
    finish(): number | undefined {
      let taken: number | undefined;
      orDrop(() => {
        if (last && endsAt(last, size, sealStart(url))) {
          // It may have become stale meanwhile.
          if (!timeIn(last).isStale) setTime(last, { ...time, isStale: false });
          closeLast();
          taken = 0;
          return;
        }
        copyLast(size);
        // What was asked for before the last one became stale is as stale. A clock would not tell: both may be in one millisecond.
        const since = staleSince(path);
        const isStale = since !== undefined && since !== before;
        const text = timeText({ ...time, isStale });
        const seal = Buffer.from(`${sealStart(url)}${sealSum(url, sum)},"at":"${text}${sealEnd}`);
        put(seal);
        file?.commit();
        taken = size + seal.length;
      });
      return taken;
    },
  };
}

/** When the answer in a file was marked as stale (milliseconds since 1970); undefined if it is not, or there is none. */
export function staleSince(path: string): number | undefined {
  return attempt(() => withLast(path, (last) => (timeIn(last).isStale ? last.changedMs : undefined)));
}

/** An answer that was kept. */
interface LastAnswer {
  readonly file: number;
  /** How much it takes (bytes). */
  readonly size: number;
  /** When its file was changed, its time included (milliseconds since 1970). */
  readonly changedMs: number;
}

/** Opens the last answer, to read it and to change its time. It was examined before the request. */
function open(path: string): LastAnswer {
  const file = openRegular(path, undefined, constants.O_RDWR);
  const { size, ctimeMs: changedMs } = fstatSync(file);
  return { file, size, changedMs };
}

function withLast<T>(path: string, work: (last: LastAnswer) => T): T {
  const last = open(path);
  return withOpen(last.file, () => work(last));
}

/** Opens the last answer; undefined if there is none, or it is stale. */
function openLast(path: string): LastAnswer | undefined {
  const last = attempt(() => open(path));
  if (!last || attempt(() => timeIn(last))?.isStale === false) return last;
  closeSync(last.file);
  return undefined;
}

function setTime({ file, size }: LastAnswer, time: ReadTime): void {
  writeSync(file, timeText(time), timePlace(size));
}

/** Some bytes of a file. Throws if it has fewer. */
function readAt(file: number, place: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(file, bytes, 0, length, place) < length) throw new Error('cut off');
  return bytes;
}

/** Whether an answer ends there, so that its seal follows, which begins like this. */
function endsAt({ file, size }: LastAnswer, place: number, seal: string): boolean {
  const left = size - place;
  return (
    left > seal.length && left <= seal.length + longestSum && readAt(file, place, left).toString().startsWith(seal)
  );
}

/** What follows an answer in its file; then come its checksum and its time. */
function sealStart({ href }: URL): string {
  return `\n{"url":${JSON.stringify(href)},"sum":`;
}

/** More than may follow that (bytes). */
const longestSum = 100;

/** The checksum of an answer with its address. */
export function sealSum({ href }: URL, sum: number): number {
  return crc32(href, sum);
}

/** Marks the answer in a file as stale. */
export function markStale(path: string): void {
  attempt(() => withLast(path, (last) => setTime(last, { ...timeIn(last), isStale: true })));
}
