import { type Row, rowsAt } from '../contract/row.js';

/** The three lists of `GET /notes/list`, in the order they are shown. */
export const noteGroups = ['quick', 'meetings', 'shared'] as const;

/**
 * The notes of all three lists, each with the name of its list as `group`. A missing list is empty, unless all three are
 * missing. Throws `failed` for anything but a list of objects.
 */
export function noteRows(reply: Row): readonly (Row & { readonly group: string })[] {
  const present = noteGroups.filter((group) => Object.hasOwn(reply, group));
  const groups = present.length === 0 ? noteGroups.slice(0, 1) : present;
  return groups.flatMap((group) => rowsAt(reply, group).map((row) => ({ ...row, group })));
}
