import { type Sentence, TrackerError } from '../contract/errors.js';
import { NeverRead } from '../contract/never-read.js';
import { type JsonRoute, type ListRoute, type Reply, rowFields, type WriteRoute } from '../contract/routes.js';
import { isOther, isRow, type Row, uuidOf } from '../contract/row.js';
import type { FilePart } from '../contract/shapes/attachment.js';
import { readStart } from '../http/body/read.js';
import type { ArrivingBytes, HttpReply, HttpRequest, Send } from '../http/message.js';
import type { KeptAnswer, Memory } from '../memory/memory.js';
import { learnFrom } from './learn/learn.js';
import type { Recorder, WriteParts } from './recorder.js';
import { buildRequest, type CallOptions, withFiles } from './request.js';
import { decode, explainRefusal, parse, readReply } from './responses/read-reply.js';
import type { LastShown } from './state/last-shown.js';
import type { ReferenceIndex, StoredBeside } from './state/references.js';

export type { TextHit } from '../memory/find-texts.js';
export type { KeptStore } from '../memory/kept-store.js';
export type { KnownTexts, SimilarText } from '../memory/similar.js';
export type { TextKind } from '../memory/texts.js';

/** What only an error needs. */
const refusals = () => import('./responses/refusal.js');

const forgetting = () => import('./learn/gone.js');

/** The response to a list that is longer than 1 MB, as it arrives. */
export interface LongReply {
  readonly route: ListRoute;
  readonly request: HttpRequest;
  readonly reply: HttpReply;
  readonly body: ArrivingBytes;
  readonly index: ReferenceIndex;
  /** The parsed JSON; undefined if it is invalid. `mayBeOdd` says whether it may have numbers JSON.parse would change. */
  readonly parse: (text: string, mayBeOdd: boolean) => Promise<unknown>;
  /** Called once all of it was read. */
  readonly sweep?: (url: URL, stored: StoredBeside) => Promise<void>;
}

/** Takes a long list; gives its response if it keeps the rows. */
export type TakeLong = (long: LongReply) => Promise<Row | undefined>;

/** The API of one server, typed by route (docs/api.md, Endpoints). */
export interface Client {
  /** The server's address, ending in a slash. */
  readonly base: URL;
  /** The server's name on this machine. */
  readonly instanceName: string;
  /** The id of the signed-in user, if this machine knows it. */
  readonly userId: string | undefined;
  readonly index: ReferenceIndex;
  /** What stands for who sends the requests: their id, or a hash of the token from the environment. Undefined if not known. */
  readonly owner: () => Promise<string | undefined>;
  /** The token from the environment as it was given, for a process that cannot read it there again. */
  readonly givenToken: string | undefined;
  /** What this terminal was last used for. */
  readonly lastShown: () => Promise<LastShown>;
  /** Remembers what is written. */
  readonly recorder: () => Promise<Recorder>;
  /** What was read, if anything is kept. */
  readonly memory: Memory | undefined;
  /**
   * The same client, answered by what was kept instead of the server, from which nothing is learned. Its calls throw NeverRead for
   * anything else, which says what it was only if it `explains`.
   */
  readonly remembered: (explains?: boolean) => Client;
  /** The last response to a call, if there is one, and whether something has changed since. */
  recall<R extends JsonRoute>(route: R, options?: CallOptions<R>): Promise<KeptResponse<R> | undefined>;
  /** Marks the last response to a call as one that is no longer so. */
  markStale<R extends JsonRoute>(route: R, options?: CallOptions<R>): Promise<void>;
  /** Removes it: what it was about is gone. */
  forget<R extends JsonRoute>(route: R, options?: CallOptions<R>): Promise<void>;
  /**
   * Calls one endpoint and gives its parsed response, an object; it is empty if the response to a write is. Throws
   * TrackerError of the kind that fits the status, or what the response to a write reports.
   */
  call<R extends JsonRoute>(route: R, options?: CallOptions<R>): Promise<Reply<R>>;
  /** The same for a list. If its response is long, the result is what `take` gives (default: all of it). Throws TooLarge. */
  list<R extends ListRoute>(route: R, options: CallOptions<R>, take?: TakeLong): Promise<Reply<R> | undefined>;
  /** The same for a write, which is recorded. With `--dry-run` nothing is sent, and the result is undefined. */
  write<R extends WriteRoute>(route: R, options?: CallOptions<R>): Promise<Reply<R> | undefined>;
  /** Sends any request to this server, signed in and otherwise unchanged; for `api`, downloads and the event stream. */
  readonly raw: Send;
  /** The same, but what is read is kept, and a 401 is final: nothing waits for a newer token. */
  readonly brief: Send;
  /**
   * Waits until no request of this client is looking for a newer token after a 401. False if there was none, so starting
   * another request may be pointless (docs/requirements.md, R19). Never rejects.
   */
  readonly recovered: () => Promise<boolean>;
  /** Whether the server has ever rotated the token. Throws `sign_in_required` if there is none. */
  readonly rotates: () => Promise<boolean>;
  /** The warning, if the newest token could not be saved. */
  readonly unsaved: () => Sentence | undefined;
  /** The error for a response of `raw` that is not a success; `bytes` is the beginning of its body, if that has been read. */
  refused(request: Pick<HttpRequest, 'method' | 'url'>, reply: HttpReply, bytes?: Uint8Array): Promise<TrackerError>;
}

