/** Groups rows by `key`, each converted by `show`, in their original order. */
export function groupRows<Row, Key, Shown>(
  rows: readonly Row[],
  key: (row: Row) => Key,
  show: (row: Row) => Shown,
): Map<Key, Shown[]> {
  const groups = new Map<Key, Shown[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(show(row));
    else groups.set(key(row), [show(row)]);
  }
  return groups;
}
