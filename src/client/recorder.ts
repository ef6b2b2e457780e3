import type { Change } from '../contract/change.js';
import type { WriteRoute } from '../contract/routes.js';
import type { Row } from '../contract/row.js';
import { subjectOf } from '../contract/writes.js';
import type { ReferenceIndex } from './state/references.js';

/** Work that is kept if nobody knows whether it was done. */
export interface UncertainWork {
  /** What does it again; if it is missing, the command as it was typed. */
  readonly change?: Change | undefined;
  /** Of work with several writes: which targets may have been written after a failure that is no refusal; undefined for none. */
  readonly left?: (() => Row | undefined) | undefined;
  /** Called with what is kept. */
  readonly onLost?: ((kept: Change & { readonly number: number }) => Promise<void>) | undefined;
}

/** A write, as the client gets it. */
export interface WriteParts {
  readonly route: WriteRoute;
  readonly id?: string;
  readonly body?: unknown;
  readonly undo?: Replacement;
  /** Whether all of it is stored already, so that there is nothing to remember. */
  readonly isStored?: boolean;
}

/** What a write to a task or ticket replaces. */
export interface Replacement {
  readonly ref: string;
  /** The stored values of the fields of the body; one that could not be read is left out, and cannot be undone. */
  readonly from: Row;
  /** Whether a write that was answered with success has changed nothing. Public servers do not say so of a task. */
  readonly changedNothing?: (reply: Row) => Promise<boolean>;
}

/** What is changed in a ticket on this computer alone. */
export interface LocalWrite {
  readonly kind: 'ticket';
  readonly uuid: string;
  readonly ref: string;
  readonly from: Row;
  readonly to: Row;
}

/** A write that has been noted; one of its functions is called when the write has ended. */
export interface WriteNote {
  /** Gives the reply, which is `unchanged` if nothing was changed. */
  succeeded(reply: Row): Promise<Row>;
  failed(error: unknown): void;
}

/** Remembers what a command writes, so that it can be undone. What cannot be written down is never an error. */
export interface Recorder {
  /** Notes a write before it is sent, so that even a killed process leaves a note. */
  note(write: WriteParts): Promise<WriteNote>;
  /** Does work of which nothing is noted, such as an undo. */
  unrecorded<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Does work with an entry apart from that of the command, which says that it is being done; what comes after it on the same things
   * stays behind it. It is kept if nobody knows whether that was done (docs/requirements.md, R93).
   */
  holding<T>(held: UncertainWork, work: () => Promise<T>): Promise<T>;
  /**
   * Gives a function that notes what a command changes on this computer alone, all in one entry, whose number it gives. It throws
   * `failed` if that cannot be written.
   */
  keeping(command: string): (write: LocalWrite) => number;
  /** Begins with another command, for a program that does what several do. */
  begin(command: string): Promise<void>;
  /** Notes what follows in the entry with this number, whose state is up to the caller. */
  use(number: number): Promise<void>;
  /** How many writes were about to be sent so far. */
  begun(): number;
  /** Says that the command has ended. */
  end(): Promise<void>;
  /** Whether a write could not be noted since the last `begin`. */
  isLost(): boolean;
  /** The references of what may have been written since this was asked last, by uuid; not what has an entry of its own (`use`). */
  takeLost(): ReadonlyMap<string, string>;
  /** Says that nobody knows whether the command was done, or this of it. Gives its entry; undefined if it cannot be sent again. */
  lose(left: Partial<Change>): Promise<(Change & { readonly number: number }) | undefined>;
  /** Whether this process has noted something in the entry with this number. */
  isOurs(number: number): boolean;
  /** Gives a function that says whether other commands on this computer have written to the server since it was called last. */
  watchOthers(): () => boolean;
  /** The number of the last entry; undefined if nothing that stands is noted in it. */
  number(): number | undefined;
}

/** The reference of what a write with this uuid in its path is about, if this computer knows it. */
export function refOfWritten(index: ReferenceIndex, route: WriteRoute, id: string): string | undefined {
  const kind = subjectOf(route);
  return id === '' || !kind ? undefined : index.all(`${kind}s`).find(({ uuid }) => uuid === id)?.ref;
}
