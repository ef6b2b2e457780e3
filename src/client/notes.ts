import { type Row, rowsAt } from '../contract/row.js';

/** The three lists of `GET /notes/list`, in the order they are shown. */
export const noteGroups = ['quick', 'meetings', 'shared'] as const;

/**
 * The notes of all three lists, with the list each stands in as `group`. A list that is missing is empty, unless all
 * three are. Throws `failed` for what is not a list of objects.
 */
export function noteRows(reply: Row): readonly (Row & { readonly group: string })[] {
  const present = noteGroups.filter((group) => Object.hasOwn(reply, group));
  const groups = present.length === 0 ? noteGroups.slice(0, 1) : present;
  return groups.flatMap((group) => rowsAt(reply, group).map((row) => ({ ...row, group })));
}
