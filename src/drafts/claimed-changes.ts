import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';
import { tellKept } from './report-unsent.js';
import { type Authored, clearedFlags, keepDraft } from './save.js';
import type { Draft, Drafts } from './store.js';

interface Claimed {
  readonly drafts: Drafts;
  readonly authored: Authored;
  readonly id: string;
  /** The draft before it was claimed; undefined where it was gone by then. */
  readonly before: Draft | undefined;
}

/**
 * Runs `work`, which calls `check` once it has claimed the draft: that gives it as it is, and throws `conflict` where another process has sent it,
 * deleted it or changed it meanwhile. What this command has changed in it is then kept as a draft of its own, so that no
 * words are lost (docs/requirements.md, R70).
 */
export async function orKeepAnew<T>(
  context: Context,
  { drafts, authored, id, before }: Claimed,
  work: (check: () => Draft) => Promise<T>,
): Promise<T> {
  let isOurs = false;
  const check = (): Draft => {
    const now = drafts.find(id);
    if (!now) throw lost(`draft ${id} was sent or deleted by another process just now`);
    if (!isDeepStrictEqual(now, before)) throw lost(`draft ${id} was changed by another process just now`);
    isOurs = true;
    return now;
  };
  try {
    return await work(check);
  } catch (error) {
    const isChanged = !isDeepStrictEqual({ ...before?.flags }, clearedFlags(authored.flags));
    if (!isOurs && isChanged) {
      const anew = { ...authored, fromDraft: undefined };
      await tellKept(context, { draft: await keepDraft(context, drafts, anew), authored: anew });
    }
    throw error;
  }
}

function lost(what: string): TrackerError {
  return new TrackerError('conflict', `${what}; nothing was sent`);
}
