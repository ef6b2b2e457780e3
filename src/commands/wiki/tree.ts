import { groupedBy, type Row, sortedBy, textOf, uuidOf } from '../../contract/row.js';

/**
 * The rows of a flat tree with their depths (0 at the top), parents before children, siblings by `sortOrder` or else in the server's
 * order. Every row occurs once: one whose parent is missing is at the top, and a cycle starts at its first row.
 */
export function placeRows(rows: readonly Row[]): ReadonlyMap<Row, number> {
  const known = new Set(rows.map(uuidOf));
  const children = childrenOf(rows);
  const isTop = (row: Row): boolean => !known.has(textOf(row.parentId) ?? '') || textOf(row.parentId) === '';
  const placed = new Map<Row, number>();
  const place = (tops: readonly Row[]): void => {
    const waiting = tops.map((row) => ({ row, depth: 0 })).reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { row, depth } = next;
      if (placed.has(row)) continue;
      placed.set(row, depth);
      const below = children.get(uuidOf(row)) ?? [];
      // If several rows have the same id, the first gets the children.
      children.delete(uuidOf(row));
      for (const child of below.toReversed()) waiting.push({ row: child, depth: depth + 1 });
    }
  };
  place(inOrder(rows.filter(isTop)));
  for (const row of rows) if (!placed.has(row)) place([row]);
  return placed;
}

/** The page with this id and all pages below it, in the given order. */
export function subtreeOf(rows: readonly Row[], id: string): readonly Row[] {
  const children = childrenOf(rows);
  const inside = new Set<string>([id]);
  // What is added meanwhile is visited, too.
  for (const each of inside) for (const child of children.get(each) ?? []) inside.add(uuidOf(child));
  return rows.filter((row) => inside.has(uuidOf(row)));
}

function childrenOf(rows: readonly Row[]): Map<string, readonly Row[]> {
  return groupedBy(inOrder(rows), ({ parentId }) => textOf(parentId) || undefined);
}

function inOrder(rows: readonly Row[]): readonly Row[] {
  return sortedBy(rows, ({ sortOrder }) => (typeof sortOrder === 'number' ? sortOrder : Number.POSITIVE_INFINITY));
}
