import type { PickedColumn } from '../columns/fields.js';
import { inSlices } from '../pager.js';
import { cellSpan, type Span, span } from '../text/span.js';
import type { JsonObject } from '../view.js';
import type { DrawnTable, TableOptions } from './draw-table.js';

const sliceSize = 50;

/** Each row as one line: its reference, and every other column by name. Where a column of a table begins can only be seen. */
export function labelledRows({ columns, rows, paint, isAsked }: Omit<TableOptions, 'width'>): DrawnTable {
  const cellOf = (column: PickedColumn, row: JsonObject): Span => cellSpan(column.human(row), true);
  const shown = columns.filter((each) => isAsked || isRef(each) || rows.some((row) => cellOf(each, row).text !== ''));
  const cells = (column: PickedColumn, row: JsonObject): readonly Span[] => {
    const cell = cellOf(column, row);
    if (isRef(column)) return [cell];
    return [span(`${cellSpan(column.head).text}: `, 'dim'), cell.text === '' ? span('none', 'dim') : cell];
  };
  const lineOf = (row: JsonObject): string =>
    `${paint(shown.flatMap((column, at) => [...(at === 0 ? [] : [span('; ')]), ...cells(column, row)]))}\n`;
  return { text: inSlices(rows, sliceSize, (slice) => slice.map(lineOf).join('')), dropped: [] };
}

function isRef({ key }: PickedColumn): boolean {
  return key === 'ref';
}
