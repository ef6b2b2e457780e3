import type { Output } from './io.js';

const usualColumns = 80;

/** An output that commands treat as a terminal, without an end (`--pretty`). `columns` is its width, as COLUMNS has it. */
export function prettyOutput(output: Output, columns: string | undefined): Output {
  const width = /^[1-9]\d{0,4}$/.test(columns ?? '') ? Number(columns) : usualColumns;
  return {
    isTerminal: true,
    columns: () => width,
    rows: () => Number.POSITIVE_INFINITY,
    hasBegun: output.hasBegun,
    write: output.write,
  };
}
