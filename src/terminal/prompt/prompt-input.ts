import { openSync } from 'node:fs';
import { createInterface, type Interface, type Key } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as pauseFor, setImmediate as turn } from 'node:timers/promises';
import { ReadStream } from 'node:tty';
import { attempt, interruption } from '../../contract/errors.js';
import type { Key as Pressed } from '../key-names.js';
import { type KeySource, readKeys, textOf } from '../read-keys.js';
import type { Io } from '../streams/io.js';
import type { Lines } from './prompt.js';

type PromptIo = Pick<Io, 'fullScreen'>;

interface KeysOptions {
  /** Whether Esc means nothing, so that it ends no text of several lines. */
  readonly ignoresEsc?: boolean;
  /** Runs before Ctrl-Z stops the program. */
  readonly onStop?: () => void;
  readonly onContinue?: () => void;
}

/** A key as readline reports them, or a run of characters. */
interface Press {
  readonly text: string;
  readonly key: Key;
  readonly isText: boolean;
}

/** Longer runs must be pasted text (characters). */
const longestTyped = 256;

/** How long the end of a paste may take to arrive (milliseconds). */
const pasteMs = 30;

/**
 * Reads keys for a prompt. Text that arrives at once is passed on as one key: a prompt redraws itself for every key, so the
 * time for a long paste would grow with the square of its length. Each key gets its own turn of the event loop, so that
 * Enter right after a text applies to what the text selected. Ctrl-C goes ahead of keys that are still waiting.
 *
 * Readline would take answers of the terminal for text. Inquirer does not notice Esc, the end of input or Ctrl-D, and draws over the
 * shell's lines after Ctrl-Z and `fg`. All are handled here.
 */
export function openKeys(io: PromptIo, input: KeySource, options: KeysOptions = {}) {
  const { ignoresEsc = false, onStop, onContinue } = options;
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const stream = Object.assign(new Readable({ read: () => undefined }), { isTTY: input.isTTY });
  let last: Key = {};
  stream.on('pause', () => {
    if (isCtrl(last, 'd')) end();
  });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    onStop?.();
    endReading();
    await io.fullScreen().suspend();
    isStopped = false;
    if (controller.signal.aborted) return;
    endReading = read();
    onContinue?.();
  };
  let isPasted = false;
  const queue = openQueue(({ text, key }, more) => {
    last = key;
    if (key.name === 'return' || key.name === 'enter') isPasted = more > 0;
    // Readline would change the selection of a list.
    if (isCtrl(key, 'z')) return void stop();
    if (key.name === 'escape') return ignoresEsc ? undefined : end();
    stream.emit('keypress', text, key);
  });
  const read = (): (() => void) =>
    readKeys(input, {
      key(pressed) {
        for (const press of pressesOf(pressed)) queue.add(press);
      },
    });
  let endReading = read();
  for (const event of ends) input.on(event, end);
  return {
    /** Emits `keypress` events, and has no data. */
    stream,
    /** Aborted when no more answers can come. */
    ended: controller.signal,
    /** Whether more came together with Enter, as in a paste of several lines. */
    isPasted: () => isPasted,
    stop: () => {
      end();
      endReading();
      for (const event of ends) input.off(event, end);
      queue.clear();
    },
  };
}

const ends = ['end', 'close', 'error'] as const;

/** The names that readline has for keys. */
const readlineNames: Readonly<Record<string, string>> = { enter: 'return', esc: 'escape' };

/** A key as readline reports it; of a paste, its lines and what ends them. */
function pressesOf({ name, text = '' }: Pressed): readonly Press[] {
  if (name === 'paste')
    return text
      .split('\n')
      .flatMap((line, at) => [
        ...(at === 0 ? [] : pressesOf({ name: 'enter' })),
        ...(line === '' ? [] : [{ text: line, key: {}, isText: true }]),
      ]);
  const [, modifiers = '', base = name] = /^((?:(?:alt|ctrl|shift)\+)*)(.+)$/s.exec(name) ?? [];
  const [ctrl, meta, shift] = ['ctrl', 'alt', 'shift'].map((each) => modifiers.includes(each));
  const sequence = name === 'tab' ? '\t' : text;
  const key = { name: readlineNames[base] ?? base.toLowerCase(), ctrl, meta, shift, sequence };
  return [{ text: sequence, key, isText: text !== '' }];
}

