import type { Io, Output } from './io.js';

/** Collects what is written instead of writing it. A terminal has no end then, so that nothing goes through a pager. */
export function collectIo(io: Io) {
  const texts = { stdout: '', stderr: '' };
  const collect = (name: keyof typeof texts) => ({
    isTerminal: io[name].isTerminal,
    columns: () => io[name].columns(),
    rows: () => Number.POSITIVE_INFINITY,
    hasBegun: () => false,
    write: async (text: string | Uint8Array) => {
      texts[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    },
  });
  return {
    io: {
      ...io,
      stdout: collect('stdout'),
      stderr: { ...collect('stderr'), draw: () => undefined, isDrawn: () => false },
    },
    /** What was written to stdout and stderr since the last time. */
    take() {
      const taken = { ...texts };
      [texts.stdout, texts.stderr] = ['', ''];
      return taken;
    },
  };
}

const usualColumns = 80;

/** An output that commands treat as a terminal, without an end (`--pretty`). `columns` is its width, as COLUMNS has it. */
export function prettyOutput(output: Output, columns: string | undefined): Output {
  const width = /^[1-9]\d{0,4}$/.test(columns ?? '') ? Number(columns) : usualColumns;
  return { ...output, isTerminal: true, columns: () => width, rows: () => Number.POSITIVE_INFINITY };
}
