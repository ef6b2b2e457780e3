import xterm from '@xterm/headless';
import type { Size } from './terminal.js';

/** What a terminal of some size shows of what is written to it. */
export interface Emulator {
  write(text: string): Promise<void>;
  resize(size: Size): void;
  /** The lines, without trailing spaces. */
  lines(): readonly string[];
  /** The same with the escape codes of their colours. */
  painted(): readonly string[];
}

export function createEmulator({ columns, rows }: Size): Emulator {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const each = (show: (line: Line) => string): readonly string[] => {
    const { active } = terminal.buffer;
    return Array.from({ length: terminal.rows }, (_, row) => {
      const line = active.getLine(active.viewportY + row);
      return line ? show(line) : '';
    });
  };
  return {
    write: async (text) => await new Promise<void>((resolve) => terminal.write(text, resolve)),
    resize: (size) => terminal.resize(size.columns, size.rows),
    lines: () => each((line) => line.translateToString(true, 0, terminal.cols).trimEnd()),
    painted: () => each((line) => paint(line, terminal.cols).trimEnd()),
  };
}

type Line = NonNullable<ReturnType<InstanceType<typeof xterm.Terminal>['buffer']['active']['getLine']>>;

function paint(line: Line, columns: number): string {
  let text = '';
  let before = '0';
  for (let column = 0; column < columns; column++) {
    const cell = line.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const codes = [
      '0',
      cell.isBold() && '1',
      cell.isDim() && '2',
      cell.isItalic() && '3',
      cell.isFgPalette() && colorCode(cell.getFgColor()),
    ];
    const style = codes.filter(Boolean).join(';');
    if (style !== before) text += `\u001b[${style}m`;
    before = style;
    text += cell.getChars() || ' ';
  }
  return before === '0' ? text : `${text}\u001b[0m`;
}

function colorCode(color: number): string {
  return String(color < 8 ? 30 + color : 82 + color);
}
