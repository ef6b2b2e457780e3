import type { Home } from '../computer/home.js';
import { until } from '../until.js';
import { createEmulator } from './emulator.js';
import { type AtTerminal, type Size, startAtTerminal, type TerminalOptions } from './terminal.js';

/** A program that draws the whole screen, and what a terminal shows of it. */
export interface OnScreen extends Omit<AtTerminal, 'waitFor' | 'settled' | 'lines'> {
  /** The lines of the screen now, without trailing spaces. */
  lines(): Promise<readonly string[]>;
  /** Resolves with the whole screen when this is on it. */
  shows(pattern: RegExp): Promise<string>;
  /** Types keys one after another, each as a terminal sends it, and waits for what should be on the screen then, and only then. */
  press(keys: string, pattern: RegExp): Promise<string>;
}

const usualSize: Size = { columns: 100, rows: 30 };

/** Starts a program and follows what it draws in a terminal emulator. */
export function startOnScreen(home: Home, command: readonly string[], options: TerminalOptions = {}): OnScreen {
  const { size = usualSize } = options;
  const session = startAtTerminal(home, command, { ...options, size });
  const emulator = createEmulator(size);
  let written = 0;
  let drawn: readonly string[] | undefined;
  const lines = async (): Promise<readonly string[]> => {
    const raw = session.raw();
    if (drawn && raw.length === written) return drawn;
    const news = raw.slice(written);
    written = raw.length;
    await emulator.write(news);
    drawn = emulator.lines();
    return drawn;
  };
  const shows = async (pattern: RegExp): Promise<string> => {
    let text = '';
    const look = async (): Promise<string | undefined> => {
      text = (await lines()).join('\n');
      return pattern.test(text) ? text : undefined;
    };
    return await until(`${pattern} on the screen`, look, 20_000).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${text}`);
    });
  };
  return {
    raw: session.raw,
    type: session.type,
    id: session.id,
    ended: session.ended,
    lines,
    shows,
    resize(next) {
      emulator.resize(next);
      drawn = undefined;
      session.resize(next);
    },
    async press(keys, pattern) {
      const before = (await lines()).join('\n');
      if (pattern.test(before))
        throw new Error(`${pattern} is on the screen before ${JSON.stringify(keys)}\n${before}`);
      for (const key of keys) session.type(key);
      return await shows(pattern);
    },
  };
}
