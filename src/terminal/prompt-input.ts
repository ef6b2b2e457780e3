import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';

interface InputWatch {
  /** Aborted when no more answers can come. */
  readonly ended: AbortSignal;
  stop(): void;
}

interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

/**
 * Watches the input of a prompt. Inquirer hears neither the end of input nor Ctrl-D, which closes the line reader below it:
 * its question would stay open for ever, and the program would run out of work and end with 0. It also stays deaf after
 * Ctrl-Z and `fg`, which pause the input; that is undone here.
 */
export function watchInput(input: NodeJS.ReadableStream): InputWatch {
  const controller = new AbortController();
  let lastKey: Key = {};
  const end = (): void => controller.abort();
  const noteKey = (_text: string | undefined, key: Key | undefined): void => {
    lastKey = key ?? {};
  };
  const judgePause = (): void => {
    if (lastKey.ctrl === true && lastKey.name === 'd') end();
    else if (lastKey.ctrl === true && lastKey.name === 'z') input.resume();
  };
  const listeners = { keypress: noteKey, pause: judgePause, end, close: end, error: end } as const;
  for (const [event, listener] of Object.entries(listeners)) input.on(event, listener);
  return {
    ended: controller.signal,
    stop: () => {
      for (const [event, listener] of Object.entries(listeners)) input.off(event, listener);
    },
  };
}

let terminal: ReadStream | undefined;

/**
 * The input for a prompt: a terminal whose standard input was read to its end (Ctrl-D) is opened anew, since what has ended
 * gives no more keys. It never keeps the program from ending. What cannot be opened anew is given back ended.
 */
export function inputAnew(input: NodeJS.ReadableStream & { readonly readableEnded?: boolean }): NodeJS.ReadableStream {
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
