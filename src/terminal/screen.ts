import type { Io } from './streams/io.js';

/** The whole screen of a terminal. */
export interface Screen {
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
export function openScreen(io: Pick<Io, 'stdout' | 'stderr' | 'fullScreen'>, onSaid: (text: string) => void): Screen {
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
    const endings = [fullScreen.onStop(() => start(stop(suspend))), fullScreen.onContinue(() => start(redraw()))];
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

function cutToFit(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const shown = lines.slice(0, Math.max(rows - 1, 0));
  return [...shown, `… ${lines.length - shown.length} more`];
}
