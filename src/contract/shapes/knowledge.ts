import { type Row, rowsAt } from '../row.js';
import type { Wide } from './wide.js';

/** A note in a list; `meetingDate` is a day, or an ISO time in a detail. */
export type Note = Wide<{
  id: string;
  uuid: string;
  kind: string;
  title: string;
  icon: string;
  pinned: boolean;
  parentId: string;
  sortOrder: number;
  bodyHtml: string;
  projectId: string;
  taskId: string;
  meetingDate: string;
  updatedAt: string;
}>;

export type NoteList = Wide<{ quick: readonly Note[]; meetings: readonly Note[]; shared: readonly Note[] }>;

/** A node of the wiki's flat tree; `bodyHtml` only in a detail. */
export type WikiPage = Wide<{
  id: string;
  parentId: string;
  title: string;
  icon: string;
  isFolder: boolean;
  sortOrder: number;
  bodyHtml: string;
  updatedAt: string;
}>;

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
