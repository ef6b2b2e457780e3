import type { Output } from './streams/io.js';

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

// Terminals that know it show what is between at once.
const [begin, end] = ['\u001b[?2026h', '\u001b[?2026l'];

/** A screen that is taken with the first `draw`. Lines are written over the old ones, so nothing flickers. */
export function openScreen(output: Output): Screen {
  let drawn: string | undefined;
  return {
    async draw(lines, footer) {
      const text = [...cutToFit(lines, output.rows() - 1), footer].map((line) => `\u001b[K${line}`).join('\r\n');
      const key = `${output.columns()} ${text}`;
      if (key === drawn) return;
      await output.write(`${drawn === undefined ? enter : ''}${begin}\u001b[H${text}\u001b[J${end}`);
      drawn = key;
    },
    async close() {
      if (drawn !== undefined) await output.write(leave);
      drawn = undefined;
    },
  };
}

function cutToFit(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const shown = lines.slice(0, Math.max(rows - 1, 0));
  return [...shown, `… ${lines.length - shown.length} more`];
}
