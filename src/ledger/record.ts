import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Noted, type Recorder, type Replaced, refOfWritten, type WriteParts } from '../client/recorder.js';
import type { ReferenceIndex } from '../client/state/references.js';
import { markWritten } from '../client/state/seen.js';
import { attempt, isInDoubt, TrackerError } from '../contract/errors.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { finalOf, subjectOf } from '../contract/writes.js';
import { addressName } from '../disk/address-name.js';
import { fileTrouble } from '../disk/file-trouble.js';
import type { FindFolder } from '../disk/folder.js';
import type { HeldLock } from '../disk/lock.js';
import { type ClaimParts, claimIfFree } from './claim.js';
import { watchOthers } from './others.js';
import { type Addition, type Ledger, type NewEntry, openLedger } from './store.js';

interface RecorderParts extends Omit<ClaimParts, 'ledger'>, Pick<NewEntry, 'url' | 'owner' | 'userId'> {
  readonly stateFolder: FindFolder;
  readonly now: () => Date;
  readonly warn: (message: string) => void;
  /** Such as `tickets edit`. */
  readonly command: string;
  readonly index: ReferenceIndex;
}

/** The entry in which a command notes what it writes. */
interface OpenEntry {
  readonly number: number;
  /** Undefined for one that somebody else has begun, and will end. */
  readonly claim?: Promise<HeldLock | undefined>;
}

/** Opens what remembers the writes of a command. Throws only Unsafe. */
export async function openRecorder(parts: RecorderParts): Promise<Recorder> {
  const ledger = openLedger(parts.stateFolder, parts.now);
  const old = attempt(() => parts.stateFolder('journal', addressName(parts.url)));
  if (old !== undefined && existsSync(old)) {
    const { moveJournal } = await import('./move-over.js');
    for (const problem of await moveJournal({ ...parts, ledger }, old, parts.url)) parts.warn(problem);
  }
  return createRecorder(ledger, parts);
}

