/** A column as the layout sees it: widths in cells. */
export interface ColumnNeed {
  /** The widest of head and cells. */
  readonly natural: number;
  readonly grow: boolean;
  /** The reference: never dropped, and cut only where it is wider than the whole table may be. */
  readonly fixed: boolean;
}

/** Cells between two columns. */
export const columnGap = 2;

const narrowestColumn = 18;
const narrowestGrowing = 24;

/**
 * Widths of a table's columns, so that it fits into `available` cells; 0 for a column that is left out. The growing
 * column is cut first, then other wide ones, then columns are left out from the right, the growing one last of all; the
 * fixed one always stays.
 */
export function fitColumns(columns: readonly ColumnNeed[], available: number): readonly number[] {
  const widths = columns.map(({ natural }) => natural);
  const isExcess = (): number => excessOf(widths, available);
  const floors = columns.map((column) => floorOf(column, available));

  shrink(widths, floors, (index) => columns[index]?.grow === true, isExcess);
  shrink(widths, floors, (index) => columns[index]?.fixed === false, isExcess);
  for (let index = columns.length - 1; index >= 0 && isExcess() > 0; index -= 1) {
    const column = columns[index];
    if (column === undefined || column.fixed || column.grow) continue;
    widths[index] = 0;
  }
  growBack(widths, columns, available);
  const last = columns.map(() => 1);
  shrink(widths, last, (index) => columns[index]?.fixed === false, isExcess);
  for (let index = columns.length - 1; index >= 0 && isExcess() > 0; index -= 1) {
    if (columns[index]?.fixed === false) widths[index] = 0;
  }
  shrink(widths, last, () => true, isExcess);
  return widths;
}

function excessOf(widths: readonly number[], available: number): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, 0) + columnGap * Math.max(0, shown.length - 1) - available;
}

function floorOf({ natural, grow, fixed }: ColumnNeed, available: number): number {
  if (fixed) return natural;
  return Math.min(natural, grow ? Math.max(narrowestGrowing, Math.floor(available * 0.4)) : narrowestColumn);
}

/** Takes cells from the widest of the chosen columns, one by one, until the table fits or all are at their floors. */
function shrink(
  widths: number[],
  floors: readonly number[],
  isChosen: (index: number) => boolean,
  excess: () => number,
): void {
  for (let left = excess(); left > 0; left -= 1) {
    let widest = -1;
    widths.forEach((width, index) => {
      const canShrink = isChosen(index) && width > (floors[index] ?? 0);
      if (canShrink && (widest === -1 || width > (widths[widest] ?? 0))) widest = index;
    });
    if (widest === -1) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

/** What dropping a column set free goes back to those that were cut: first to the growing one, which is read most. */
function growBack(widths: number[], columns: readonly ColumnNeed[], available: number): void {
  const order = [...columns.keys()].sort((a, b) => Number(columns[b]?.grow) - Number(columns[a]?.grow));
  for (const index of order) {
    const width = widths[index] ?? 0;
    const natural = columns[index]?.natural ?? 0;
    if (width === 0) continue;
    const free = -excessOf(widths, available);
    widths[index] = Math.min(natural, width + Math.max(0, free));
  }
}
