/** Reading values off an answer whose shape nobody promises: each gives undefined, or empty, where it does not fit. */

/** A JSON object, as far as is known. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function rowsOf(value: unknown): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** What people call a row: `displayId`, else the project's `key`, else its `id` (docs/api.md, Conventions 6). */
export function refOf(row: Row): string {
  return textOf(row.displayId) ?? textOf(row.key) ?? textOf(row.id) ?? textOf(row.uuid) ?? '';
}

/** What goes into paths: `uuid`, else `id` (docs/api.md, Conventions 6). */
export function uuidOf(row: Row): string {
  return textOf(row.uuid) ?? textOf(row.id) ?? '';
}

export function titleOf(row: Row): string {
  return textOf(row.title) ?? textOf(row.subject) ?? textOf(row.name) ?? '';
}