/**
 * Notes in an entry of the ledger what a command replaces, before each request; the note is taken back after a clear refusal or if
 * nothing has changed. The same goes for what cannot be undone. A command that writes nothing leaves no entry.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: all that is noted of a command is one entry, which each part changes
function createRecorder(ledger: Ledger, parts: RecorderParts): Recorder {
  const { processes, index, url, owner, userId, warn } = parts;
  let words = parts.command.split(' ');
  let open: OpenEntry | undefined;
  let last: number | undefined;
  const ours = new Set<number>();
  let noted = 0;
  /** What is noted in the last entry and has not been taken back. */
  const standing = new Set<number>();
  let unrecorded = 0;
  let hasFailed = false;
  let isLost = false;
  let lost = new Map<string, string>();
  const turnTo = (entry: OpenEntry): void => {
    open = entry;
    last = entry.number;
    ours.add(entry.number);
  };
  const openEntry = async (): Promise<number> => {
    if (!open) {
      const { number } = ledger.begin({ state: 'sending', url, owner, userId, words });
      turnTo({ number, claim: claimIfFree({ ledger, processes }, number).catch(() => undefined) });
    }
    await open?.claim;
    return open?.number ?? 0;
  };
  const add = async (addition: (note: number) => Addition, uuid = ''): Promise<EndNote> => {
    const note = ++noted;
    const number = await openEntry();
    ledger.add(number, addition(note));
    standing.add(note);
    return (how) => {
      if (how === 'takenBack') standing.delete(note);
      attempt(() => ledger.add(number, how === 'takenBack' ? { takesBack: note } : { arrived: uuid }));
    };
  };
  const noteReplaced = async (write: WriteParts, { ref, from: stored }: Replaced): Promise<EndNote> => {
    const body = isRow(write.body) ? write.body : {};
    const from = pick(stored, body);
    const kind = subjectOf(write.route) === 'ticket' ? 'ticket' : 'task';
    try {
      const { id: uuid = '' } = write;
      return await add((note) => ({ note, kind, uuid, ref, from, to: pick(body, from) }), uuid);
    } catch (error) {
      const { message } = error instanceof TrackerError ? error : fileTrouble('write', dirname(ledger.path(1)), error);
      if (!hasFailed) warn(`what is changed now cannot be undone later: ${message}`);
      [hasFailed, isLost] = [true, true];
      return nothing;
    }
  };
  const noteFinal = async (final: string): Promise<EndNote> =>
    // If it cannot be written, the ledger does without it.
    await add((note) => ({ note, final })).catch(() => nothing);
  const noteWrite: Recorder['note'] = async (write) => {
    const { route, id = '', body, undo, isStored = false } = write;
    const isQuiet = unrecorded > 0 || isStored;
    if (undo) return replacing(isQuiet ? nothing : await noteReplaced(write, undo), undo);
    const [what, unnamed] = (isQuiet ? undefined : finalOf(route, body)) ?? [];
    if (what === undefined) return replacing(nothing);
    const known = refOfWritten(index, route, id);
    const endNote = await noteFinal([what, known ?? unnamed].join(' ').trim());
    const noted = replacing(endNote);
    const succeeded: Noted['succeeded'] = async (reply) => {
      const made = textOf(reply.displayId);
      if (known !== undefined || made === undefined) return reply;
      await noteFinal(`${what} ${made}`);
      endNote('takenBack');
      return reply;
    };
    return { ...noted, succeeded };
  };
  const note: Recorder['note'] = async (write) => {
    const noted = await noteWrite(write);
    const succeeded: Noted['succeeded'] = async (reply) => {
      markWritten(parts, write.id ?? '', write.body, parts.now());
      return await noted.succeeded(reply);
    };
    const failed: Noted['failed'] = (error) => {
      const { id = '', route, undo } = write;
      const isAlone = !open || open.claim !== undefined;
      if (id !== '' && isAlone && !isRefusal(error)) lost.set(id, undo?.ref ?? refOfWritten(index, route, id) ?? id);
      noted.failed(error);
    };
    return { succeeded, failed };
  };
  const end = async (): Promise<void> => {
    const { number = 0, claim } = open ?? {};
    open = undefined;
    const held = await claim;
    if (!claim || held?.isOurs() === false) return;
    // Its notes become part of it.
    if (standing.size > 0) attempt(() => ledger.step(number, 'accept', { arrived: undefined }));
    else attempt(() => ledger.add(number, { state: 'deleted' }));
    held?.release();
  };
  const begin: Recorder['begin'] = async (command) => {
    await end();
    words = command.split(' ');
    [last, isLost] = [undefined, false];
    standing.clear();
  };
  return {
    ...{ note, begin, end },
    async unrecorded(work) {
      unrecorded++;
      try {
        return await work();
      } finally {
        unrecorded--;
      }
    },
    async use(number) {
      await begin(parts.command);
      turnTo({ number });
    },
    takeLost() {
      const taken = lost;
      lost = new Map();
      return taken;
    },
    isLost: () => isLost,
    isOurs: (number) => ours.has(number),
    watchOthers: () => watchOthers({ ledger, url, isOurs: (number) => ours.has(number) }),
    number: () => (standing.size === 0 ? undefined : last),
  };
}

/** Says what has become of a note. */
type EndNote = (how: 'takenBack' | 'arrived') => void;

const nothing: EndNote = () => undefined;

/** What becomes of a note once the write has ended. */
function replacing(endNote: EndNote, undo?: Replaced): Noted {
  return {
    async succeeded(sent) {
      const reply = (await undo?.changedNothing?.(sent)) ? { ...sent, unchanged: true } : sent;
      if (undo) endNote(reply.unchanged === true ? 'takenBack' : 'arrived');
      return reply;
    },
    failed(error) {
      if (isRefusal(error)) endNote('takenBack');
    },
  };
}

/** The values of the keys that both have. */
function pick(values: Row, keys: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(keys, key)));
}

/** Whether the write was certainly not applied. */
function isRefusal(error: unknown): boolean {
  return error instanceof TrackerError && error.kind !== 'interrupted' && !isInDoubt(error);
}