/** Keys on their way to `pass`, which also gets the number of those that wait. */
function openQueue(pass: (press: Press, more: number) => void) {
  let waiting: Press[] = [];
  let turn: NodeJS.Immediate | undefined;
  let pause: NodeJS.Timeout | undefined;
  const passNext = (): void => {
    const press = waiting.shift();
    pause = undefined;
    turn = waiting.length > 0 ? setImmediate(passNext) : undefined;
    if (press) pass(press, waiting.length);
  };
  const clear = (): void => {
    clearImmediate(turn);
    clearTimeout(pause);
    [waiting, turn, pause] = [[], undefined, undefined];
  };
  const add = (next: Press): void => {
    if (isCtrl(next.key, 'c')) clear();
    const before = waiting.at(-1);
    const run = before?.isText && (next.isText || next.key.name === 'tab') ? waiting.pop() : undefined;
    const press = run ? { ...run, text: run.text + next.text } : next;
    waiting.push(press);
    if (press.text.length > longestTyped) {
      clearImmediate(turn);
      turn = undefined;
      pause = pause?.refresh() ?? setTimeout(passNext, pasteMs);
    } else if (!pause) turn ??= setImmediate(passNext);
  };
  return { add, clear };
}

function isCtrl(key: Key, name: string): boolean {
  return key.ctrl === true && key.name === name;
}

/**
 * Drops what was typed or pasted at a terminal; gives whether that was anything. Throws `interrupted` after Ctrl-C, and at the end
 * of input.
 */
export async function dropTyped(input: KeySource): Promise<boolean> {
  if (!input.isTTY) return false;
  let isAny = false;
  let isQuiet = false;
  let isInterrupted = false;
  const endReading = readKeys(input, {
    key({ name }) {
      [isAny, isQuiet] = [true, false];
      isInterrupted ||= name === 'ctrl+c';
    },
  });
  while (!isQuiet) {
    isQuiet = true;
    await pauseFor(pasteMs);
    // A busy program comes here before it has read what is there.
    await turn();
  }
  endReading();
  if (isInterrupted || input.readableEnded) throw interruption();
  return isAny;
}

let terminal: ReadStream | undefined;

/**
 * The input for a prompt. If standard input is a terminal that was read to its end (Ctrl-D), the terminal is opened again;
 * it never keeps the program from exiting. If that fails, gives the ended input.
 */
export function inputAnew(input: KeySource): KeySource {
  if (!input.readableEnded || !(input instanceof ReadStream)) return input;
  terminal ??= attempt(openTerminal);
  return terminal ?? input;
}

function openTerminal(): ReadStream {
  const opened = new ReadStream(openSync('/dev/tty', 'r'));
  opened.on('pause', () => opened.unref());
  opened.on('resume', () => opened.ref());
  return opened;
}

interface TypedLines extends Pick<KeysOptions, 'ignoresEsc'> {
  readonly io: PromptIo;
  readonly input: KeySource;
  readonly signal: AbortSignal;
  /** Where a line is drawn while it is edited; without it, the terminal's own line editing is used. */
  readonly output?: NodeJS.WritableStream;
}

/** What is done with a line: it may be the last one, and the beginning of another one may have come with it. */
type OnLine<T> = (line: string, end: (answer: T) => void, reader: Interface) => void;

/** Reads lines until one ends it. Throws `interrupted` at the end of input. */
export async function readTyped<T>({ io, input, signal, output, ...options }: TypedLines, onLine: OnLine<T>) {
  const keys = output && openKeys(io, input, options);
  const reader = createInterface({
    ...{ input: keys?.stream ?? input, terminal: output !== undefined, historySize: 0 },
    ...(output && { output }),
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      reader.on('line', (line) => onLine(textOf(line), resolve, reader));
      for (const event of ['SIGINT', 'close']) reader.once(event, () => reject(interruption()));
      const end = keys ? AbortSignal.any([signal, keys.ended]) : signal;
      const interrupt = (): void => reject(interruption(end));
      if (end.aborted) interrupt();
      end.addEventListener('abort', interrupt, { once: true });
    });
  } finally {
    reader.close();
    keys?.stop();
  }
}

/** Reads lines up to one of `ends`, which it gives unless more follows at once, as in a paste. Throws `interrupted` at the end of input. */
export async function readLines(lines: TypedLines, { ends, onLine }: Pick<Lines, 'ends' | 'onLine'>): Promise<string> {
  let last: { readonly line: string; readonly timer: NodeJS.Timeout } | undefined;
  const passLast = (): void => {
    if (last) onLine(last.line);
    clearTimeout(last?.timer);
    last = undefined;
  };
  const reading = readTyped<string>({ ...lines, ignoresEsc: true }, (line, done, reader) => {
    passLast();
    const end = ends.find((each) => each === line.trim());
    if (end === undefined) return onLine(line);
    last = { line, timer: setTimeout(() => (reader.line === '' ? done(end) : passLast()), pasteMs) };
  });
  return await reading.finally(() => clearTimeout(last?.timer));
}