export interface KeptResponse<R extends JsonRoute> extends Omit<KeptAnswer, 'bytes'> {
  readonly reply: Reply<R>;
}

/** A write as `--dry-run` shows it. */
export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly files: readonly { readonly name: string; readonly size: number }[];
  /** What it does, to say so. */
  readonly write?: WriteParts;
}

/** A write before it is sent. */
export type RequestedWrite = Pick<WriteParts, 'route' | 'id' | 'body'>;

/**
 * What a client is made of. By default nothing is kept, `owner` is the id, `raw` is `send`, `brief` is `raw`, nothing is ever looking
 * for a newer token, and the server never rotates it.
 */
interface ClientParts
  extends Pick<Client, 'base' | 'instanceName' | 'index' | 'lastShown' | 'recorder'>,
    Partial<Pick<Client, 'memory' | 'userId' | 'owner' | 'givenToken' | 'raw' | 'brief' | 'recovered' | 'rotates'>> {
  readonly send: Send;
  readonly unsaved?: Client['unsaved'] | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Reads a long list that nobody else takes (default: it is read like any other response). */
  readonly keepLong?: TakeLong | undefined;
  /** The environment variable the token came from, for the message if the server rejects it (docs/requirements.md, R26). */
  readonly variable?: string | undefined;
  /** Gets the writes of a dry run instead of the server. */
  readonly dryRun?: ((request: ShownRequest) => void) | undefined;
  /** Throws the error for a write that access does not allow. */
  readonly requireWrite?: ((write: RequestedWrite) => Promise<void>) | undefined;
  /** Called if the response to a write contains an error in addition to its result. */
  readonly warn?: ((text: string) => void) | undefined;
}

