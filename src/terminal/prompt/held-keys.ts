import type { KeySource } from '../read-keys.js';
import type { Io } from '../streams/io.js';

interface HeldKeysOptions {
  /** Leaves what was typed to whoever reads next. */
  readonly keeps?: boolean;
  /** Erases what the terminal had shown before, which may be a secret. */
  readonly erases?: boolean;
}

/**
 * Takes the keys of a terminal, which neither shows them nor stops at Ctrl-S, until the returned function is called. Ctrl-C
 * interrupts as usual.
 */
export function holdKeys(
  io: Pick<Io, 'stdin' | 'stderr' | 'fullScreen'>,
  { keeps = false, erases = false }: HeldKeysOptions = {},
): () => void {
  if (!io.stdin.isTerminal) return () => undefined;
  const stream: KeySource = io.stdin.stream();
  const { interrupt } = io.fullScreen();
  const held: Buffer[] = [];
  let isShown = erases;
  const take = (chunk: Buffer | string): void => {
    const bytes = Buffer.from(chunk as string);
    if (isShown) void io.stderr.write(eraseEchoed(bytes.toString(), io.stderr.columns()));
    if (bytes.includes(3)) interrupt();
    else if (keeps) held.push(bytes);
  };
  stream.setRawMode?.(true);
  stream.on('data', take).resume();
  // What was typed before has arrived by then.
  const shown = setImmediate(() => {
    isShown = false;
  });
  return () => {
    clearImmediate(shown);
    stream.off('data', take).pause();
    stream.setRawMode?.(false);
    if (held.length > 0) stream.unshift(Buffer.concat(held.splice(0)));
  };
}

/** Clears what a terminal has echoed from the beginning of a line. */
function eraseEchoed(text: string, columns: number): string {
  const lines = text.split(/\r\n|[\r\n]/);
  const rows = lines.reduce((sum, line) => sum + Math.floor(Math.max(0, line.length - 1) / columns), lines.length - 1);
  return `\r${rows > 0 ? `\u001b[${rows}A` : ''}\u001b[J`;
}
