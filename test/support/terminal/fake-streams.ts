import { PassThrough } from 'node:stream';
import { createConcealer } from '../../../src/terminal/streams/concealer.js';
import { withDrawnLine } from '../../../src/terminal/streams/create-io.js';
import { createFullScreen, type FullScreen } from '../../../src/terminal/streams/full-screen.js';
import type { Io, Output } from '../../../src/terminal/streams/io.js';

/** What is at the other end of the program's streams. */
export interface StreamOptions {
  /** A terminal for all three streams, or for all but stdout or stdin; by default all three are pipes. */
  readonly terminal?:
    | {
        readonly columns: number;
        readonly rows?: number;
        readonly name?: string;
        readonly isPiped?: boolean;
        readonly isFed?: boolean;
      }
    | undefined;
  /** The input; on a terminal, the keys. */
  readonly stdin?: string | Uint8Array | undefined;
  /** The keys for one question after another, instead. */
  readonly keys?: readonly string[] | undefined;
  /** Someone who looks at what is drawn and types, instead; with `keys`, only looks. */
  readonly player?: Player | undefined;
}

/** Gets what is written to stdout, and what types keys. */
export type Player = (written: string, type: (keys: string) => void) => void;

export interface FakeStreams {
  readonly io: Io;
  stdout(): string;
  stderr(): string;
}

const manyRows = 10_000;

/** The streams of one run. Prompts write to a separate stream, whose text is part of `stderr`. */
export function fakeStreams({ terminal, stdin = '', keys, player }: StreamOptions): FakeStreams {
  const keyboard = new PassThrough();
  const questions = [...(keys ?? [])];
  const written = { stdout: '', stderr: '' };
  const isTerminal = terminal !== undefined;
  let taken: ((text: string) => void) | undefined;
  const { add, mask } = createConcealer();
  const output = (name: keyof typeof written): Output => ({
    isTerminal: isTerminal && !(name === 'stdout' && terminal.isPiped),
    columns: () => terminal?.columns ?? 80,
    rows: () => terminal?.rows ?? manyRows,
    hasBegun: () => written[name] !== '',
    write: async (text) => {
      const whole = typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      if (name === 'stderr' && taken) return taken(mask(whole));
      written[name] += name === 'stderr' ? mask(whole) : whole;
      if (name === 'stdout') player?.(whole, (typedKeys) => keyboard.write(typedKeys));
    },
  });
  // A prompt ends its stream, unless that is a real standard stream.
  const promptStream = (): PassThrough =>
    new PassThrough().on('data', (chunk: Buffer) => {
      written.stderr += chunk.toString('utf8');
    });
  const divert: FullScreen['divert'] = (take) => {
    taken = take;
  };
  let answer: PassThrough | undefined;
  /** The stream of the next question, or the last one as long as nobody has read its keys, or they were given back. */
  const answering = (): PassThrough => {
    if (!answer || answer.readableLength === 0)
      answer = typed(() => (keys ? (questions.shift() ?? '\u0003') : stdin), isTerminal);
    return answer;
  };
  const io: Io = {
    stdin: {
      isTerminal: isTerminal && !terminal.isFed,
      readAll: async () => Buffer.from(stdin),
      stream: () => (player && !keys ? keyboard : answering()),
    },
    stdout: output('stdout'),
    stderr: withDrawnLine(output('stderr')),
    conceal: add,
    mask,
    promptStream,
    fullScreen: () => createFullScreen({ stdout: process.stdout, job: {}, divert }),
  };
  return { io, stdout: () => written.stdout, stderr: () => written.stderr };
}

/** A stream that sends its keys once there is a listener; a terminal then stays open, a pipe ends. */
function typed(keys: () => string | Uint8Array, isTerminal: boolean): PassThrough {
  const stream = new PassThrough();
  return stream.once('newListener', () => {
    stream.write(keys());
    if (!isTerminal) stream.end();
  });
}
