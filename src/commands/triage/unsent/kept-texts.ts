import { TrackerError } from '../../../contract/errors.js';
import { unsent } from '../../../triage/model/conflicts.js';
import type { Decision } from '../../../triage/model/decision.js';
import { receiversKey, type WritingMessage, writingIn } from '../../../triage/model/mode.js';
import { subjectOfRow } from '../../../triage/model/rights.js';
import { listedNames } from '../../../triage/model/step.js';
import { fieldWith } from '../../../triage/model/text-field.js';
import type { Dispatch } from '../../../triage/work.js';
import { oneAfterAnother, type Shared } from '../shared.js';
import type { DraftInUse } from './draft-in-use.js';
import { forgetDraft, hasDraft, keepMessage, markDraft } from './drafts.js';

/** Texts that are being written, on disk: one draft each, until it is sent. */
export interface KeptTexts {
  /** Keeps a text, a moment later with what has been typed until then. */
  keep(writing: WritingMessage, dispatch: Dispatch): void;
  /** Called when a text is begun; gives a function for one with no draft to go on with, which then gets one of its own. */
  open(writing: WritingMessage): () => void;
  /** Keeps it now; gives the id of its draft, or undefined if that is impossible. */
  save(writing: WritingMessage): Promise<string | undefined>;
  /** The decision to send a message, with its draft as it is on disk now. Throws TrackerError if that is gone. */
  settle(decision: Decision & SendingText): Promise<Decision>;
  /** Keeps the text of a message that is not to be sent; false if that is impossible. */
  takeBack(decision: Decision & SendingText): Promise<boolean>;
  forget(draft: string): void;
  /** The message with the text that could not be kept, if there is one. */
  lost(writing: WritingMessage): WritingMessage | undefined;
  /** Keeps at once what was to be kept a moment later. */
  finish(): Promise<void>;
}

export type SendingText = { readonly message: NonNullable<Decision['message']>; readonly what: WritingMessage['what'] };

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly writing: WritingMessage;
  readonly keepNow: () => Promise<void>;
}

/** How long the newest key may not be on disk (milliseconds). */
const pauseMs = 250;

/** How long after a text could not be kept that is tried again (milliseconds). */
const againMs = 1_000;

