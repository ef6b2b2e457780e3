import type { DrawnOutput, Output } from './io.js';

/** Takes away what stands on the line of the cursor. */
const erase = '\r\u001b[2K';

/**
 * Lets one line stand below all that is written to a terminal: whoever else writes takes it away first, and it is drawn
 * again behind whole lines, so that no two texts ever share a line. Nobody waits for it, and its failures are those of `output`.
 */
export function withDrawnLine(output: Output): DrawnOutput {
  let line = '';
  let isDrawn = false;
  const put = output.write;
  const draw = (next: string): void => {
    const before = isDrawn ? erase : '';
    line = next;
    isDrawn = next !== '';
    if (before + next !== '') void put(before + next).catch(() => undefined);
  };
  return {
    get isTerminal() {
      return output.isTerminal;
    },
    columns: output.columns,
    rows: output.rows,
    hasBegun: output.hasBegun,
    draw,
    isDrawn: () => line !== '',
    async write(text) {
      if (line === '') return await put(text);
      const before = isDrawn ? erase : '';
      // Behind half a line it would stand on it: it comes back with the next whole one, or when it is drawn anew.
      isDrawn = typeof text === 'string' && text.endsWith('\n');
      if (typeof text === 'string') return await put(`${before}${text}${isDrawn ? line : ''}`);
      await put(before);
      await put(text);
    },
  };
}
