import { emitKeypressEvents, type Interface, type Key as NodeKey } from 'node:readline';
import type { Key } from '../model/update.js';

/** What comes from the keyboard and the mouse. */
export interface Input {
  key(key: Key): void;
  /** A click or a turn of the wheel at a cell, counted from 0. */
  mouse(what: 'click' | 'wheel-up' | 'wheel-down', row: number, column: number): void;
  /** The window has the focus again. */
  focus(): void;
}

/** A sequence that is being read, which Node's decoder does not know. */
interface Pending {
  readonly kind: 'mouse' | 'paste';
  text: string;
}

const sequences: Readonly<Record<string, string>> = { return: 'enter', escape: 'esc' };

/** How long the rest of a sequence may take to arrive (milliseconds). */
const escapeMs = 60;

/**
 * Reads keys from a terminal in raw mode. Node decodes them; mouse reports and pasted texts, which it passes on in pieces, are put
 * together here, so that no piece is taken for a key. Returns a function that ends it.
 */
export function readKeys(stream: NodeJS.ReadableStream, input: Input): () => void {
  let pending: Pending | undefined;
  const onKey = (text: string | undefined, key: NodeKey): void => {
    const { sequence = text ?? '', name } = key;
    if (pending?.kind === 'mouse') {
      pending.text += sequence;
      if (!/[Mm]$/.test(sequence)) return;
      readMouse(pending.text, input);
      pending = undefined;
    } else if (name === 'paste-start') pending = { kind: 'paste', text: '' };
    else if (name === 'paste-end') {
      if (pending) input.key({ name: 'paste', text: pending.text.replace(/\r\n?/g, '\n') });
      pending = undefined;
    } else if (pending) pending.text += sequence;
    else if (sequence === '\u001b[<') pending = { kind: 'mouse', text: '' };
    else if (sequence === '\u001b[I') input.focus();
    else if (/^\u001b[ -~]$/.test(sequence)) {
      // Esc and a key right after it, not Alt, which has no meaning here.
      input.key({ name: 'esc' });
      input.key(keyOf(sequence.slice(1), { ...key, meta: false, sequence: sequence.slice(1) }));
    } else if (sequence !== '\u001b[O') input.key(keyOf(text, key));
  };
  // Only this of an interface is used: how long to wait for the rest of a sequence.
  emitKeypressEvents(stream, { escapeCodeTimeout: escapeMs } as unknown as Interface);
  stream.on('keypress', onKey);
  stream.resume();
  return () => {
    stream.off('keypress', onKey);
    stream.pause();
  };
}

function readMouse(report: string, input: Input): void {
  const [, button, column, row, end] = /^(\d+);(\d+);(\d+)([Mm])$/.exec(report) ?? [];
  const what = { 0: 'click', 64: 'wheel-up', 65: 'wheel-down' }[Number(button)] as 'click' | 'wheel-up' | 'wheel-down';
  if (what && end === 'M') input.mouse(what, Number(row) - 1, Number(column) - 1);
}

function keyOf(text: string | undefined, { name, ctrl, meta, sequence = '' }: NodeKey): Key {
  const isText = text !== undefined && !ctrl && !meta && !/[\u0000-\u001f\u007f\u0080-\u009f]/.test(text);
  if (isText) return { name: text === ' ' ? 'space' : text, text };
  if (name === 'tab' && sequence === '\u001b[Z') return { name: 'shift+tab' };
  const plain = sequences[name ?? ''] ?? name ?? '';
  return { name: ctrl ? `ctrl+${plain}` : meta && plain !== 'esc' ? `alt+${plain}` : plain };
}
