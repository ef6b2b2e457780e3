import { type Access, notAllowed, ToPropose } from './access.js';
import type { Route, WriteRoute } from './routes.js';
import { proposalOf, routeIn, writeRoutes } from './writes.js';

type ReadRoute = Exclude<Route, WriteRoute>;

/** Whether reading it changes something: opening a thread marks it as read. */
const marks: Readonly<Record<ReadRoute, boolean>> = {
  ...{ 'GET /instance': false, 'OPTIONS /instance': false, 'GET /me': false, 'GET /me/preferences': false },
  ...{ 'GET /me/views': false, 'GET /events': false, 'GET /search': false, 'GET /inbox': false },
  ...{ 'GET /inbox/badge': false, 'GET /tasks': false, 'GET /tasks/:id': false, 'GET /tickets': false },
  ...{ 'GET /tickets/:id': false, 'GET /projects': false, 'GET /projects/:id': false },
  ...{ 'GET /projects/:id/activity': false, 'GET /chat/threads': false, 'GET /chat/threads/:id': true },
  ...{ 'GET /notes/list': false, 'GET /notes/:id': false, 'GET /wiki': false, 'GET /wiki/:id': false },
  ...{ 'GET {base}/api/tasks/:id/meetings': false, 'GET {base}/api/attachments/:id': false },
  'GET {base}/api/attachments/:id/download': false,
};

const readRoutes = Object.keys(marks) as readonly ReadRoute[];

/** Whether a request may be sent; `body` is its JSON, if it has one. A path that nobody knows may change anything, whatever its method. */
export function mayRequest({ level }: Access, method: string, url: URL, body: unknown): boolean {
  if (level === 'full') return true;
  const read = routeIn(readRoutes, method, url);
  if (read !== undefined) return !marks[read];
  const written = level === 'propose' ? routeIn(writeRoutes, method, url) : undefined;
  return written !== undefined && proposalOf(written, body) === 'done';
}

/** Throws what becomes of a write that may not be sent: ToPropose if the command may be kept for a person, or else `read_only`. */
export function requireWrite(
  access: Access,
  write: { readonly route: WriteRoute; readonly body?: unknown },
  mayPropose: boolean,
): void {
  const { route, body } = write;
  const becomes = access.level === 'read' ? 'refused' : proposalOf(route, body);
  if (access.level === 'full' || becomes === 'done') return;
  if (becomes === 'proposed' && mayPropose) throw new ToPropose(access);
  throw notAllowed(access, `${route.replace(/ .*/, '')} was not sent`);
}
