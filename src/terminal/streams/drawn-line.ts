import type { DrawnOutput, Output } from './io.js';

/** Clears the line the cursor is on. */
const erase = '\r\u001b[2K';

/**
 * Keeps one line below everything else written to a terminal. Other writes clear it first, and it is drawn again after the
 * next complete line, so two texts never share a line. Drawing is not awaited, and its errors are ignored.
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
      // After an incomplete line it is not drawn, but with the next complete one, or at the next `draw`.
      isDrawn = typeof text === 'string' && text.endsWith('\n');
      if (typeof text === 'string') return await put(`${before}${text}${isDrawn ? line : ''}`);
      await put(before);
      await put(text);
    },
  };
}
