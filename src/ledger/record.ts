import { dirname } from 'node:path';
import {
  type LocalWrite,
  type Recorder,
  type Replacement,
  refOfWritten,
  type UncertainWork,
  type WriteNote,
  type WriteParts,
} from '../client/recorder.js';
import type { ReferenceIndex } from '../client/state/references.js';
import { markWritten } from '../client/state/seen.js';
import type { Access } from '../contract/access.js';
import type { Change } from '../contract/change.js';
import { attempt, isInDoubt, phrase, type Sentence, TrackerError } from '../contract/errors.js';
import { isRow, type Row, textOf } from '../contract/row.js';
import { finalOf, subjectOf } from '../contract/writes.js';
import { fileTrouble } from '../disk/file-trouble.js';
import type { FindFolder } from '../disk/folder.js';
import type { HeldLock } from '../disk/lock.js';
import { type ClaimParts, claimIfFree } from './claim.js';
import { authorIn, type Entry, ended, failureIn, type OnceAnswer } from './entry.js';
import { watchOthers } from './others.js';
import { type Addition, type Ledger, type NewEntry, openLedger } from './store.js';

interface RecorderParts extends Omit<ClaimParts, 'ledger'>, Pick<NewEntry, 'url' | 'owner' | 'userId'> {
  readonly access: Access;
  readonly stateFolder: FindFolder;
  readonly now: () => Date;
  readonly warn: (message: Sentence) => void;
  readonly command: string;
  readonly index: ReferenceIndex;
  /** The change that the command makes, so that it is in doubt if it is killed; undefined for one that cannot be sent again. */
  readonly change?: (() => Promise<Change | undefined>) | undefined;
}

interface OpenEntry {
  readonly number: number;
  /** Undefined for one that somebody else has begun, and will end. */
  readonly claim?: Promise<HeldLock | undefined>;
}

/**
 * Notes in an entry of the ledger what a command replaces, before each request; the note is taken back after a clear refusal or if
 * nothing has changed. The same goes for what cannot be undone. A command that writes nothing leaves no entry.
 */
export class EntryRecorder implements Recorder {
  #words: readonly string[];
  #open: OpenEntry | undefined;
  #opening: Promise<void> | undefined;
  #last: number | undefined;
  readonly #ours = new Set<number>();
  #noted = 0;
  /** What is noted in the last entry and has not been taken back. */
  readonly #standing = new Set<number>();
  #unrecorded = 0;
  #begun = 0;
  #hasFailed = false;
  #isLost = false;
  #lost = new Map<string, string>();

  /** The entry of `holding`, if its work has several writes. */
  #holding: number | undefined;

  #changeOf: RecorderParts['change'];

  /** Whether the next request that cannot be undone is one that is sent only once. */
  #isOnce = false;

  readonly #ledger: Ledger;
  readonly #parts: RecorderParts;

  constructor(parts: RecorderParts) {
    this.#ledger = openLedger(parts.stateFolder, parts.now, authorIn(parts));
    this.#parts = parts;
    this.#words = parts.command.split(' ');
    this.#changeOf = parts.change;
  }

