import type { Access, AccessLevel } from './access.js';
import { TrackerError } from './errors.js';
import type { Route, WriteRoute } from './routes.js';
import { isRow } from './row.js';
import { finalOf, readersOf, routeIn, writeRoutes } from './writes.js';

/** From the least to the most. */
export const accessLevels = ['read', 'propose', 'full'] as const satisfies readonly AccessLevel[];

/** The level that a word names; an unknown word is `read`. */
export function levelOf(word: string): AccessLevel {
  return accessLevels.find((level) => level === word.trim().toLowerCase()) ?? 'read';
}

/** The one that allows least; of equals, the first. */
export function strictest(all: readonly Access[]): Access {
  const rank = ({ level }: Access): number => accessLevels.indexOf(level);
  return all.reduce((least, each) => (rank(each) < rank(least) ? each : least));
}

/** The same, limited by the word that was kept with a sign-in. */
export function withSignIn(
  access: Access,
  { name, access: word }: { readonly name: string; readonly access?: string },
): Access {
  if (word === undefined) return access;
  return { ...strictest([access, { level: levelOf(word), why: `sign-in ${name}` }]), agent: access.agent };
}

/** Such as `the access level is read (TRACKER_ACCESS)`. */
export function accessWords({ level, why }: Access): string {
  return `the access level is ${level}${why === '' ? '' : ` (${why})`}`;
}

/** The error for what access does not allow: nothing has been sent. */
export function notAllowed(access: Access, what: string, hint?: string): TrackerError {
  return new TrackerError('read_only', `${what}; ${accessWords(access)}`, { hint });
}

/** Thrown in place of sending what only a person may send: the command is kept, as if the server were away, for a person to decide on. */
export function toPropose(access: Access): TrackerError {
  return new TrackerError('network', `this can only be proposed; ${accessWords(access)}`, { reason: 'to_propose' });
}

/**
 * What becomes of a write where access is `propose`: `done` at once, since `undo` can reverse it and no customer reads it; `proposed`,
 * for a person to decide; or `refused`, since it is about the user alone.
 */
export function proposalOf(route: WriteRoute, body: unknown): 'done' | 'proposed' | 'refused' {
  if (/ \/(?:me|push|inbox)\b/.test(route)) return 'refused';
  return finalOf(route, body) === undefined && readersOf(route, isRow(body) ? body : {}) === 'team'
    ? 'done'
    : 'proposed';
}

/** The same with this access. */
function whatBecomes({ level, proposesAll }: Access, route: WriteRoute, body: unknown): ReturnType<typeof proposalOf> {
  const becomes = level === 'read' ? 'refused' : proposalOf(route, body);
  return becomes === 'done' && proposesAll ? 'proposed' : becomes;
}

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

/** Whether a request (its path below `/api/v1`, or after `{base}`) may be sent: an unknown one may change anything, whatever its method. */
export function mayRequest(
  access: Access,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: unknown },
): boolean {
  if (access.level === 'full') return true;
  const read = routeIn(readRoutes, method, path);
  if (read !== undefined) return !marks[read];
  const written = routeIn(writeRoutes, method, path);
  return written !== undefined && whatBecomes(access, written, body) === 'done';
}

/** Throws the error for a write that may not be sent: `to_propose` if the command may be kept for a person, or else `read_only`. */
export function requireWritable(
  access: Access,
  write: { readonly route: WriteRoute; readonly body?: unknown },
  mayPropose: boolean,
): void {
  const { route, body } = write;
  const becomes = whatBecomes(access, route, body);
  if (access.level === 'full' || becomes === 'done') return;
  if (becomes === 'proposed' && mayPropose) throw toPropose(access);
  throw notAllowed(access, `${route.replace(/ .*/, '')} was not sent`);
}
