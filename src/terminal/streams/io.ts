import { addAbortSignal, Readable } from 'node:stream';
import { interruption } from '../../contract/errors.js';
import type { FullScreen } from './full-screen.js';

export interface Output {
  readonly isTerminal: boolean;
  /** Whether it was a terminal that has been closed since. */
  isLost?(): boolean;
  /** Width in cells; 80 if unknown. */
  columns(): number;
  /** Height in lines; 24 if unknown. */
  rows(): number;
  hasBegun(): boolean;
  /** Writes all of it, waiting for a slow reader. Throws ReaderGone if the reader has closed the pipe. */
  write(text: string | Uint8Array): Promise<void>;
}

/** Whether somebody sees it on a screen: --pretty prints in a pipe what a terminal would show, and that has no end. */
export function isScreen({ isTerminal, rows }: Output): boolean {
  return isTerminal && Number.isFinite(rows());
}

/** An output that can keep one line, such as a progress line, below its text. */
export interface DrawnOutput extends Output {
  /** Draws this line in place of the previous one; an empty line removes it. Text is written above it. */
  draw(line: string): void;
  isDrawn(): boolean;
}

/** The input stream. Nothing is read until it is needed. */
export interface Input {
  readonly isTerminal: boolean;
  /** All bytes up to the end of input. Throws a usage error beyond `limit` bytes, and the signal's reason when aborted. */
  readAll(limit: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** The underlying stream, for prompts. */
  stream(): NodeJS.ReadableStream;
}

export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  /** Secrets given to `conceal` are masked here. */
  readonly stderr: DrawnOutput;
  /** Declares a secret of this run, such as a token. */
  conceal(secret: string): void;
  /** A text without those secrets. */
  mask(text: string): string;
  /** The stream that `stderr` writes to, for prompts, which must not write to stdout. */
  promptStream(): NodeJS.WritableStream;
  fullScreen(): FullScreen;
}

/** The chunks of a stream. Throws the interruption when the signal is aborted, even while it waits for data. */
export async function* chunksOf(source: NodeJS.ReadableStream, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (source instanceof Readable) addAbortSignal(signal, source);
  try {
    for await (const chunk of source) yield Buffer.from(chunk);
  } catch (error) {
    throw signal.aborted ? interruption(signal) : error;
  }
}

/** An output stream of Node: a terminal, a pipe or a file. */
export type NodeOutput = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly fd?: number;
};