export function createClient(parts: ClientParts): Client {
  const { send, raw = send, brief = raw, base, index, memory, signal } = parts;
  const { instanceName, lastShown, recorder, givenToken, owner = async () => parts.userId } = parts;
  const { recovered = async () => true, rotates = async () => false, unsaved = () => undefined } = parts;
  const urlOf = <R extends JsonRoute>(route: R, options: CallOptions<R> = {}): URL =>
    buildRequest(route, options, base, signal).url;
  const exchange = async (request: HttpRequest, files: readonly FilePart[] = []): Promise<Row> => {
    try {
      return await readReply(request, await send(request), parts);
    } finally {
      for (const { leave } of files) leave?.();
    }
  };
  /** Forgets what a list of everything no longer has. */
  const sweep = async (url: URL, listed: Row | StoredBeside): Promise<void> => {
    if (/(?:=all|wiki|list)$/.test(url.href)) await (await forgetting()).sweep(parts, url, listed);
  };
  const learned = async <R extends JsonRoute>(route: R, parsed: Row, { url }: HttpRequest): Promise<Reply<R>> => {
    await learnFrom(route, parsed, index, memory?.answered() ? undefined : parts.now());
    await sweep(url, parsed);
    // The response is trusted to have the contract's shape, in which every field may be missing.
    return parsed as Reply<R>;
  };
  const list: Client['list'] = async (route, options, take = parts.keepLong) => {
    let long: { readonly taken: Row | undefined } | undefined;
    const request: HttpRequest = {
      ...buildRequest(route, options, base, signal),
      takeLong:
        take &&
        (async (body, reply) => {
          long = { taken: await take({ route, request, reply, body, index, parse, sweep }) };
        }),
    };
    try {
      const reply = await send(request);
      // As trusted as a short response.
      if (long !== undefined) return long.taken as Reply<typeof route> | undefined;
      const read = await readReply(request, reply, { ...parts, once: [rowFields[route], 'users'] });
      return await learned(route, read, request);
    } catch (error) {
      throw (await refusals()).explainList(error, route, { query: options.query, flags: memory?.flags });
    }
  };
  const call: Client['call'] = async (route, options = {}) => {
    // All of a list.
    if (route in rowFields)
      return (await list(route as ListRoute, options as CallOptions<ListRoute>)) as Reply<typeof route>;
    const request = await withFiles(buildRequest(route, options, base, signal), options.files);
    const parsed = await exchange(request, options.files).catch(async (error: unknown) => {
      if (!(error instanceof TrackerError)) throw error;
      // Not what was merely never read.
      if (error.status === 404 || error.status === 410) (await forgetting()).forgetGone(route, options.id, index);
      if (request.method === 'GET') throw error;
      throw (await refusals()).explainWrite(error, { route: route as WriteRoute, index, ...options });
    });
    const other = otherIn(parsed, route, options.id, parts);
    if (other) throw await (await refusals()).showsAnother(parts, request, other);
    // As trusted as what is learned from.
    if (options.learns === false) return parsed as Reply<typeof route>;
    if (request.method === 'GET') return await learned(route, parsed, request);
    const { learnWritten } = await import('./learn/written.js');
    learnWritten(route as WriteRoute, parsed, index, options.body);
    return parsed as Reply<typeof route>;
  };
  const recall: Client['recall'] = async (route, options) => {
    const url = urlOf(route, options);
    const kept = await memory?.recall(url);
    const reply = kept && (await readKept(url, kept.bytes));
    return kept && reply ? { ...kept, reply: reply as Reply<typeof route> } : undefined;
  };
  return {
    ...{ base, instanceName, index, lastShown, recorder, memory, owner, givenToken, raw, brief },
    ...{ recovered, rotates, unsaved, recall, call, list },
    remembered(explains = false) {
      const none: Send = () => Promise.reject(new NeverRead());
      const ask = async <R extends JsonRoute>(route: R, options?: CallOptions<R>): Promise<Reply<R>> => {
        const kept = await recall(route, options);
        if (!kept && explains && memory) throw await memory.whyNot(urlOf(route, options));
        if (!kept) throw new NeverRead();
        return kept.reply;
      };
      const only = createClient({ ...parts, index: unlearning(index), send: none, raw: none, brief: none });
      return { ...only, call: ask, list: ask };
    },
    markStale: async (route, options) => await memory?.markStale(urlOf(route, options)),
    forget: async (route, options) => await (await forgetting()).forget(parts, route, options),
    get userId() {
      return parts.userId;
    },
    refused: async (request, reply, bytes) =>
      await explainRefusal(request, reply, { bytes: bytes ?? (await readStart(reply)), parts }),
    write: writing(parts, call),
  };
}

/** A remembered response as an object; undefined if it is none. */
async function readKept(url: URL, bytes: Uint8Array): Promise<Row | undefined> {
  const found = await parse(decode(bytes));
  return isRow(found) ? found : (await refusals()).withoutWrapper(url, found);
}

/** What a response is about, such as the task of `GET /tasks/:id`, if that is something else than was asked for. */
function otherIn(parsed: Row, route: JsonRoute, id: string | undefined, known: ClientParts): Row | undefined {
  const { user } = parsed;
  // What a token from the environment is for is known from such a response alone.
  if (route === 'GET /me' && known.userId && !known.variable)
    return isRow(user) && uuidOf(user) !== '' && uuidOf(user) !== known.userId ? user : undefined;
  const [, method, kind = ''] = /^(\w+).*?(\w+?)s?\/:id$/.exec(route) ?? [];
  const named = parsed[kind === 'wiki' ? 'page' : kind];
  const found = isRow(named) ? named : parsed;
  return (isRow(named) || method === 'GET') && isOther(uuidOf(found), id) ? found : undefined;
}

/** Sends what is written and records it, or only shows it. */
function writing({ dryRun, recorder, requireWrite, base, signal }: ClientParts, call: Client['call']): Client['write'] {
  return async (route, options = {}) => {
    if (!dryRun) {
      await requireWrite?.({ route, ...options });
      const noted = await (await recorder()).note({ route, ...options });
      try {
        return await noted.succeeded(await call(route, options));
      } catch (error) {
        noted.failed(error);
        throw error;
      }
    }
    const { method, url } = buildRequest(route, options, base, signal);
    const files = (options.files ?? []).map(({ name, size }) => ({ name, size }));
    dryRun({ method, url: url.href, body: options.body, files, write: { route, ...options } });
    return undefined;
  };
}

/** An index to which nothing is added. */
function unlearning(index: ReferenceIndex): ReferenceIndex {
  const nothing = (): undefined => undefined;
  const inOrder = { isFull: () => true, add: nothing, end: nothing };
  return { ...index, learn: nothing, learnInOrder: () => inOrder, forget: nothing };
}
