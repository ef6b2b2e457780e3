import type { KeySource } from './prompt/prompt-input.js';
import type { Io } from './streams/io.js';

interface Screen {
  /** Shows these lines in place of the ones before. Those that do not fit are counted in a line before `footer`. */
  draw(lines: readonly string[], footer: string): Promise<void>;
  /** Gives the terminal back as it was. */
  close(): Promise<void>;
}

// The other screen, without a cursor and without wrapping.
const enter = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const leave = '\u001b[?7h\u001b[?25h\u001b[?1049l';

// Terminals that support it show everything in between at once.
const [begin, end] = ['\u001b[?2026h', '\u001b[?2026l'];

/**
 * A screen that is taken with the first `draw`, and given back while the program is stopped. Lines are written over the old ones,
 * so nothing flickers. `onSaid` gets what stderr would write to the terminal meanwhile.
 */
export function openScreen(
  io: Pick<Io, 'stdin' | 'stdout' | 'stderr' | 'fullScreen'>,
  onSaid: (text: string) => void,
): Screen {
  const { stdout } = io;
  let last: Parameters<Screen['draw']> | undefined;
  let drawn: string | undefined;
  let isAway = false;
  let giveBack: (() => Promise<void>) | undefined;
  const redraw = async (): Promise<void> => {
    drawn = undefined;
    if (last) await screen.draw(...last);
  };
  const stop = async (suspend: () => Promise<void>): Promise<void> => {
    isAway = true;
    await giveBack?.();
    await suspend();
    isAway = false;
    await redraw();
  };
  // If a write fails, so does the next one, and that one is waited for.
  const start = (work: Promise<void>): void => void work.catch(() => undefined);
  const take = async (): Promise<void> => {
    const fullScreen = await io.fullScreen();
    const { suspend } = fullScreen;
    const onStop = (): void => start(stop(suspend));
    const endings = [fullScreen.onStop(onStop), fullScreen.onContinue(() => start(redraw()))];
    if (io.stdin.isTerminal) endings.push(dropKeys(io.stdin.stream(), fullScreen.interrupt, onStop));
    fullScreen.atEnd(leave);
    if (io.stderr.isTerminal) fullScreen.divert(onSaid);
    giveBack = async () => {
      giveBack = undefined;
      for (const end of endings) end();
      await stdout.write(leave);
      fullScreen.divert(undefined);
      fullScreen.atEnd('');
    };
  };
  const screen: Screen = {
    async draw(lines, footer) {
      last = [lines, footer];
      const text = [...cutToFit(lines, stdout.rows() - 1), footer].map((line) => `\u001b[K${line}`).join('\r\n');
      const key = `${stdout.columns()} ${text}`;
      if (isAway || key === drawn) return;
      if (!giveBack) await take();
      await stdout.write(`${drawn === undefined ? enter : ''}${begin}\u001b[H${text}\u001b[J${end}`);
      drawn = key;
    },
    async close() {
      last = undefined;
      await giveBack?.();
    },
  };
  return screen;
}

/** Keeps the terminal from showing what is typed; only Ctrl-C and Ctrl-Z mean something. Returns a function that ends it. */
function dropKeys(stream: KeySource, interrupt: () => void, stop: () => void): () => void {
  const take = (keys: unknown): void => {
    const text = String(keys);
    if (text.includes('\u0003')) interrupt();
    else if (text.includes('\u001a')) stop();
  };
  // A shell may have changed the mode of a stopped program, and Node does nothing for the mode it believes to be set.
  stream.setRawMode?.(false);
  stream.setRawMode?.(true);
  stream.on('data', take).resume();
  return () => {
    stream.off('data', take).pause();
    stream.setRawMode?.(false);
  };
}

function cutToFit(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const shown = lines.slice(0, Math.max(rows - 1, 0));
  return [...shown, `… ${lines.length - shown.length} more`];
}
