import { StringDecoder } from 'node:string_decoder';
import { altOf, controlKey, finalKey, type Key, shiftKey, textKey } from './key-names.js';

export interface KeyboardInput {
  key(key: Key): void;
  /** A click or a turn of the wheel at a cell, counted from 0. */
  mouse?(what: 'click' | 'wheel-up' | 'wheel-down', row: number, column: number): void;
  focus?(): void;
  /** Whether keys write a text, in which several lines at once are a paste, although the terminal does not mark it. */
  isWriting?(): boolean;
}

/** How long what follows an Esc may take to arrive, so that both are one key, and the rest of anything longer (milliseconds). */
const [escapeMs, restMs] = [60, 1_000];

/** How long no key counts after a paste, which may have its own end in it, and keys after that (milliseconds; R99). */
const quietMs = 100;

/** The shortest unmarked paste, since nobody types so much into a text at once (bytes). */
const shortestPaste = 8;

/** The longest paste that is taken, and the longest sequence of which more than its beginning is kept (characters). */
const [longestPaste, longestSequence] = [1_000_000, 4_096];

/** A source of keys; only a terminal has a raw mode. */
export interface KeySource extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  readonly readableEnded?: boolean;
  readonly setRawMode?: (isRaw: boolean) => unknown;
}

/** Reads keys from a terminal, which shows none of them. Returns a function that ends it. */
export function readKeys(stream: KeySource, input: KeyboardInput): () => void {
  const decoder = new KeyDecoder(input);
  const utf8 = new StringDecoder('utf8');
  stream.setRawMode?.(true);
  const onData = (chunk: Buffer | string): void => decoder.read(utf8.write(Buffer.from(chunk as string)));
  stream.on('data', onData);
  stream.resume();
  return () => {
    stream.off('data', onData);
    decoder.end();
    stream.pause();
    stream.setRawMode?.(false);
  };
}

/** Sets raw mode again, which another program may have ended while Node believes that it is still set. */
export function restoreRawMode(stream: KeySource): void {
  stream.setRawMode?.(false);
  stream.setRawMode?.(true);
}

/** A marked paste that has not ended yet. */
interface Paste {
  text: string;
  /** The last characters, which may be the beginning of its end. */
  tail: string;
  /** Ctrl-C was pressed, so nothing more of it is taken. */
  isDropped?: boolean;
}

const pasteEnd = '\u001b[201~';

/** What of a pasted text is for the terminal: sequences that are complete, and no letter that only stands beside them. */
const pastedSequence =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]P_^X][^\n\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()*+][0-2AB]/g;

/**
 * ECMA-48: a control sequence; a key as SS3 has it; a string, such as an answer. Before them, control sequences of the Linux console and of
 * rxvt, and a mouse report of old, with three bytes.
 */
