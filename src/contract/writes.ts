import type { Body, Route, WriteRoute } from './routes.js';
import { isRow, type Row, textOf } from './row.js';
import { minutesText } from './server-word.js';

/**
 * Who is told of it: anybody who can see what it is about, customers too; nobody but the team; or the user alone. A field that is set
 * and can be put back tells nobody, but a status of a ticket does.
 */
type Readers = 'anybody' | 'team' | 'user';

/** What is said of a write that cannot be undone: the words before the reference, and what stands there if that is not known. */
type Final = readonly [words: string, unnamed?: string];

/** A value, or what the body says it is. */
type ByBody<T> = T | ((body: Row) => T);

/** What there is to know of a write, apart from its request and its response. */
interface Write {
  /** What it does, after `Would`, before it is sent; `about` is the reference of what is in its path. */
  readonly would: (about: string, body: Row) => string;
  /** What it is called where it cannot be undone; undefined if `undo` puts back what it has replaced. */
  readonly final?: ByBody<Final>;
  /** Whether sending it twice does the same as sending it once. */
  readonly isRepeatable: boolean;
  readonly readers: ByBody<Readers>;
  /** What it makes. */
  readonly creates?: 'task' | 'ticket' | 'note' | 'thread';
  /** Whether it adds a message or comment to a task, ticket or thread. */
  readonly says?: boolean;
  /** Whose words, such as statuses, are in its body. */
  readonly words?: 'task' | 'ticket';
}

const quoted = (value: unknown): string => JSON.stringify(textOf(value) ?? '');
const fieldsOf = (body: Row): string => Object.keys(body).join(', ');

/** Every write of docs/api.md. */
export const writes: { readonly [R in WriteRoute]: Write } = {
  'POST /tasks': {
    would: (_about, { title, projectKey }) => `create the task ${quoted(title)} in ${textOf(projectKey)}`,
    final: ['the creation of', 'a task'],
    ...{ isRepeatable: false, readers: 'anybody', creates: 'task', words: 'task' },
  },
  'PATCH /tasks/:id': {
    would: (about, body) => `change ${about}: ${fieldsOf(body)}`,
    ...{ isRepeatable: true, readers: 'team', words: 'task' },
  },
  'DELETE /tasks/:id': {
    would: (about) => `delete ${about}`,
    final: ['the deletion of', 'a task'],
    ...{ isRepeatable: true, readers: 'anybody' },
  },
  'POST /tasks/:id/comments': {
    would: (about) => `comment on ${about}`,
    final: ['a comment on', 'a task'],
    ...{ isRepeatable: false, readers: 'anybody', says: true },
  },
  'POST /tasks/:id/time': {
    would: (about, { minutes, date }) => `log ${minutesText(Number(minutes))} on ${about} for ${textOf(date) ?? ''}`,
    final: ['time logged on', 'a task'],
    ...{ isRepeatable: false, readers: 'anybody' },
  },
  'POST /tickets': {
    would: (_about, { subject }) => `create the ticket ${quoted(subject)}`,
    final: ['the creation of', 'a ticket'],
    ...{ isRepeatable: false, readers: 'anybody', creates: 'ticket', words: 'ticket' },
  },
  'PATCH /tickets/:id': {
    would: (about, body) => `change ${about}: ${fieldsOf(body)}`,
    ...{ isRepeatable: true, readers: ({ status }) => (status === undefined ? 'team' : 'anybody'), words: 'ticket' },
  },
  'DELETE /tickets/:id': {
    would: (about) => `delete ${about}`,
    final: ['the deletion of', 'a ticket'],
    ...{ isRepeatable: true, readers: 'anybody' },
  },
  'POST /tickets/:id/messages': {
    would: (about, { internal }) => (internal === true ? `add an internal note to ${about}` : `reply to ${about}`),
    final: ({ internal }) => [internal === true ? 'an internal note on' : 'a reply to', 'a ticket'],
    ...{ isRepeatable: false, readers: ({ internal }) => (internal === true ? 'team' : 'anybody'), says: true },
  },
  'PUT /tickets/:id/checklist': {
    would: (about) => `change ${about}: checklist`,
    ...{ isRepeatable: true, readers: 'team' },
  },
  'POST /tickets/:id/tasks': {
    would: (about, { projectKey }) => `create a task from ${about} in ${textOf(projectKey)}`,
    final: ['the conversion of', 'a ticket'],
    ...{ isRepeatable: false, readers: 'anybody', creates: 'task', words: 'task' },
  },
  'POST /projects/:id/activity': {
    would: (about) => `comment on ${about}`,
    final: ['a comment on', 'a project'],
    ...{ isRepeatable: false, readers: 'anybody' },
  },
  'POST /chat/threads': {
    would: (_about, { title }) => `start the thread ${quoted(title)}`,
    final: ['a new chat thread'],
    ...{ isRepeatable: false, readers: 'anybody', creates: 'thread' },
  },
  'POST /chat/threads/:id/messages': {
    would: () => 'write in the thread',
    final: ['a chat message'],
    ...{ isRepeatable: false, readers: 'anybody', says: true },
  },
  'POST /notes': {
    would: (_about, { title }) => `create the note ${quoted(title)}`,
    final: ['a new note'],
    ...{ isRepeatable: false, readers: 'anybody', creates: 'note' },
  },
  'POST /inbox/read': {
    would: (_about, body) => `mark ${notificationsIn(body)} as read`,
    final: ['notifications marked as read'],
    ...{ isRepeatable: true, readers: 'user' },
  },
  'POST /me/views': {
    would: (_about, { key }) => `change the view ${quoted(key)}`,
    final: ['a change of saved views'],
    ...{ isRepeatable: true, readers: 'user' },
  },
  'PATCH /me/preferences': {
    would: (_about, body) => `change your preferences: ${fieldsOf(body)}`,
    final: ['a change of preferences'],
    ...{ isRepeatable: true, readers: 'user' },
  },
  'PATCH /me/profile': {
    would: (_about, body) => `change your profile: ${fieldsOf(body)}`,
    final: ['a change of the profile'],
    ...{ isRepeatable: true, readers: 'anybody' },
  },
  'POST /push/tokens': {
    would: () => 'register this device',
    final: ['a registered device'],
    ...{ isRepeatable: true, readers: 'user' },
  },
  'DELETE /push/tokens': {
    would: () => 'remove this device',
    final: ['a removed device'],
    ...{ isRepeatable: true, readers: 'user' },
  },
};

