import { closeSync, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { ReaderGone, TrackerError, usageError } from '../../contract/errors.js';
import { createConcealer } from './concealer.js';
import { createFullScreen, type FullScreen, type Job } from './full-screen.js';
import type { DrawnOutput, Input, Io, NodeOutput, Output } from './io.js';
import { isDevice, type StandardFile, standardFile } from './standard-file.js';

/** The program's three streams. They may be getters; a stream is only accessed when it is used. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean; readonly destroy?: () => unknown };
  readonly stdout: NodeOutput;
  readonly stderr: NodeOutput;
}

const defaultColumns = 80;
const defaultRows = 24;

// A closed pipe gives EPIPE. If the parent process uses a socket instead, it gives ECONNRESET.
const readerGoneCodes: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'];

/**
 * Creates the Io of the program from Node streams. Writing to stdout throws ReaderGone if the reader has closed the pipe,
 * and TrackerError `failed` if the device refuses it (docs/requirements.md, R60). Errors on stderr are ignored, since there
 * is nowhere to report them. `files` are those of the three streams, which are then opened only where they are needed.
 */
export function createIo(
  streams: Streams & Job,
  [inFile, outFile, errorFile]: readonly StandardFile[] = [],
): Io & { readonly endScreen: () => void } {
  let opened: NodeOutput | undefined;
  const stderr = (): NodeOutput => (opened ??= streams.stderr.on('error', () => undefined));
  const { add, mask } = createConcealer();
  let taken: ((text: string) => void) | undefined;
  // While something else takes it, nothing is left to write.
  const divertable = (text: string): string => {
    if (!taken) return mask(text);
    taken(mask(text));
    return '';
  };
  const divert: FullScreen['divert'] = (take) => {
    taken = take;
  };
  let screen: ReturnType<typeof createFullScreen> | undefined;
  return {
    stdin: createInput(() => streams.stdin, inFile),
    stdout: createOutput(() => streams.stdout, { file: outFile, translate: translateFailure }),
    stderr: withDrawnLine(createOutput(stderr, { file: errorFile, translate: () => undefined, mask: divertable })),
    conceal: add,
    mask,
    promptStream: stderr,
    fullScreen: () => (screen ??= createFullScreen({ stdout: streams.stdout, job: streams, divert })),
    endScreen: () => screen?.end(),
  };
}

export const standardFiles = (): readonly StandardFile[] => [0, 1, 2].map(standardFile);

/** Closes standard streams whose terminal is gone: when the program ends, Node aborts if it cannot restore their settings. */
export function closeLostTerminals(isTerminal: (stream: number) => boolean): void {
  for (const stream of [0, 1, 2]) {
    try {
      if (isDevice(fstatSync(stream)) && !isTerminal(stream)) closeSync(stream);
    } catch {
      // It is already closed.
    }
  }
}

const erase = '\r\u001b[2K';

/**
 * Keeps one line below everything else written to a terminal. Other writes clear it first, and it is drawn again after the
 * next complete line, so two texts never share a line. Drawing is not awaited, and its errors are ignored.
 */
export function withDrawnLine(output: Output): DrawnOutput {
  let line = '';
  let isDrawn = false;
  const put = output.write;
  const draw = (next: string): void => {
    const before = isDrawn ? erase : '';
    line = next;
    isDrawn = next !== '';
    if (before + next !== '') void put(before + next).catch(() => undefined);
  };
  return {
    get isTerminal() {
      return output.isTerminal;
    },
    columns: output.columns,
    rows: output.rows,
    hasBegun: output.hasBegun,
    draw,
    isDrawn: () => line !== '',
    async write(text) {
      if (line === '') return await put(text);
      const before = isDrawn ? erase : '';
      // After an incomplete line it is not drawn, but with the next complete one, or at the next `draw`.
      isDrawn = typeof text === 'string' && text.endsWith('\n');
      if (typeof text === 'string') return await put(`${before}${text}${isDrawn ? line : ''}`);
      await put(before);
      await put(text);
    },
  };
}

function createInput(source: () => Streams['stdin'], file?: StandardFile): Input {
  return {
    get isTerminal() {
      return file?.mayBeTerminal !== false && source().isTTY === true;
    },
    readAll: (limit, signal) => readAll(source(), limit, signal),
    stream: source,
  };
}

async function readAll(source: Streams['stdin'], limit: number, signal?: AbortSignal): Promise<Uint8Array> {
  if (signal?.aborted) throw signal.reason;
  const stop = (): void => void source.destroy?.();
  signal?.addEventListener('abort', stop);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size > limit) break;
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new TrackerError('failed', `could not read standard input: ${reasonOf(cause)}`, { cause });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  if (signal?.aborted) throw signal.reason;
  if (size > limit) throw usageError(`standard input is larger than ${sizeText(limit)}`);
  return Buffer.concat(chunks);
}

function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`;
}

interface OutputParts {
  readonly file: StandardFile | undefined;
  readonly translate: (error: unknown) => unknown;
  readonly mask?: (text: string) => string;
}

function createOutput(source: () => NodeOutput, { file, translate, mask = (text) => text }: OutputParts): Output {
  let hasBegun = false;
  let opened: NodeOutput | undefined;
  let failure: { readonly cause: unknown } | undefined;
  const fail = (cause: unknown): void => {
    failure ??= { cause };
  };
  /** Waits for a slow reader. */
  const toStream = async (text: string | Uint8Array): Promise<void> => {
    // Node reports a failed write both to the callback and as an event; an unhandled event would end the program.
    opened ??= source().on('error', fail);
    const stream = opened;
    await new Promise<void>((resolve, reject) => {
      stream.write(text, (error) => (error ? reject(error) : resolve()));
    });
  };
  const put = async (text: string | Uint8Array): Promise<void> => {
    if (opened || file === undefined) return await toStream(text);
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const done = file.write(bytes);
    if (done < bytes.length) await toStream(bytes.subarray(done));
  };
  return {
    get isTerminal() {
      return file?.mayBeTerminal !== false && source().isTTY === true;
    },
    isLost() {
      const { isTTY, fd } = source();
      return isTTY === true && fd !== undefined && !isatty(fd);
    },
    columns: () => source().columns || defaultColumns,
    rows: () => source().rows || defaultRows,
    hasBegun: () => hasBegun,
    async write(text) {
      hasBegun = true;
      // After a failure the stream is unusable. The first error is the one that matters.
      if (!failure) await put(typeof text === 'string' ? mask(text) : text).catch(fail);
      const error = failure && translate(failure.cause);
      if (error) throw error;
    },
  };
}

function translateFailure(cause: unknown): Error | TrackerError {
  if (readerGoneCodes.includes(codeOf(cause))) return new ReaderGone();
  return new TrackerError('failed', `could not write to standard output: ${reasonOf(cause)}`, { cause });
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === 'ENOSPC') return 'no space left on the device';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
