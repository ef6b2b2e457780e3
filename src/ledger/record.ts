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
  return new EntryRecorder(ledger, parts);
}

/**
 * Notes in an entry of the ledger what a command replaces, before each request; the note is taken back after a clear refusal or if
 * nothing has changed. The same goes for what cannot be undone. A command that writes nothing leaves no entry.
 */
class EntryRecorder implements Recorder {
  #words: readonly string[];
  #open: OpenEntry | undefined;
  #last: number | undefined;
  readonly #ours = new Set<number>();
  #noted = 0;
  /** What is noted in the last entry and has not been taken back. */
  readonly #standing = new Set<number>();
  #unrecorded = 0;
  #hasFailed = false;
  #isLost = false;
  #lost = new Map<string, string>();

  readonly #ledger: Ledger;
  readonly #parts: RecorderParts;

  constructor(ledger: Ledger, parts: RecorderParts) {
    this.#ledger = ledger;
    this.#parts = parts;
    this.#words = parts.command.split(' ');
  }

  async note(write: WriteParts): Promise<Noted> {
    const { index, now } = this.#parts;
    const noted = await this.#noteWrite(write);
    return {
      succeeded: async (reply) => {
        markWritten(this.#parts, write.id ?? '', write.body, now());
        return await noted.succeeded(reply);
      },
      failed: (error) => {
        const { id = '', route, undo } = write;
        const isAlone = !this.#open || this.#open.claim !== undefined;
        if (id !== '' && isAlone && !isRefusal(error))
          this.#lost.set(id, undo?.ref ?? refOfWritten(index, route, id) ?? id);
        noted.failed(error);
      },
    };
  }

  async unrecorded<T>(work: () => Promise<T>): Promise<T> {
    this.#unrecorded++;
    try {
      return await work();
    } finally {
      this.#unrecorded--;
    }
  }

  async begin(command: string): Promise<void> {
    await this.end();
    this.#words = command.split(' ');
    [this.#last, this.#isLost] = [undefined, false];
    this.#standing.clear();
  }

  async use(number: number): Promise<void> {
    await this.begin(this.#parts.command);
    this.#turnTo({ number });
  }

  async end(): Promise<void> {
    const { number = 0, claim } = this.#open ?? {};
    this.#open = undefined;
    const held = await claim;
    if (!claim || held?.isOurs() === false) return;
    // Its notes become part of it.
    if (this.#standing.size > 0) attempt(() => this.#ledger.step(number, 'accept', { arrived: undefined }));
    else attempt(() => this.#ledger.add(number, { state: 'deleted' }));
    held?.release();
  }

  takeLost(): ReadonlyMap<string, string> {
    const taken = this.#lost;
    this.#lost = new Map();
    return taken;
  }

  isLost(): boolean {
    return this.#isLost;
  }

  isOurs = (number: number): boolean => this.#ours.has(number);

  watchOthers(): () => boolean {
    return watchOthers({ ledger: this.#ledger, url: this.#parts.url, isOurs: this.isOurs });
  }

  number(): number | undefined {
    return this.#standing.size === 0 ? undefined : this.#last;
  }

  #turnTo(entry: OpenEntry): void {
    this.#open = entry;
    this.#last = entry.number;
    this.#ours.add(entry.number);
  }

  async #openEntry(): Promise<number> {
    const ledger = this.#ledger;
    const { processes, url, owner, userId } = this.#parts;
    if (!this.#open) {
      const { number } = ledger.begin({ state: 'sending', url, owner, userId, words: this.#words });
      this.#turnTo({ number, claim: claimIfFree({ ledger, processes }, number).catch(() => undefined) });
    }
    await this.#open?.claim;
    return this.#open?.number ?? 0;
  }

  async #add(addition: (note: number) => Addition, uuid = ''): Promise<EndNote> {
    const ledger = this.#ledger;
    const note = ++this.#noted;
    const number = await this.#openEntry();
    ledger.add(number, addition(note));
    this.#standing.add(note);
    return (how) => {
      if (how === 'takenBack') this.#standing.delete(note);
      attempt(() => ledger.add(number, how === 'takenBack' ? { takesBack: note } : { arrived: uuid }));
    };
  }

  async #noteWrite(write: WriteParts): Promise<Noted> {
    const { route, id = '', body, undo, isStored = false } = write;
    const isQuiet = this.#unrecorded > 0 || isStored;
    if (undo) return replacing(isQuiet ? nothing : await this.#noteReplaced(write, undo), undo);
    const [what, unnamed] = (isQuiet ? undefined : finalOf(route, body)) ?? [];
    if (what === undefined) return replacing(nothing);
    const known = refOfWritten(this.#parts.index, route, id);
    const endNote = await this.#noteFinal([what, known ?? unnamed].join(' ').trim());
    return {
      ...replacing(endNote),
      succeeded: async (reply) => {
        const made = textOf(reply.displayId);
        if (known !== undefined || made === undefined) return reply;
        await this.#noteFinal(`${what} ${made}`);
        endNote('takenBack');
        return reply;
      },
    };
  }

  async #noteReplaced(write: WriteParts, { ref, from: stored }: Replaced): Promise<EndNote> {
    const { id: uuid = '', route } = write;
    const body = isRow(write.body) ? write.body : {};
    const from = pick(stored, body);
    const kind = subjectOf(route) === 'ticket' ? 'ticket' : 'task';
    try {
      return await this.#add((note) => ({ note, kind, uuid, ref, from, to: pick(body, from) }), uuid);
    } catch (error) {
      const folder = dirname(this.#ledger.path(1));
      const { message } = error instanceof TrackerError ? error : fileTrouble('write', folder, error);
      if (!this.#hasFailed) this.#parts.warn(`what is changed now cannot be undone later: ${message}`);
      [this.#hasFailed, this.#isLost] = [true, true];
      return nothing;
    }
  }

  /** If it cannot be written, the ledger does without it. */
  async #noteFinal(final: string): Promise<EndNote> {
    return await this.#add((note) => ({ note, final })).catch(() => nothing);
  }
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
