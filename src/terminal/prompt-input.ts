import { openSync } from 'node:fs';
import { emitKeypressEvents, type Key } from 'node:readline';
import { Readable } from 'node:stream';
import { ReadStream } from 'node:tty';

/** Where keys come from; what is no terminal has no raw mode. */
export interface KeySource extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  readonly isRaw?: boolean;
  readonly setRawMode?: (isRaw: boolean) => unknown;
}

/** The keys of one question. */
export interface Keys {
  /** Emits `keypress` events, and stands in for the terminal in everything else that readline does with it. */
  readonly stream: KeySource;
  /** Aborted when no more answers can come. */
  readonly ended: AbortSignal;
  stop(): void;
}

/** A key as readline reports it, or a run of characters. */
interface Press {
  readonly text: string | undefined;
  readonly key: Key;
  readonly isText: boolean;
}

/** Nobody types more than this at once (characters). */
const longestTyped = 256;

/** How long the end of a paste may take to arrive (milliseconds). */
const pasteMs = 30;

/**
 * Reads keys for a prompt. Text that arrives at once is passed on as one key, because a prompt draws itself again for every
 * key: a long paste would take time in the square of its length. Each key gets a turn of the event loop to itself, so that
 * Enter right after a text finds what the text has selected. Ctrl-C overtakes what is still waiting. With `dropsEarlier`,
 * what was typed before this turn of the event loop ends is dropped.
 *
 * Inquirer notices neither the end of input nor Ctrl-D, and stays paused after Ctrl-Z and `fg`; that is done here.
 */
export function openKeys(input: KeySource, { dropsEarlier = false } = {}): Keys {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const stream = standIn(input);
  let last: Key = {};
  stream.on('pause', () => {
    if (isCtrl(last, 'd')) end();
    else if (isCtrl(last, 'z')) stream.resume();
  });
  const queue = openQueue(({ text, key }) => {
    last = key;
    stream.emit('keypress', text, key);
  });
  const listen = (): unknown => input.on('keypress', queue.add);
  const start = dropsEarlier ? setImmediate(listen) : undefined;
  if (!start) listen();
  emitKeypressEvents(input);
  for (const event of ends) input.on(event, end);
  return {
    stream,
    ended: controller.signal,
    stop: () => {
      clearImmediate(start);
      input.off('keypress', queue.add);
      for (const event of ends) input.off(event, end);
      queue.clear();
    },
  };
}

const ends = ['end', 'close', 'error'] as const;

/** A stream without data, which passes on to `input` everything else that readline does with a terminal. */
function standIn(input: KeySource): Readable & KeySource {
  const stream = new Readable({ read: () => undefined });
  stream.on('resume', () => input.resume());
  stream.on('pause', () => input.pause());
  return Object.defineProperties(stream, {
    isTTY: { value: input.isTTY },
    isRaw: { get: () => input.isRaw },
    setRawMode: { value: (isRaw: boolean) => input.setRawMode?.(isRaw) },
  });
}

interface KeyQueue {
  readonly add: (text: string | undefined, key: Key | undefined) => void;
  clear(): void;
}

/** Keys on their way to `pass`. */
function openQueue(pass: (press: Press) => void): KeyQueue {
  let waiting: Press[] = [];
  let turn: NodeJS.Immediate | undefined;
  let pause: NodeJS.Timeout | undefined;
  const passNext = (): void => {
    const press = waiting.shift();
    pause = undefined;
    turn = waiting.length > 0 ? setImmediate(passNext) : undefined;
    if (press) pass(press);
  };
  const clear = (): void => {
    clearImmediate(turn);
    clearTimeout(pause);
    [waiting, turn, pause] = [[], undefined, undefined];
  };
  const add: KeyQueue['add'] = (text = '', key = {}) => {
    if (isCtrl(key, 'c')) clear();
    const before = waiting.at(-1);
    const run = before?.isText && (isText(text, key) || text === '\t') ? waiting.pop() : undefined;
    const press = {
      text: `${run?.text ?? ''}${text}`,
      key: run?.key ?? key,
      isText: run !== undefined || isText(text, key),
    };
    waiting.push(press);
    if (press.text.length > longestTyped) {
      clearImmediate(turn);
      turn = undefined;
      pause = pause?.refresh() ?? setTimeout(passNext, pasteMs);
    } else if (!pause) turn ??= setImmediate(passNext);
  };
  return { add, clear };
}

function isText(text: string, key: Key): boolean {
  return !key.ctrl && !key.meta && text >= ' ' && text !== '\u007f';
}

function isCtrl(key: Key, name: string): boolean {
  return key.ctrl === true && key.name === name;
}

let terminal: ReadStream | undefined;

/**
 * The input for a prompt: a terminal whose standard input was read to its end (Ctrl-D) is opened anew, since what has ended
 * gives no more keys. It never keeps the program from ending. What cannot be opened anew is given back ended.
 */
export function inputAnew(input: KeySource & { readonly readableEnded?: boolean }): KeySource {
  if (!hasEnded(input) || !(input instanceof ReadStream)) return input;
  try {
    terminal ??= openTerminal();
    return terminal;
  } catch {
    return input;
  }
}

/** Whether no key can come from here any more. */
export function hasEnded(input: NodeJS.ReadableStream & { readonly readableEnded?: boolean }): boolean {
  return input.readableEnded === true;
}

function openTerminal(): ReadStream {
  const opened = new ReadStream(openSync('/dev/tty', 'r'));
  opened.on('pause', () => opened.unref());
  opened.on('resume', () => opened.ref());
  return opened;
}
