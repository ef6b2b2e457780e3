import type { Attachment } from './attachment.js';
import type { ChecklistItem, TaskCreate } from './task.js';
import type { Done, People, Person, Wide } from './wide.js';

/** A ticket in a list or a detail. Depending on the server, `id` is the reference, or the database id next to `displayId`. */
export type Ticket = Wide<{
  id: string;
  uuid: string;
  displayId: string;
  number: number;
  orgId: string;
  orgSlug: string;
  orgName: string;
  orgColor: string;
  subject: string;
  description: string;
  status: string;
  priority: string;
  category: string;
  channel: string;
  customerId: string;
  createdBy: string;
  assignedAgentId: string;
  assignees: readonly string[];
  firstResponseAt: string;
  resolvedAt: string;
  closedAt: string;
  lastMessageAt: string;
  satisfactionScore: number;
  tags: readonly string[];
  checklist: readonly ChecklistItem[];
  messageCount: number;
  createdAt: string;
  updatedAt: string;
}>;

/** One entry of a ticket's timeline: a public reply, an internal note, or a system entry (`kind` is `system`). */
export type TicketMessage = Wide<{
  id: string;
  ticketId: string;
  authorId: string;
  body: string;
  kind: string;
  meta: Wide<{ event: string }>;
  isInternalNote: boolean;
  internal: boolean;
  createdAt: string;
  updatedAt: string;
  attachments: readonly Attachment[];
}>;

export type LinkedTask = Wide<{ id: string; uuid: string; displayId: string; title: string; status: string }>;

export type TicketDetail = Wide<{
  ticket: Ticket;
  attachments: readonly Attachment[];
  messages: readonly TicketMessage[];
  authors: People;
  assignableUsers: readonly Person[];
  canEdit: boolean;
  canComment: boolean;
  canInternalNote: boolean;
  linkedTasks: readonly LinkedTask[];
}>;

export interface TicketQuery {
  readonly segment?: 'mine' | 'watched' | 'all';
  readonly status?: string;
}

/** Body of `POST /tickets`; priority, category and assigneeIds are for agents. */
export interface TicketCreate {
  readonly orgId: string;
  readonly subject: string;
  readonly description?: string;
  readonly priority?: string;
  readonly category?: string;
  readonly assigneeIds?: readonly string[];
}

/** Body of `PATCH /tickets/:id`, agents only; lists replace the whole. */
export interface TicketPatch extends Pick<TicketCreate, 'priority' | 'category' | 'assigneeIds'> {
  readonly status?: string;
  readonly tags?: readonly string[];
}

/** Body of `POST /tickets/:id/tasks`, which turns a ticket into a linked task. */
export type TicketConvert = Omit<TaskCreate, 'dependsOnIds' | 'plannedFor'>;

export type TicketPatched = Done & Wide<{ ticket: Ticket }>;
