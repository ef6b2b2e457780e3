/** The needs of a column, in cells. */
export interface ColumnNeed {
  /** The width of the widest cell, or of the head. */
  readonly natural: number;
  readonly grow: boolean;
  /** Dropped after the others; `short` before the rest of them, as a few of its letters are enough. */
  readonly keep?: boolean | 'short';
  /** Dropped rather than cut. */
  readonly isWhole?: boolean;
  /** The reference column: never dropped, and cut only if wider than the whole table. */
  readonly fixed: boolean;
}

/** Cells between two columns. */
export const columnGap = 2;

/** Has room for the longest usual status, `waiting on customer`. */
const narrowestColumn = 19;
const narrowestGrowing = 30;
const narrowestKept = 8;
const narrowestTitle = 16;
const narrowestBeside = 24;

/**
 * Chooses column widths so that the table fits into `available` cells; 0 means a dropped column. The growing column is cut
 * first, then other wide ones; then columns are dropped from the right, those to keep after the others and after the growing
 * one has been cut further, and the growing one last. The fixed column always stays.
 */
export function fitColumns(columns: readonly ColumnNeed[], available: number): readonly number[] {
  const widths = columns.map(({ natural }) => natural);
  const isExcess = (): number => excessOf(widths, available);
  const floors = columns.map((column) => floorOf(column, available));

  shrink(widths, floors, (index) => columns[index]?.grow === true, isExcess);
  shrink(widths, floors, (index) => columns[index]?.fixed === false, isExcess);
  const isDroppable = ({ fixed, grow }: ColumnNeed): boolean => !fixed && !grow;
  drop(widths, (index) => isAt(columns, index, (column) => isDroppable(column) && !column.keep), isExcess);
  const isShort = (index: number): boolean => columns[index]?.keep === 'short';
  shrinkFromRight(widths, isShort, isExcess);
  const cutTitle = (least: number): void => {
    const floor = columns.map(({ natural }) => Math.min(natural, least));
    shrink(widths, floor, (index) => columns[index]?.grow === true, isExcess);
  };
  cutTitle(narrowestBeside);
  drop(widths, isShort, isExcess);
  cutTitle(narrowestTitle);
  shrinkFromRight(widths, (index) => columns[index]?.keep === true, isExcess);
  drop(widths, (index) => isAt(columns, index, isDroppable), isExcess);
  growBack(widths, columns, available);
  const last = columns.map(() => 1);
  shrink(widths, last, (index) => columns[index]?.fixed === false, isExcess);
  drop(widths, (index) => isAt(columns, index, ({ fixed }) => !fixed), isExcess);
  shrink(widths, last, () => true, isExcess);
  return widths;
}

function isAt(columns: readonly ColumnNeed[], index: number, is: (column: ColumnNeed) => boolean): boolean {
  const column = columns[index];
  return column !== undefined && is(column);
}

/** Drops the chosen columns from the right until the table fits. */
function drop(widths: number[], isChosen: (index: number) => boolean, excess: () => number): void {
  for (let index = widths.length - 1; index >= 0 && excess() > 0; index -= 1) if (isChosen(index)) widths[index] = 0;
}

/** Cuts the chosen columns from the right, each as far as needed: a few letters are enough for a name, but not for a status. */
function shrinkFromRight(widths: number[], isChosen: (index: number) => boolean, excess: () => number): void {
  for (let index = widths.length - 1; index >= 0 && excess() > 0; index -= 1) {
    const width = widths[index] ?? 0;
    if (isChosen(index)) widths[index] = Math.max(Math.min(width, narrowestKept), width - excess());
  }
}

function excessOf(widths: readonly number[], available: number): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, 0) + columnGap * Math.max(0, shown.length - 1) - available;
}

function floorOf({ natural, grow, fixed, isWhole }: ColumnNeed, available: number): number {
  if (fixed || isWhole) return natural;
  return Math.min(natural, grow ? Math.max(narrowestGrowing, Math.floor(available * 0.4)) : narrowestColumn);
}

/** Takes cells from the widest of the chosen columns, one by one, until the table fits or all are at their minimum. */
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

/** Gives the space of dropped columns back to those that were cut: first those to keep, which need little, then the growing one. */
function growBack(widths: number[], columns: readonly ColumnNeed[], available: number): void {
  const rankOf = (index: number): number => (columns[index]?.keep ? 2 : Number(columns[index]?.grow));
  const order = [...columns.keys()].sort((a, b) => rankOf(b) - rankOf(a));
  for (const index of order) {
    const width = widths[index] ?? 0;
    const natural = columns[index]?.natural ?? 0;
    if (width === 0) continue;
    const free = -excessOf(widths, available);
    widths[index] = Math.min(natural, width + Math.max(0, free));
  }
}