  async note(write: WriteParts): Promise<WriteNote> {
    this.#begun++;
    const { index, now } = this.#parts;
    const { id = '', route, undo, body, isStored = false } = write;
    const isQuiet = this.#unrecorded > 0 || isStored;
    const noted = isQuiet ? nothing : undo ? await this.#noteReplaced(write, undo) : await this.#noteFinal(write);
    const refNow = (): string | undefined => undo?.ref ?? refOfWritten(index, route, id);
    return {
      succeeded: async (sent) => {
        if (!undo && this.#isOnce) this.#noteAnswer({ route, id, ref: refNow(), reply: sent });
        markWritten(this.#parts, id, body, now());
        const reply = (await undo?.changedNothing?.(sent)) ? { ...sent, unchanged: true } : sent;
        await (undo && reply.unchanged === true ? noted.takeBack() : noted.arrive(reply));
        this.#noteArrived(id, refNow());
        return reply;
      },
      failed: (error) => {
        const isAlone = !this.#open || this.#open.claim !== undefined;
        if (id !== '' && isAlone && !isRefusal(error)) this.#lost.set(id, refNow() ?? id);
        if (isRefusal(error)) noted.takeBack();
      },
    };
  }

  async unrecorded<T>(work: () => Promise<T>): Promise<T> {
    this.#unrecorded++;
    return await work().finally(() => this.#unrecorded--);
  }

  async holding<T>({ change: given, left, onLost }: UncertainWork, work: () => Promise<T>): Promise<T> {
    this.#begun++;
    const ledger = this.#ledger;
    const change = given ?? (await this.#changeOf?.());
    const entry = change && attempt(() => ledger.begin(this.#running(change)));
    if (!entry) return await work();
    this.#ours.add(entry.number);
    if (left) this.#holding = entry.number;
    const held = await this.#claim(entry.number);
    let isLost = false;
    const noteFailure = async (error: unknown): Promise<void> => {
      const mayBeDone = error instanceof TrackerError && !isRefusal(error);
      const targets = mayBeDone ? (left ? left() : (entry.targets ?? {})) : undefined;
      isLost = targets !== undefined;
      if (!isLost) return;
      const lost = ledger.stepIfPossible(entry, 'lose', { targets, isRunning: undefined });
      await onLost?.(lost);
    };
    try {
      const result = await work();
      await noteFailure(failureIn(result));
      return result;
    } catch (error) {
      if (!isLost) await noteFailure(error);
      throw error;
    } finally {
      if (!isLost) this.#drop(entry.number);
      held?.release();
      if (left) this.#holding = undefined;
    }
  }

  keeping(command: string): (write: LocalWrite) => number {
    let number: number | undefined;
    return (write) => {
      if (number !== undefined) {
        this.#ledger.add(number, { note: ++this.#noted, ...write });
        return number;
      }
      const { url, owner, userId } = this.#parts;
      const words = command.split(' ');
      number = this.#ledger.begin({ state: 'done', url, owner, userId, words, writes: [write] }).number;
      this.#ours.add(number);
      return number;
    };
  }

  async begin(command: string): Promise<void> {
    await this.end();
    this.#words = command.split(' ');
    [this.#last, this.#isLost, this.#changeOf] = [undefined, false, undefined];
    this.#standing.clear();
  }

  async use(number: number): Promise<void> {
    await this.begin(this.#parts.command);
    this.#turnTo({ number });
    this.#isOnce = this.#ledger.find(number)?.once !== undefined;
  }

  begun = (): number => this.#begun;

  async end(): Promise<void> {
    await this.#close((number) => {
      const done = { ...ended, words: this.#words, verbWords: undefined, isRepeatable: undefined };
      // Its notes become part of it.
      if (this.#standing.size > 0) attempt(() => this.#ledger.step(number, 'accept', done));
      else this.#drop(number);
    });
  }

  async lose(left: Partial<Change>): Promise<Entry | undefined> {
    let lost: Entry | undefined;
    await this.#close((number) => {
      const entry = this.#ledger.find(number);
      if (entry?.flags) lost = this.#ledger.stepIfPossible(entry, 'lose', { ...left, isRunning: undefined });
    });
    return lost;
  }

  async #close(leave: (number: number) => void): Promise<void> {
    await this.#opening?.catch(() => undefined);
    const { number = 0, claim } = this.#open ?? {};
    this.#open = undefined;
    const held = await claim;
    if (!claim || held?.isOurs() === false) return;
    leave(number);
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
    return watchOthers(this.#ledger, this.#parts.url, this.isOurs);
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
    if (!this.#open) {
      this.#opening ??= this.#begin().finally(() => {
        this.#opening = undefined;
      });
      await this.#opening;
    }
    await this.#open?.claim;
    return this.#open?.number ?? 0;
  }

  async #begin(): Promise<void> {
    const { number } = this.#ledger.begin(this.#running(await this.#changeOf?.()));
    this.#turnTo({ number, claim: this.#claim(number) });
  }

  #running(change: Change | undefined): NewEntry {
    const { url, owner, userId } = this.#parts;
    return { state: 'sending', url, owner, userId, words: this.#words, ...(change && { ...change, isRunning: true }) };
  }

  /** What is left of an entry without a note goes with the next one that is begun. */
  #drop(number: number): void {
    const nothing: Entry = { ...this.#running(undefined), number, state: 'deleted', at: '', writes: [], final: [] };
    if (!this.#ledger.replaceIfPossible(nothing)) this.#ledger.forget(number);
  }

  async #claim(number: number): Promise<HeldLock | undefined> {
    return await claimIfFree({ ledger: this.#ledger, processes: this.#parts.processes }, number).catch(() => undefined);
  }

  async #add(addition: (note: number) => Addition, uuid?: string): Promise<Note> {
    const ledger = this.#ledger;
    const note = ++this.#noted;
    const number = await this.#openEntry();
    ledger.add(number, addition(note));
    this.#standing.add(note);
    return {
      takeBack: () => {
        this.#standing.delete(note);
        attempt(() => ledger.add(number, { takesBack: note }));
      },
      arrive: () => void (uuid !== undefined && attempt(() => ledger.add(number, { arrived: uuid }))),
    };
  }

  /** Before anything else: after a kill, this says that it has arrived. */
  #noteAnswer(answer: OnceAnswer): void {
    this.#isOnce = false;
    attempt(() => this.#ledger.add(this.#open?.number ?? 0, { answer }));
  }

  /** What has arrived of several is not in doubt if the rest is. */
  #noteArrived(uuid: string, ref: string | undefined): void {
    const number = this.#holding ?? (this.#changeOf && this.#open?.number);
    if (number !== undefined && ref !== undefined) attempt(() => this.#ledger.add(number, { arrived: uuid, ref }));
  }

  async #noteReplaced(write: WriteParts, { ref, from: stored }: Replacement): Promise<Note> {
    const { id: uuid = '', route } = write;
    const body = isRow(write.body) ? write.body : {};
    const from = pick(stored, body);
    const kind = subjectOf(route) === 'ticket' ? 'ticket' : 'task';
    try {
      return await this.#add((note) => ({ note, kind, uuid, ref, from, to: pick(body, from) }), uuid);
    } catch (error) {
      const folder = dirname(this.#ledger.path(1));
      const { message } = error instanceof TrackerError ? error : fileTrouble('write', folder, error);
      if (!this.#hasFailed) this.#parts.warn(phrase`what is changed now cannot be undone later: ${message}`);
      [this.#hasFailed, this.#isLost] = [true, true];
      return nothing;
    }
  }

  /**
   * If it cannot be written, the ledger does without it, unless it is sent only once. What a write has made gets its name from the
   * reply.
   */
  async #noteFinal({ route, id = '', body }: WriteParts): Promise<Note> {
    const [what, unnamed] = finalOf(route, body) ?? [];
    if (what === undefined) return nothing;
    const known = refOfWritten(this.#parts.index, route, id);
    const add = async (name = ''): Promise<Note> =>
      await this.#add((note) => ({ note, final: `${what} ${name}`.trim() })).catch((error: unknown) => {
        if (this.#isOnce) throw fileTrouble('write', this.#ledger.path(this.#open?.number ?? 0), error);
        return nothing;
      });
    const { takeBack } = await add(known ?? unnamed);
    return {
      takeBack,
      async arrive({ displayId }) {
        const made = textOf(displayId);
        if (known !== undefined || made === undefined) return;
        await add(made);
        takeBack();
      },
    };
  }
}

interface Note {
  readonly takeBack: () => void;
  readonly arrive: (reply: Row) => Promise<void> | void;
}

const nothing: Note = { takeBack: () => undefined, arrive: () => undefined };

function pick(values: Row, keys: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(keys, key)));
}

/** Whether the write was certainly not applied. */
function isRefusal(error: unknown): boolean {
  return error instanceof TrackerError && error.kind !== 'interrupted' && !isInDoubt(error);
}
