import type { Attachment } from './shapes/attachment.js';
import type { ThreadDetail, ThreadFeed } from './shapes/chat.js';
import type { InboxPage, InboxQuery, InboxRead } from './shapes/inbox.js';
import type { Note, NoteList, WikiPage } from './shapes/knowledge.js';
import type { Activity, Project } from './shapes/project.js';
import type * as session from './shapes/session.js';
import type * as task from './shapes/task.js';
import type * as ticket from './shapes/ticket.js';
import type { CreationReply, Done, People, Wide } from './shapes/wide.js';

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
  'PATCH /me/profile': Write<session.ProfilePatch, Done & Wide<{ user: session.User }>>;
  'GET /me/views': Get<session.Views>;
  'POST /me/views': Write<{ readonly key: string; readonly patch: Readonly<Record<string, unknown>> }, Done>;
  'GET /events': Get<session.Hint>;
  'GET /search': Get<Wide<{ results: readonly session.SearchResult[] }>, session.SearchQuery>;
  'GET /inbox': Get<InboxPage, InboxQuery>;
  'GET /inbox/badge': Get<Wide<{ unread: number }>>;
  'POST /inbox/read': Write<InboxRead, Done>;
  'GET /tasks': Get<Wide<{ tasks: readonly task.TaskRow[]; users: People }>, { readonly scope?: 'mine' | 'all' }>;
  'POST /tasks': Upload<task.TaskCreate, CreationReply>;
  'GET /tasks/:id': Get<task.TaskDetail>;
  'PATCH /tasks/:id': Write<task.TaskPatch, Done>;
  'DELETE /tasks/:id': Write<undefined, Done>;
  'POST /tasks/:id/comments': Upload<task.CommentCreate, CreationReply>;
  'POST /tasks/:id/time': Write<task.TimeLogCreate, Done & CreationReply>;
  'GET /tickets': Get<Wide<{ tickets: readonly ticket.Ticket[]; users: People }>, ticket.TicketQuery>;
  'POST /tickets': Upload<ticket.TicketCreate, CreationReply>;
  'GET /tickets/:id': Get<ticket.TicketDetail>;
  'PATCH /tickets/:id': Write<ticket.TicketPatch, ticket.TicketPatched>;
  'DELETE /tickets/:id': Write<undefined, Done>;
  'POST /tickets/:id/messages': Upload<task.CommentCreate & { readonly internal?: boolean }, CreationReply>;
  'PUT /tickets/:id/checklist': Write<Required<Pick<task.TaskPatch, 'checklist'>>, Done>;
  'POST /tickets/:id/tasks': Write<ticket.TicketConvert, CreationReply>;
  'GET /projects': Get<Wide<{ projects: readonly Project[] }>>;
  'GET /projects/:id': Get<Wide<{ project: Project }>>;
  'GET /projects/:id/activity': Get<Wide<{ items: readonly Activity[] }>, { readonly offset?: number }>;
  'POST /projects/:id/activity': Write<task.CommentCreate, CreationReply>;
  'GET /chat/threads': Get<ThreadFeed, { readonly orgId: string }>;
  'POST /chat/threads': Upload<Readonly<Record<'orgId' | 'title' | 'body', string>>, CreationReply>;
  'GET /chat/threads/:id': Get<ThreadDetail>;
  'POST /chat/threads/:id/messages': Upload<task.CommentCreate, CreationReply>;
  'POST /notes': Write<{ readonly title: string; readonly body?: string }, CreationReply>;
  'GET /notes/list': Get<NoteList>;
  'GET /notes/:id': Get<Wide<{ note: Note }>>;
  'GET /wiki': Get<Wide<{ pages: readonly WikiPage[] }>>;
  'GET /wiki/:id': Get<Wide<{ page: WikiPage }>>;
  'POST /push/tokens': Write<session.DeviceAdd, Done>;
  'DELETE /push/tokens': Write<Pick<session.DeviceAdd, 'token'>, Done>;
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
