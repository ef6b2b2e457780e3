import type { Attachment } from './attachment.js';
import type { ThreadCreate, ThreadDetail, ThreadFeed, ThreadQuery, ThreadReply } from './chat.js';
import type { InboxBadge, InboxPage, InboxQuery, InboxRead } from './inbox.js';
import type { NoteCreate, NoteDetail, NoteList, WikiDetail, WikiTree } from './knowledge.js';
import type { ActivityPage, ActivityQuery, ProjectDetail, ProjectList } from './project.js';
import type {
  DeviceAdd,
  DeviceRemove,
  Hint,
  Instance,
  Me,
  Preferences,
  PreferencesReply,
  ProfilePatch,
  ProfilePatched,
  SearchQuery,
  SearchReply,
  ViewPatch,
  Views,
} from './session.js';
import type {
  CommentCreate,
  TaskCreate,
  TaskDetail,
  TaskList,
  TaskMeetings,
  TaskPatch,
  TaskQuery,
  TimeLogCreate,
} from './task.js';
import type {
  ChecklistReplace,
  TicketConvert,
  TicketCreate,
  TicketDetail,
  TicketList,
  TicketMessageCreate,
  TicketPatch,
  TicketPatched,
  TicketQuery,
} from './ticket.js';
import type { Created, Done } from './wide.js';

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
  'GET /instance': Get<Instance>;
  'OPTIONS /instance': Get<undefined>;
  'GET /me': Get<Me>;
  'GET /me/preferences': Get<PreferencesReply>;
  'PATCH /me/preferences': Write<Preferences, PreferencesReply>;
  'PATCH /me/profile': Write<ProfilePatch, ProfilePatched>;
  'GET /me/views': Get<Views>;
  'POST /me/views': Write<ViewPatch, Done>;
  'GET /events': Get<Hint>;
  'GET /search': Get<SearchReply, SearchQuery>;
  'GET /inbox': Get<InboxPage, InboxQuery>;
  'GET /inbox/badge': Get<InboxBadge>;
  'POST /inbox/read': Write<InboxRead, Done>;
  'GET /tasks': Get<TaskList, TaskQuery>;
  'POST /tasks': Upload<TaskCreate, Created>;
  'GET /tasks/:id': Get<TaskDetail>;
  'PATCH /tasks/:id': Write<TaskPatch, Done>;
  'DELETE /tasks/:id': Write<undefined, Done>;
  'POST /tasks/:id/comments': Upload<CommentCreate, Created>;
  'POST /tasks/:id/time': Write<TimeLogCreate, Done & Created>;
  'GET /tickets': Get<TicketList, TicketQuery>;
  'POST /tickets': Upload<TicketCreate, Created>;
  'GET /tickets/:id': Get<TicketDetail>;
  'PATCH /tickets/:id': Write<TicketPatch, TicketPatched>;
  'DELETE /tickets/:id': Write<undefined, Done>;
  'POST /tickets/:id/messages': Upload<TicketMessageCreate, Created>;
  'PUT /tickets/:id/checklist': Write<ChecklistReplace, Done>;
  'POST /tickets/:id/tasks': Write<TicketConvert, Created>;
  'GET /projects': Get<ProjectList>;
  'GET /projects/:id': Get<ProjectDetail>;
  'GET /projects/:id/activity': Get<ActivityPage, ActivityQuery>;
  'POST /projects/:id/activity': Write<CommentCreate, Created>;
  'GET /chat/threads': Get<ThreadFeed, ThreadQuery>;
  'POST /chat/threads': Upload<ThreadCreate, Created>;
  'GET /chat/threads/:id': Get<ThreadDetail>;
  'POST /chat/threads/:id/messages': Upload<ThreadReply, Created>;
  'POST /notes': Write<NoteCreate, Created>;
  'GET /notes/list': Get<NoteList>;
  'GET /notes/:id': Get<NoteDetail>;
  'GET /wiki': Get<WikiTree>;
  'GET /wiki/:id': Get<WikiDetail>;
  'POST /push/tokens': Write<DeviceAdd, Done>;
  'DELETE /push/tokens': Write<DeviceRemove, Done>;
  'GET {base}/api/tasks/:id/meetings': Get<TaskMeetings>;
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
