import type { Person, Wide } from './wide.js';

/** A project in a list or as a summary; its human reference is `key`. */
export type Project = Wide<{
  id: string;
  uuid: string;
  key: string;
  name: string;
  description: string;
  color: string;
  icon: string;
  status: string;
  leadId: string;
  orgId: string;
  orgName: string;
  members: readonly Person[];
  taskCount: number;
  createdAt: string;
  updatedAt: string;
}>;

/** One line of a project's plain-text history; the `offset` of a page counts them from the newest one. */
export type Activity = Wide<{
  id: string;
  type: string;
  taskId: string;
  taskRef: string;
  text: string;
  createdAt: string;
  actor: Wide<{ id: string; name: string; initials: string; color: string }>;
}>;
