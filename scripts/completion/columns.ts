/** How help tells the columns of a list, and the lines of a view. */
const told = [
  /Columns, in this order: ([^.]+)\./,
  /Also with --fields: ([^.]+), and any key/,
  /lines in this order: ([^;.]+)[;.]/,
];

/** The columns that the help of a verb names, in its order, each once; none where it names none. */
export function columnsOf(details: string): readonly string[] {
  const lists = told.map((pattern) => pattern.exec(details)?.[1]?.split(/,\s+/) ?? []);
  return [...new Set(lists.flat())].filter((name) => /^[A-Za-z][\w.]*$/.test(name));
}
