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

export type NoteDetail = Wide<{ note: Note }>;

export interface NoteCreate {
  readonly title: string;
  readonly body?: string;
}

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

export type WikiTree = Wide<{ pages: readonly WikiPage[] }>;

export type WikiDetail = Wide<{ page: WikiPage }>;
