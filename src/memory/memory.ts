import type { TrackerError } from '../contract/errors.js';
import { Deleted } from '../contract/errors.js';
import { NeverRead } from '../contract/never-read.js';
import { type HttpReply, type HttpRequest, NetworkFailure, type Send } from '../http/message.js';
import { lookedUp, partsOf } from './keepable.js';
import { type KeptParts, openKeptAnswers, readAndKeep } from './kept-answers.js';
import type { KeptStore } from './kept-store.js';
import type { HadNoRoom } from './no-room.js';
import type { RefOf } from './note-changes.js';
import type { OwnChange } from './own-changes.js';
import type { KeptAnswer } from './recall.js';
import type { AnswerYoung } from './young.js';

export type { KeptAnswer } from './recall.js';

/** When a kept answer is given: instead of any request, if the server cannot be reached, or never. */
export type Answers = 'always' | 'unreached' | 'never';

interface MemoryParts extends KeptParts {
  /** The global flags of a command that asks the same server as the same account. */
  readonly flags: string;
  /** The command that is running, as one that asks the server. */
  readonly ownLine: () => string;
  /** Whose it is. */
  readonly userId: () => Promise<string | undefined>;
  readonly refOf: RefOf;
  readonly answers: Answers;
  /** How old an answer may be to be given instead of a request, or at all if none is ever sent (milliseconds). */
  readonly maxAge?: number | TrackerError | undefined;
  /** Called with what is given instead of a request; undefined if nobody wants to know. */
  readonly trace?: ((url: URL, age: number) => void) | undefined;
  /** The error for what was read longer ago than that; without an address it is about what was searched. */
  readonly tooOld: (from: Date, url?: URL) => Promise<TrackerError>;
  /** The error for what was never read, where no server may be asked, and whether it had no room. */
  readonly neverRead: (url: URL, hadNoRoom: HadNoRoom | undefined) => Promise<TrackerError>;
  /** Throws `sign_in_required` if nobody is signed in. */
  readonly requireSignIn: () => Promise<unknown>;
}

export type Memory = ReturnType<typeof openMemory>;

/**
 * The last answer of a server to each question of one account, as it came (docs/requirements.md, R88). Nothing is waited for, and a
 * folder that cannot be used is no error.
 */
