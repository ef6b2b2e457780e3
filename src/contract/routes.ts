import type { Attachment } from './shapes/attachment.js';
import type { ThreadCreate, ThreadDetail, ThreadFeed, ThreadQuery, ThreadReply } from './shapes/chat.js';
import type { InboxBadge, InboxPage, InboxQuery, InboxRead } from './shapes/inbox.js';
import type { NoteCreate, NoteDetail, NoteList, WikiDetail, WikiTree } from './shapes/knowledge.js';
import type { ActivityPage, ActivityQuery, ProjectDetail, ProjectList } from './shapes/project.js';
import type * as session from './shapes/session.js';
import type * as task from './shapes/task.js';
import type * as ticket from './shapes/ticket.js';
import type { CreationReply, Done } from './shapes/wide.js';

interface Get<Reply, Query = never> {
  query: Query;
  body: never;
  reply: Reply;
}

interface Write<Body, Reply> {
  query: never;
  body: Body;
  reply: Reply;
}

/** A write that also takes files as multipart (docs/api.md, Conventions 5). */
interface Upload<Body, Reply> extends Write<Body, Reply> {
  files: readonly Attachment[];
}

/**
 * Every endpoint of docs/api.md, keyed by method and path. Paths are relative to `{base_url}/api/v1`; those outside the
 * versioned prefix start with `{base}`. Types only: the table costs nothing at run time.
 */
interface Routes {
  'GET /instance': Get<session.Instance>;
  'OPTIONS /instance': Get<undefined>;
  'GET /me': Get<session.Me>;
  'GET /me/preferences': Get<session.PreferencesReply>;
  'PATCH /me/preferences': Write<session.Preferences, session.PreferencesReply>;
  'PATCH /me/profile': Write<session.ProfilePatch, session.ProfilePatched>;
  'GET /me/views': Get<session.Views>;
  'POST /me/views': Write<session.ViewPatch, Done>;
  'GET /events': Get<session.Hint>;
  'GET /search': Get<session.SearchReply, session.SearchQuery>;
  'GET /inbox': Get<InboxPage, InboxQuery>;
  'GET /inbox/badge': Get<InboxBadge>;
  'POST /inbox/read': Write<InboxRead, Done>;
  'GET /tasks': Get<task.TaskList, task.TaskQuery>;
  'POST /tasks': Upload<task.TaskCreate, CreationReply>;
  'GET /tasks/:id': Get<task.TaskDetail>;
  'PATCH /tasks/:id': Write<task.TaskPatch, Done>;
  'DELETE /tasks/:id': Write<undefined, Done>;
  'POST /tasks/:id/comments': Upload<task.CommentCreate, CreationReply>;
  'POST /tasks/:id/time': Write<task.TimeLogCreate, Done & CreationReply>;
  'GET /tickets': Get<ticket.TicketList, ticket.TicketQuery>;
  'POST /tickets': Upload<ticket.TicketCreate, CreationReply>;
  'GET /tickets/:id': Get<ticket.TicketDetail>;
  'PATCH /tickets/:id': Write<ticket.TicketPatch, ticket.TicketPatched>;
  'DELETE /tickets/:id': Write<undefined, Done>;
  'POST /tickets/:id/messages': Upload<ticket.TicketMessageCreate, CreationReply>;
  'PUT /tickets/:id/checklist': Write<ticket.ChecklistReplace, Done>;
  'POST /tickets/:id/tasks': Write<ticket.TicketConvert, CreationReply>;
  'GET /projects': Get<ProjectList>;
  'GET /projects/:id': Get<ProjectDetail>;
  'GET /projects/:id/activity': Get<ActivityPage, ActivityQuery>;
  'POST /projects/:id/activity': Write<task.CommentCreate, CreationReply>;
  'GET /chat/threads': Get<ThreadFeed, ThreadQuery>;
  'POST /chat/threads': Upload<ThreadCreate, CreationReply>;
  'GET /chat/threads/:id': Get<ThreadDetail>;
  'POST /chat/threads/:id/messages': Upload<ThreadReply, CreationReply>;
  'POST /notes': Write<NoteCreate, CreationReply>;
  'GET /notes/list': Get<NoteList>;
  'GET /notes/:id': Get<NoteDetail>;
  'GET /wiki': Get<WikiTree>;
  'GET /wiki/:id': Get<WikiDetail>;
  'POST /push/tokens': Write<session.DeviceAdd, Done>;
  'DELETE /push/tokens': Write<session.DeviceRemove, Done>;
  'GET {base}/api/tasks/:id/meetings': Get<task.TaskMeetings>;
  'GET {base}/api/attachments/:id': Get<Uint8Array>;
  'GET {base}/api/attachments/:id/download': Get<Uint8Array>;
}

export type Route = keyof Routes;

/** The routes that return one JSON document: all but the event stream, the preflight of the probe and the downloads. */
export type JsonRoute = Exclude<
  Route,
  'GET /events' | 'OPTIONS /instance' | 'GET {base}/api/attachments/:id' | 'GET {base}/api/attachments/:id/download'
>;

export type Query<R extends Route> = Routes[R]['query'];
export type Body<R extends Route> = Routes[R]['body'];
export type Reply<R extends Route> = Routes[R]['reply'];

/** The routes that change something. */
export type WriteRoute = Extract<JsonRoute, `${'POST' | 'PATCH' | 'PUT' | 'DELETE'} ${string}`>;

/** The routes whose list has no pages and may be long, and the field with its rows. */
export const rowFields = { 'GET /tasks': 'tasks', 'GET /tickets': 'tickets' } as const satisfies {
  readonly [R in JsonRoute]?: string;
};

export type ListRoute = keyof typeof rowFields;

/** The routes that accept files. */
export type UploadRoute = { [R in Route]: Routes[R] extends { files: unknown } ? R : never }[Route];
