import type { JsonRoute, Reply } from '../contract/routes.js';
import type { Hint } from '../contract/shapes/session.js';
import type { Database, Row } from './store/database.js';

/** `spec` sends what docs/api.md names, `usual` adds what public servers do, `wire` follows them wherever they differ. */
export type Shape = (typeof shapes)[number];

export const shapes = ['usual', 'spec', 'wire'] as const;

/** Everything a handler needs in addition to the request. There is one per running sandbox. */
export interface World {
  readonly db: Database;
  readonly shape: Shape;
  /** The `name` in `GET /instance` (docs/api.md, Authentication 7). */
  readonly serviceName: string;
  now(): Date;
  newId(): string;
  /** Sends a hint to every open event stream of these users. */
  announce(userIds: Iterable<string>, hint: Hint): void;
}

/** The email address of the superadmin, whom the sandbox signs in. */
export const ownerEmail = 'mara@lantern.example';

export type SandboxSignIn = Readonly<Record<'id' | 'name' | 'email', string>> & { readonly image: string | null };

/** A file part of a multipart request, already checked against the size limit. */
export interface UploadedFile {
  readonly filename: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Reads its content anew at each call, so that only one file is in memory at a time. */
  read(): Uint8Array;
}

/** A request as a handler sees it: signed in and parsed, with its path parameter. */
export interface Call {
  readonly world: World;
  readonly user: SandboxSignIn;
  /** The `:id` of the path, decoded; empty if the route has none. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The JSON object of the body, or of its `payload` field, with unchecked fields; `{}` if there was none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
  /** Hints for these users, held back until what the handler does is committed. */
  readonly hints: { readonly hint: Hint; readonly userIds: Iterable<string> }[];
}

/** A JSON text in UTF-8, which is sent as it is. */
export class JsonText {
  constructor(readonly bytes: Uint8Array) {}
}

/** A handler's reply; `body` is sent as JSON, unless it is a `JsonText` already. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly body: Body;
}

export type Handler = (call: Call) => Answer;

/** The handlers of some routes. The app takes all of them and does not compile if one is missing. */
export type Handlers = { readonly [R in JsonRoute]?: (call: Call) => Answer<Reply<R> | JsonText> };

/** A refusal, sent as `{message}` with its status (docs/api.md, Errors). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** What public servers answer, if that differs (docs/api.md, How to read this page). */
    readonly publicStatus = status,
    // They say nothing about what they did not expect.
    readonly publicMessage = publicStatus === 500 ? 'Internal Error' : message,
  ) {
    super(message);
  }
}

export const ok = <T>(body: T): Answer<T> => ({ status: 200, body });
export const created = <T>(body: T): Answer<T> => ({ status: 201, body });

/** The present in the form of stored times. */
export function timestamp(world: World): string {
  return world.now().toISOString();
}

/** Stores something new in its table, created now unless the row says when, and returns its id. */
export function store(world: World, table: string, row: Row): string {
  const id = world.newId();
  world.db.insert(table, { id, createdAt: timestamp(world), ...row });
  return id;
}

/** The ids of things without a readable reference: `id`, and the same as `uuid`, which public servers leave out. */
export function showPlainIds(id: string, shape: Shape): { id: string; uuid?: string } {
  return shape === 'wire' ? { id } : { id, uuid: id };
}

/** The ids that are new in a list, and those that are gone from it. */
export function compareIds(before: readonly string[], now: readonly string[]): { added: string[]; removed: string[] } {
  return { added: now.filter((id) => !before.includes(id)), removed: before.filter((id) => !now.includes(id)) };
}

/** Different ids in the order in which they are kept: as sent, and on public servers in that of their database. */
export function inStoredOrder(ids: Iterable<string>, shape: Shape): string[] {
  const different = [...new Set(ids)];
  return shape === 'wire' ? different.sort() : different;
}