export function openMemory(parts: MemoryParts) {
  const { userId, refOf, answers: usual, flags, ownLine, now } = parts;
  const kept = openKeptAnswers(parts);
  const { markStale, forget, flush, unkept, forgotten, removed } = kept;
  const changedHere = new Set<string>();
  let from: Date | undefined;
  let failure: TrackerError | undefined;
  let { maxAge } = parts;
  let answerYoung: Promise<AnswerYoung> | undefined;
  /** The last answer of this address, or of one whose answer has all that this one's would have. */
  const recall = async (url: URL): Promise<KeptAnswer | undefined> =>
    (await kept.recall(url)) ?? (await (await import('./recall.js')).findWider(url, kept.recall));
  const give = (at: Date, changed: readonly string[] = []): void => {
    for (const ref of changed) changedHere.add(ref);
    if (from === undefined || at < from) from = at;
  };
  /** Notes that something kept at that time was given instead of the server's answer. Throws if that is too old. */
  const answerFrom = async (at: Date, changed?: readonly string[], url?: URL, age = now().getTime() - at.getTime()) => {
    if (usual === 'always' && typeof maxAge === 'number' && age > maxAge) throw await parts.tooOld(at, url);
    give(at, changed);
  };
  /** What a command here has deleted of a kind such as `tasks`, by its uuid or the reference that it had. */
  const findDeleted = async (kind: string, name: string): Promise<OwnChange | undefined> =>
    (await (await kept.known())?.changes())?.findDeleted(kind, name);
  /** The error of an address that was never read, with the command that reads it. */
  const whyNot = async (url: URL): Promise<TrackerError> => {
    const [kind = '', id = ''] = url.pathname.split('/').slice(-2);
    const deleted = await findDeleted(kind, id);
    if (deleted) return new Deleted(`the ${kind.replace(/s$/, '')} ${deleted.ref ?? id}`);
    const place = await kept.known();
    const noRoom = place && (await import('./no-room.js')).hadNoRoom(place.path, url, parts.most);
    return await parts.neverRead(url, noRoom);
  };
  const answer = async (request: HttpRequest, find = recall): Promise<HttpReply> => {
    const found = lookedUp(request.url) ? undefined : await find(request.url);
    if (!found) throw failure ? new NeverRead(undefined, { failure }) : await whyNot(request.url);
    await answerFrom(found.at, found.changed, request.url, found.age);
    return await (await import('./recall.js')).replyWith(request, found);
  };
  /** Notes what has no request of its own here: what others have changed, if anything is kept, or what we have deleted by a list. */
  const note = async (change: OwnChange): Promise<void> => {
    const place = await kept.known();
    if (place) await (await import('./note-changes.js')).noteIfKept(place.path, change);
  };
  /** Reads something, or answers with what was kept if the server cannot be reached. */
  const readOrAnswer = async (readFrom: Send, request: HttpRequest): Promise<HttpReply> => {
    let isTaken = false;
    const { takeLong } = request;
    const take: typeof takeLong = async (body, reply) => {
      isTaken = true;
      await takeLong?.(body, reply);
    };
    try {
      return await readFrom({ ...request, takeLong: takeLong && take });
    } catch (error) {
      // Rows that have been printed must not be printed again.
      if (!(error instanceof NetworkFailure) || isTaken) throw error;
      failure = error;
      return await answer(request);
    }
  };
  return {
    ...{ recall, markStale, forget, flush, unkept, forgotten, removed },
    ...{ answerFrom, findDeleted, whyNot, flags, ownLine, note },
    /** What is kept as a whole, and its texts; undefined if nothing can be kept. */
    async store(): Promise<KeptStore | undefined> {
      await flush();
      const place = await kept.find();
      return place && (await import('./kept-store.js')).openStore(place.path);
    },
    /** Whether answers are those that were kept, and why the server is not asked, if it was; undefined if it is. */
    instead: (): { readonly why: TrackerError | undefined } | undefined =>
      usual === 'always' || failure ? { why: failure } : undefined,
    /**
     * What was given instead of the server's answers; undefined if nothing was: the time of the oldest, the references of what we have
     * changed since they were read, and whether the server was not asked only because they were young enough.
     */
    answered: () => from && { from, why: failure, changed: [...changedHere], isYoung: usual !== 'always' && !failure },
    /** Has the server asked from now on, whatever is kept. Gives whether it was not because of what was young enough. */
    renew(): boolean {
      const isYoung = from !== undefined && usual !== 'always' && !failure;
      maxAge = undefined;
      from = isYoung ? undefined : from;
      return isYoung;
    },
    /** Marks what is changed, keeps what is read unless `keeps` is false, and answers as `answers` says (default: as opened). */
    over(
      send: Send,
      { keeps = true, answers: own }: { readonly keeps?: boolean; readonly answers?: Answers } = {},
    ): Send {
      const answers = own ?? usual;
      const readFrom: Send = async (request) => {
        const reply = await (keeps ? readAndKeep(kept, send, request) : send(request));
        const { under, id } = partsOf(request.url);
        // Reading a thread marks it as read.
        if (under === 'chat/threads' && id !== undefined) await note({ under, uuid: id, isHint: true });
        return reply;
      };
      return async (request) => {
        if (request.method !== 'GET')
          return await (await import('./change.js')).change({ kept, userId, refOf }, send, request);
        if (maxAge && keeps && own === undefined && usual !== 'always' && !request.isStream) {
          answerYoung ??= import('./young.js').then(({ openYoung }) => openYoung({ ...parts, kept, give }));
          const served = await (await answerYoung)(request);
          if (served) return served;
        }
        if (request.isStream || answers === 'never') return await readFrom(request);
        // A server that could not be reached is not asked again.
        if (answers === 'unreached' && !failure) return await readOrAnswer(readFrom, request);
        await parts.requireSignIn();
        return await answer(request, keeps ? recall : kept.recall);
      };
    },
  };
}