/** A request whose route is none of these: nothing is known of it. */
const unknown: Pick<Write, 'isRepeatable' | 'readers' | 'creates' | 'says'> = {
  isRepeatable: false,
  readers: 'anybody',
};

/** What a command may write: routes, or something that no table knows. */
export type WriteName = WriteRoute | 'unknown';

export function isRepeatableWrite(written: WriteName): boolean {
  return (written === 'unknown' ? unknown : writes[written]).isRepeatable;
}

export function finalOf(route: WriteRoute, body: unknown): Final | undefined {
  return byBody(writes[route].final, body);
}

export function readersOf<R extends WriteRoute>(route: R, body: Partial<Body<R>>): Readers {
  return byBody(writes[route].readers, body);
}

function byBody<T>(value: ByBody<T>, body: unknown): T {
  return typeof value === 'function' ? (value as (body: Row) => T)(isRow(body) ? body : {}) : value;
}

/** The kind of what is in the path of a write, if it is one that has references. */
export function subjectOf(route: WriteRoute): 'task' | 'ticket' | 'project' | undefined {
  const [, kind] = /\/(task|ticket|project)s\/:id/.exec(route) ?? [];
  return kind as ReturnType<typeof subjectOf>;
}

/** What is known of the write that a request is, whoever has made it. */
export function writeOf(method: string, { pathname }: URL): Pick<Write, 'isRepeatable' | 'creates' | 'says'> {
  const route = routeIn(writeRoutes, method, /\/api\/v1(\/.*)$/.exec(pathname)?.[1] ?? '');
  return route === undefined ? unknown : writes[route];
}

/** The one of these routes that a method and a path are for; undefined if they are for none. */
export function routeIn<R extends Route>(routes: readonly R[], method: string, path: string): R | undefined {
  return routes.find((route) => new RegExp(`^${route.replaceAll(':id', '[^/]+')}$`).test(`${method} ${path}`));
}

/** Every write of docs/api.md. */
export const writeRoutes = Object.keys(writes) as readonly WriteRoute[];

function notificationsIn({ all, id }: Row): string {
  if (all === true) return 'every notification';
  return id === undefined ? 'everything about it' : 'a notification';
}
