import { accessSync, constants } from 'node:fs';
import { attempt, type TrackerError } from '../contract/errors.js';
import type { HttpReply, HttpRequest } from '../http/message.js';
import { partsOf } from './keepable.js';
import type { KeptAnswers } from './kept-answers.js';
import { type KeptAnswer, replyWith } from './recall.js';

interface YoungParts {
  readonly kept: KeptAnswers;
  /** How old an answer may be (milliseconds), or the error if what says so is no age. */
  readonly maxAge?: number | TrackerError | undefined;
  readonly requireSignIn: () => Promise<unknown>;
  /** Called with the time of what is given. */
  readonly give: (at: Date) => void;
  readonly trace?: ((url: URL, age: number) => void) | undefined;
}

/** The last answer to this very request, if it may be given instead of sending that. */
export type AnswerYoung = (request: HttpRequest) => Promise<HttpReply | undefined>;

/**
 * Answers with what is no older than `maxAge`, and was not touched since it was asked for, as far as this computer knows. A page of a
 * list is at least as new as the one before, since rows between the two would be lost.
 */
export function openYoung({ kept, maxAge = 0, requireSignIn, give, trace }: YoungParts): AnswerYoung {
  if (typeof maxAge !== 'number') throw maxAge;
  const newest = new Map<string, number>();
  const find = async (url: URL): Promise<KeptAnswer | undefined> => {
    const found = isAsIs(url) ? await kept.recall(url) : undefined;
    const place = await kept.known();
    // Where nothing can be written, no change was noted.
    const isNoted = place && attempt(() => accessSync(place.path, constants.W_OK) ?? true);
    const isLater = !isPage.test(url.search) || (found && found.at.getTime() >= (newest.get(url.pathname) ?? 0));
    return isNoted && isLater && found && found.age <= maxAge && !found.isTouched() ? found : undefined;
  };
  return async (request) => {
    const found = await find(request.url);
    newest.set(request.url.pathname, found?.at.getTime() ?? Number.POSITIVE_INFINITY);
    if (!found) return undefined;
    await requireSignIn();
    trace?.(request.url, found.age);
    give(found.at);
    return await replyWith(request, found);
  };
}

/** A page of a list that is not the first. */
const isPage = /[?&](?:cursor|offset)=/;

/** Whether reading something changes nothing: a thread is marked as read. */
function isAsIs(url: URL): boolean {
  const { under, id } = partsOf(url);
  return under !== 'chat/threads' || id === undefined;
}