export function createKeptTexts(shared: Shared, { isOurs }: Pick<DraftInUse, 'isOurs'>): KeptTexts {
  /** The drafts of texts, by what and whom they are for. */
  const drafts = new Map<string, string>();
  /** Those of messages, by the number of their decision, also where they could not be replaced. */
  const settled = new Map<number, string>();
  const waiting = new Map<string, Waiting>();
  /** Texts that may have arrived and are not on disk, where their drafts would say so. */
  const doubtful = new Set<string>();
  // Two at a time would make two drafts of a text.
  const inTurn = oneAfterAnother();
  const stop = (key: string): void => {
    clearTimeout(waiting.get(key)?.timer);
    waiting.delete(key);
  };
  /** The draft of what is written now, which is not that of a message that waits to be sent. */
  const draftOf = (writing: WritingMessage): string | undefined => {
    const draft = drafts.get(receiversKey(writing));
    return messages(shared).some(({ message }) => message?.draft === draft) ? undefined : draft;
  };
  const { texts: unkept } = shared.notKept;
  /** The text of a decision, which is no longer kept for its own sake. */
  const textOf = (decision: Decision & SendingText): WritingMessage => {
    const writing = writingOf(decision, decision.message.draft);
    for (const [key, { writing: newest }] of waiting) if (isTextOf(decision, newest)) stop(key);
    return writing;
  };
  /** From now on, what is written gets a draft of its own. */
  const release = (draft: string | undefined): void => {
    for (const [key, id] of drafts) if (id === draft) drafts.delete(key);
  };
  /** A draft, unless another program has taken it over while this one was stopped. */
  const own = async (draft: string | undefined): Promise<string | undefined> =>
    draft !== undefined && (await isOurs(draft)) ? draft : undefined;
  const write = async (writing: WritingMessage, onKept: (draft: string, isApart: boolean) => void): Promise<void> =>
    await inTurn(async () => {
      const key = receiversKey(writing);
      const before = (await own(writing.draft)) ?? (await own(draftOf(writing)));
      const draft = await keepMessage(shared, kindIn(shared, writing), { ...writing, draft: before });
      if (draft === undefined && writing.field.text.trim() !== '')
        unkept.set(key, { ...messageOf(writing, kindIn(shared, writing)), isBegun: doubtful.has(key) });
      else unkept.delete(key);
      if (draft === undefined) return;
      if (doubtful.delete(key)) markDraft(shared.context, draft, true);
      drafts.set(key, draft);
      await isOurs(draft);
      onKept(draft, before === undefined && writing.draft !== undefined);
    });
  /** The text with this key, if it is the one that is being written. */
  const beingWritten = (key: string): WritingMessage | undefined => {
    const now = writingIn(shared.state().mode);
    return now && receiversKey(now) === key ? now : undefined;
  };
  let again: NodeJS.Timeout | undefined;
  const keep: KeptTexts['keep'] = (writing, dispatch) => {
    const key = receiversKey(writing);
    const keepAgain = (): void => {
      const now = shared.ending.isOver() ? undefined : beingWritten(key);
      if (now) keep(now, dispatch);
    };
    const keepNow = async (): Promise<void> => {
      const { writing: newest = writing } = waiting.get(key) ?? {};
      waiting.delete(key);
      // It is kept among the decisions.
      if (messages(shared).some((each) => isTextOf(each, newest))) return;
      await write(newest, (draft, isApart) => {
        const isKnown = draft === newest.draft && beingWritten(key)?.unkept === undefined;
        if (!isKnown) dispatch({ is: 'draft', writing: newest, draft });
        if (isApart) dispatch({ is: 'said', notice: { text: takenOver, tone: 'bad' } });
      });
      if (!unkept.has(key)) return;
      const now = beingWritten(key);
      if (now) {
        dispatch({ is: 'draft', writing: now, draft: now.draft, why: shared.notKept.reason });
        clearTimeout(again);
        again = setTimeout(keepAgain, againMs).unref();
        return;
      }
      const names = listedNames(newest.targets.map(({ ref }) => ref));
      const text = `${names}: your ${newest.what} is kept only until you quit`;
      dispatch({ is: 'said', notice: { text, tone: 'bad' } });
    };
    const timer = waiting.get(key)?.timer ?? setTimeout(() => void keepNow(), pauseMs);
    waiting.set(key, { timer, writing, keepNow });
  };
  return {
    open(writing) {
      const key = receiversKey(writing);
      const before = drafts.get(key);
      return () => void (drafts.get(key) === before && drafts.delete(key));
    },
    async save(writing) {
      stop(receiversKey(writing));
      let { draft } = writing;
      await write(writing, (kept) => {
        draft = kept;
      });
      return draft;
    },
    keep,
    lost(writing) {
      const { body, status, attach = [], draft } = unkept.get(receiversKey(writing))?.message ?? {};
      if (body === undefined) return undefined;
      const remark = 'it may have arrived, so check above before you send it again';
      return {
        ...(doubtful.has(receiversKey(writing)) && { remark }),
        ...writing,
        field: fieldWith(body),
        status,
        draft,
        attach: [...new Set([...attach, ...writing.attach])],
      };
    },
    async finish() {
      const now = [...waiting.values()];
      for (const { timer } of now) clearTimeout(timer);
      await Promise.all(now.map(async ({ keepNow }) => await keepNow()));
      await inTurn(async () => undefined);
    },
    async settle(decision) {
      const { message } = decision;
      const writing = textOf(decision);
      return await inTurn(async () => {
        // It may have become known in the meantime.
        const pending = messages(shared).find(({ id }) => id === decision.id);
        const known = pending?.message?.draft ?? message.draft ?? settled.get(decision.id);
        if (known !== undefined && !hasDraft(shared.context, known))
          throw new TrackerError('conflict', 'its draft was sent or deleted elsewhere, so it is not sent from here');
        const draft = await keepMessage(shared, kindFor(decision), { ...writing, draft: await own(known) });
        unkept.delete(receiversKey(writing));
        doubtful.delete(receiversKey(writing));
        for (const [key, each] of unkept)
          if (isMessage(each) && isTextOf(decision, writingOf(each, undefined))) unkept.delete(key);
        release(draft);
        const last = draft ?? known;
        if (last !== undefined) settled.set(decision.id, last);
        return { ...decision, message: { ...message, draft } };
      });
    },
    async takeBack(decision) {
      const writing = textOf(decision);
      const key = receiversKey(writing);
      release(writing.draft);
      return await inTurn(async () => {
        const old = writing.draft ?? settled.get(decision.id);
        const draft = await keepMessage(shared, kindFor(decision), { ...writing, draft: old });
        if (draft !== undefined) {
          if (decision.isBegun) markDraft(shared.context, draft, true);
          return true;
        }
        const lost = { ...decision, message: { ...decision.message, draft: old } };
        // Another text for the same row may not be on disk either.
        unkept.set(unkept.has(key) ? `${key} ${decision.id}` : key, lost);
        if (decision.isBegun) doubtful.add(key);
        return false;
      });
    },
    forget(draft) {
      release(draft);
      forgetDraft(shared.context, draft);
    },
  };
}

/** Said once: from then on, the text has a draft of its own. */
const takenOver =
  'your draft was changed, sent or deleted elsewhere meanwhile; what you write here is now a draft of its own';

/** The decision that would send it. */
function messageOf({ what, targets, field, status, attach, draft }: WritingMessage, kind: 'ticket' | 'task'): Decision {
  return { id: 0, what, kind, targets, value: '', shown: '', message: { draft, body: field.text, status, attach } };
}

export function isMessage(decision: Decision): decision is Decision & SendingText {
  return decision.message !== undefined && (decision.what === 'reply' || decision.what === 'note');
}

/** The message of a decision, as it was being written. */
export function writingOf(
  { what, targets, message }: Decision & SendingText,
  draft: string | undefined,
): WritingMessage {
  const { body, status, attach } = message;
  const about = targets.map((target) => ({ ...(target.about ?? target), row: target.uuid }));
  const row = targets[0]?.uuid ?? '';
  return { is: 'write', what, row, targets: about, field: fieldWith(body), status, attach, draft };
}

/** What a message is about, by its row; a notification stands for its subject, as on the screen. */
export function kindIn({ state }: Shared, { row }: Pick<WritingMessage, 'row'>): 'ticket' | 'task' {
  return subjectOfRow(state(), row)?.kind === 'task' ? 'task' : 'ticket';
}

export function kindFor({ kind }: Decision): 'ticket' | 'task' {
  return kind === 'task' ? 'task' : 'ticket';
}

/** Messages that have not been sent. */
function messages({ state }: Shared): readonly Decision[] {
  return unsent(state()).filter(({ message }) => message !== undefined);
}

/** Whether a decision sends this text, which may have been written for other rows too. */
function isTextOf({ what, targets, message }: Decision, writing: WritingMessage): boolean {
  const [target] = targets;
  const uuid = (target?.about ?? target)?.uuid;
  return (
    what === writing.what && writing.targets.some((each) => each.uuid === uuid) && message?.body === writing.field.text
  );
}
