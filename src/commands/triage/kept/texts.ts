import { TrackerError } from '../../../contract/errors.js';
import type { Decision } from '../../../triage/model/decision.js';
import { receiversKey, type WritingMessage, writingIn } from '../../../triage/model/mode.js';
import { subjectOfRow } from '../../../triage/model/rights.js';
import { listedNames } from '../../../triage/model/step.js';
import { fieldWith } from '../../../triage/model/text-field.js';
import { writingOf } from '../../../triage/model/writing.js';
import type { Dispatch } from '../../../triage/work.js';
import type { Shared } from '../shared.js';

/** Texts that are being written, on disk: an entry each from the first key, until it is sent. */
export interface Texts {
  /** Keeps a text: at once if it has no entry yet, or is being left; otherwise a moment later, with what has been typed until then. */
  keep(writing: WritingMessage, dispatch: Dispatch): void;
  /** Keeps it now; gives the number of its entry, or undefined if that is impossible. */
  save(writing: WritingMessage, dispatch: Dispatch): Promise<string | undefined>;
  /** Stops keeping a text that a decision now has. */
  release(decision: Decision): void;
  /** Keeps the text of a message that is not to be sent; false if that is impossible. */
  putAside(decision: Decision): boolean;
  /** The message with the text that could not be kept, if there is one. */
  lost(writing: WritingMessage): WritingMessage | undefined;
  /** Keeps at once what was to be kept a moment later. */
  finish(): Promise<void>;
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly dispatch: Dispatch;
}

/** How long the newest key may not be on disk, and after how long it is tried again where that fails (milliseconds). */
const [pauseMs, againMs] = [250, 1_000];

export function createTexts(shared: Shared): Texts {
  const { kept, notKept } = shared;
  const waiting = new Map<string, Waiting>();
  const stop = (key: string): void => {
    clearTimeout(waiting.get(key)?.timer);
    waiting.delete(key);
  };
  /** The text with this key, if it is the one that is being written. */
  const beingWritten = (key: string): WritingMessage | undefined => {
    const now = writingIn(shared.state().mode);
    return now && receiversKey(now) === key ? now : undefined;
  };
  const store = (writing: WritingMessage, number: number | undefined, dispatch: Dispatch): number | undefined => {
    const key = receiversKey(writing);
    const kind = kindIn(shared, writing);
    const { isBegun = false } = notKept.texts.get(key) ?? {};
    try {
      const now = kept.keepText(writing, { kind, number, mayHaveArrived: isBegun });
      const isKnown = String(now) === writing.draft && beingWritten(key)?.unkept === undefined;
      notKept.texts.delete(key);
      if (!isKnown) dispatch({ is: 'draft', writing, draft: String(now) });
      if (writing.draft !== undefined && String(now) !== writing.draft)
        dispatch({ is: 'said', notice: { text: takenOver, tone: 'bad' } });
      return now;
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      notKept.note(error.message);
      if (writing.field.text.trim() !== '') notKept.texts.set(key, { ...messageOf(writing, kind), isBegun });
      sayLost(writing, dispatch);
      return undefined;
    }
  };
  const sayLost = (writing: WritingMessage, dispatch: Dispatch): void => {
    const key = receiversKey(writing);
    const now = beingWritten(key);
    if (now) {
      dispatch({ is: 'draft', writing: now, draft: now.draft, why: notKept.reason });
      // It may have become possible.
      if (!waiting.has(key)) wait(key, againMs, dispatch);
      return;
    }
    const names = listedNames(writing.targets.map(({ ref }) => ref));
    const text = `${names}: your ${writing.what} is kept only until you quit`;
    dispatch({ is: 'said', notice: { text, tone: 'bad' } });
  };
  const save = async (writing: WritingMessage, dispatch: Dispatch): Promise<number | undefined> => {
    const number = writing.draft === undefined ? undefined : Number(writing.draft);
    const isOurs = number !== undefined && (await kept.isOurs(number));
    return store(writing, isOurs ? number : undefined, dispatch);
  };
  const keepNow = async (key: string): Promise<void> => {
    const { dispatch } = waiting.get(key) ?? {};
    waiting.delete(key);
    // One that has been left was kept then, or is a decision.
    const now = beingWritten(key);
    if (now && dispatch) await save(now, dispatch);
  };
  const wait = (key: string, ms: number, dispatch: Dispatch): void => {
    const timer = waiting.get(key)?.timer ?? setTimeout(() => void keepNow(key), ms);
    waiting.set(key, { timer, dispatch });
  };
  const release = (decision: Decision): void => {
    for (const [key, each] of notKept.texts) {
      const text = writingOf([each]);
      if (text && isTextOf(decision, text)) notKept.texts.delete(key);
    }
  };
  return {
    release,
    keep(writing, dispatch) {
      const key = receiversKey(writing);
      if (writing.draft !== undefined && beingWritten(key)) return wait(key, pauseMs, dispatch);
      stop(key);
      store(writing, writing.draft === undefined ? undefined : Number(writing.draft), dispatch);
    },
    async save(writing, dispatch) {
      stop(receiversKey(writing));
      const number = await save(writing, dispatch);
      return number === undefined ? undefined : String(number);
    },
    putAside(decision) {
      const writing = writingOf([decision]);
      if (!writing || kept.putAside(decision)) return true;
      release(decision);
      const key = receiversKey(writing);
      // Another text for the same row may not be on disk either.
      notKept.texts.set(notKept.texts.has(key) ? `${key} ${decision.id}` : key, decision);
      return false;
    },
    lost(writing) {
      const { message, isBegun = false } = notKept.texts.get(receiversKey(writing)) ?? {};
      if (message === undefined) return undefined;
      const remark = 'it may have arrived, so check above before you send it again';
      return {
        ...(isBegun && { remark }),
        ...writing,
        field: fieldWith(message.body),
        status: message.status,
        draft: message.draft,
        attach: [...new Set([...message.attach, ...writing.attach])],
      };
    },
    async finish() {
      const keys = [...waiting.keys()];
      for (const key of keys) clearTimeout(waiting.get(key)?.timer);
      await Promise.all(keys.map(keepNow));
    },
  };
}

/** Said once: from then on, the text has a separate draft. */
const takenOver = 'your draft was changed, sent or deleted elsewhere; what you write here is now a separate draft';

/** The decision that would send it. */
function messageOf({ what, targets, field, status, attach, draft }: WritingMessage, kind: 'ticket' | 'task'): Decision {
  return { id: 0, what, kind, targets, value: '', shown: '', message: { draft, body: field.text, status, attach } };
}

/** What a message is about, by its row; a notification stands for its subject, as on the screen. */
export function kindIn({ state }: Pick<Shared, 'state'>, { row }: Pick<WritingMessage, 'row'>): 'ticket' | 'task' {
  return subjectOfRow(state(), row)?.kind === 'task' ? 'task' : 'ticket';
}

/** Whether a decision sends this text, which may have been written for other rows too. */
function isTextOf({ what, targets, message }: Decision, writing: WritingMessage): boolean {
  const [target] = targets;
  const uuid = (target?.about ?? target)?.uuid;
  return (
    what === writing.what && writing.targets.some((each) => each.uuid === uuid) && message?.body === writing.field.text
  );
}