const sequence =
  /^\u001b+(?:\[(?:\[[^\0-\u001f]|\d+\$|M[^\0-\u001f]{3}|([0-?]*)[ -/]*(?!(?<=\[)[M[])([@-~]))|O([\d;]*)([@-~])|[\]P_^X][^\u0003\u0007\u001b]*(?:\u0007|\u001b\\))/;
const altKey = /^\u001b+([^\u001b[\]OP_^X])/su;
/** Of a sequence that has not ended yet, or is interrupted. */
const beginning =
  /^\u001b+(?:\[(?:\[|M[^\0-\u001f]{0,2}|[0-?]*[ -/]*)|O[\d;]*|[\]P_^X][^\u0003\u0007\u001b]*(?:\u001b$)?)?/;

/** What follows an Esc that arrived long before it. */
const late = /^(?:\[[0-?]*[ -/]*[@-~]|O[\d;]*[@-~])/;

/** A read with one key. */
const single = /^(?:\u001b.{0,7}|.)$/su;

/** Several lines at once. */
const unmarkedPaste = /^(?=[^\r\n]*[\r\n]+[^\r\n])[^\0-\u0008\u000b\u000c\u000e-\u001f\u007f]+$/;

/**
 * Makes keys of what arrives, wherever it is cut. A sequence is one key or none, never the keys of its characters. Nothing that does
 * not end is waited for longer than a second, and Ctrl-C not at all.
 */
class KeyDecoder {
  /** What has not become a key yet: the beginning of a sequence. */
  #rest = '';
  #paste: Paste | undefined;
  /** A paste has been given up, whose rest may still come. */
  #isPasteOpen = false;
  /** How long what comes may belong to an Esc. */
  #escapeUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  /** How long no key counts after a paste. */
  #quietUntil = 0;
  /** Ctrl-C was pressed by itself, and counts at any time. */
  #isInterrupt = false;

  constructor(readonly input: KeyboardInput) {}

  end(): void {
    clearTimeout(this.#timer);
  }

  read(text: string): void {
    clearTimeout(this.#timer);
    const isLate = performance.now() < this.#escapeUntil;
    this.#escapeUntil = 0;
    this.#isInterrupt = text === '\u0003';
    if (this.#isQuiet && !single.test(text)) this.#beQuiet();
    if (this.#isPasteOpen && !single.test(text)) this.#paste = { text: '', tail: '' };
    this.#isPasteOpen = false;
    const isText = !this.#paste && this.#rest === '' && this.input.isWriting?.() === true;
    if (isText && unmarkedPaste.test(text) && Buffer.byteLength(text) >= shortestPaste)
      this.#insert({ text, tail: '' });
    else this.#rest += isLate ? text.replace(late, '') : text;
    while (this.#rest !== '' && this.#takeOne());
    if (this.#paste) this.#timer = setTimeout(() => this.#giveUp(), restMs);
    else if (this.#rest !== '') this.#timer = setTimeout(() => this.#giveUp(), waitFor(this.#rest));
  }

  /** Takes the first thing off what is left; false if its end has not come yet. */
  #takeOne(): boolean {
    if (this.#paste) return this.#takePaste(this.#paste);
    const text = this.#cut(/^[^\0-\u001f\u007f]+/);
    if (text !== '') {
      for (const each of text) this.#press(textKey(each));
      return true;
    }
    if (this.#rest.startsWith('\u001b')) return this.#takeSequence();
    this.#press(controlKey(this.#cut(/^(?:\r\n|.)/s).slice(0, 1)));
    return true;
  }

  #takeSequence(): boolean {
    const rest = this.#rest;
    const isAlt = rest.startsWith('\u001b\u001b');
    const [whole, parameters = '', final, modifiers = '', key] = sequence.exec(rest) ?? [];
    if (whole !== undefined) this.#rest = rest.slice(whole.length);
    if (final !== undefined) this.#takeControl(parameters, final, isAlt);
    else if (key !== undefined) this.#press(shiftKey(modifiers, key, isAlt));
    if (whole !== undefined) return true;
    if (beginning.exec(rest)?.[0] === rest) {
      // Of what is too long, it only matters how it ends.
      if (rest.length > longestSequence) this.#rest = rest.slice(0, 3) + (rest.endsWith('\u001b') ? '\u001b' : '');
      return false;
    }
    const [, alt] = altKey.exec(rest) ?? [];
    this.#cut(alt === undefined ? beginning : altKey);
    if (alt !== undefined) this.#press(altOf(alt));
    return true;
  }

  #takeControl(parameters: string, final: string, isAlt: boolean): void {
    const mouse = /^<(\d+);(\d+);(\d+)$/.exec(parameters);
    if (mouse && !this.#isQuiet) readMouse(mouse, final, this.input);
    else if (final === 'I' && parameters === '') this.input.focus?.();
    else if (final === '~' && parameters === '200') this.#paste = { text: '', tail: '' };
    else if (final === '~' && parameters === '201') this.#beQuiet();
    else this.#press(finalKey(parameters, final, isAlt));
  }

  /** Takes all that there is into the paste, up to its end or Ctrl-C. */
  #takePaste(paste: Paste): boolean {
    // Pressed by itself, it is no part of what is pasted.
    const isOver = this.#rest === '\u0003';
    const all = paste.tail + this.#rest;
    const end = all.indexOf(pasteEnd);
    const last = end < 0 ? Math.max(0, all.length - pasteEnd.length + 1) : end;
    const stop = all.indexOf('\u0003');
    const isStopped = stop >= 0 && (end < 0 || stop < end);
    const text = all.slice(0, isStopped ? stop : last);
    if (!paste.isDropped) paste.text += text.slice(0, Math.max(0, longestPaste + 1 - paste.text.length));
    this.#rest = isStopped ? all.slice(stop + 1) : end < 0 ? '' : all.slice(end + pasteEnd.length);
    paste.tail = isStopped || end >= 0 ? '' : all.slice(last);
    if (isStopped) {
      this.#insert(paste);
      paste.isDropped = true;
      if (isOver) this.#paste = undefined;
      this.#press({ name: 'ctrl+c' });
    } else if (end >= 0) {
      this.#paste = undefined;
      this.#insert(paste);
      this.#beQuiet();
    }
    return true;
  }

  get #isQuiet(): boolean {
    return performance.now() < this.#quietUntil;
  }

  #beQuiet(): void {
    this.#quietUntil = performance.now() + quietMs;
  }

  #insert({ text, isDropped }: Paste): void {
    if (isDropped) return;
    const whole = text.slice(0, longestPaste).replace(/\r\n?/g, '\n');
    const visible = whole.replace(pastedSequence, '').replace(/[\0-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
    this.input.key({ name: 'paste', text: visible, ...(text.length > longestPaste && { isCut: true }) });
  }

  /** Nothing more has come for a while. */
  #giveUp(): void {
    const { text = '', tail = '', isDropped = false } = this.#paste ?? {};
    if (this.#paste) {
      this.#insert({ text: text + tail, tail: '', isDropped });
      this.#isPasteOpen = true;
      this.#paste = undefined;
    } else if (/^\u001b+$/.test(this.#rest)) {
      this.#press({ name: 'esc' });
      this.#escapeUntil = performance.now() + restMs;
    }
    this.#rest = '';
  }

  #cut(pattern: RegExp): string {
    const [taken = ''] = pattern.exec(this.#rest) ?? [];
    this.#rest = this.#rest.slice(taken.length);
    return taken;
  }

  #press(key: Key | undefined): void {
    if (key && (!this.#isQuiet || this.#isInterrupt)) this.input.key(key);
  }
}

/** What a line that was read from a terminal has of text, without the terminal's own sequences, such as answers. */
export function textOf(line: string): string {
  if (!line.includes('\u001b')) return line;
  let found = '';
  const decoder = new KeyDecoder({ key: ({ name, text = '' }) => (found += name === 'tab' ? '\t' : text) });
  decoder.read(line);
  decoder.end();
  return found;
}

/** How long to wait for the end of a sequence: what may be a key by itself is none for long (milliseconds). */
function waitFor(rest: string): number {
  return /^\u001b+[^[]?$/.test(rest) ? escapeMs : restMs;
}

function readMouse([, button, column, row]: readonly string[], end: string, input: KeyboardInput): void {
  const what = { 0: 'click', 64: 'wheel-up', 65: 'wheel-down' }[Number(button)] as 'click' | 'wheel-up' | 'wheel-down';
  if (what && end === 'M') input.mouse?.(what, Number(row) - 1, Number(column) - 1);
}
