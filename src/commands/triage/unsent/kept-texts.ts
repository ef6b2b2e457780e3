import { unsent } from '../../../triage/model/conflicts.js';
import type { Decision } from '../../../triage/model/decision.js';
import { type Writing, writingIn } from '../../../triage/model/mode.js';
import { subjectOf } from '../../../triage/model/rights.js';
import { fieldWith } from '../../../triage/model/text-field.js';
import type { Dispatch } from '../../../triage/work.js';
import { createTurns, type Shared } from '../shared.js';
import { forgetDraft, keepMessage } from './drafts.js';

/** Texts that are being written, on disk: one draft each, until it is sent. */
export interface KeptTexts {
  /** Keeps a text, a moment later with what has been typed until then. */
  keep(writing: Writing, dispatch: Dispatch): void;
  /** Keeps it now; gives the id of its draft, or undefined if that is impossible. */
  save(writing: Writing): Promise<string | undefined>;
  /** The decision to send a message, with its draft as it is on disk now. */
  settle(decision: Decision & Sending): Promise<Decision>;
  forget(draft: string): void;
  /** The message with the text that could not be kept, if there is one. */
  lost(writing: Writing): Writing | undefined;
  /** Keeps at once what was to be kept a moment later. */
  finish(): Promise<void>;
}

type Sending = { readonly message: NonNullable<Decision['message']>; readonly what: Writing['what'] };

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly writing: Writing;
  readonly keepNow: () => Promise<void>;
}

type About = Pick<Writing, 'what' | 'targets'>;

/** How long the newest key may not be on disk (milliseconds). */
const pauseMs = 250;

export function createKeptTexts(shared: Shared): KeptTexts {
  /** The drafts of texts, by what and whom they are for. */
  const drafts = new Map<string, string>();
  const waiting = new Map<string, Waiting>();
  // Two at a time would make two drafts of a text.
  const inTurn = createTurns();
  const stop = (key: string): void => {
    clearTimeout(waiting.get(key)?.timer);
    waiting.delete(key);
  };
  /** The draft of what is written now, which is not that of a message that waits to be sent. */
  const draftOf = (about: About): string | undefined => {
    const draft = drafts.get(keyOf(about));
    return messages(shared).some(({ message }) => message?.draft === draft) ? undefined : draft;
  };
  const { texts: unkept } = shared.notKept;
  const write = async (writing: Writing, onKept: (draft: string) => void): Promise<void> =>
    await inTurn(async () => {
      const before = writing.draft ?? draftOf(writing);
      const draft = await keepMessage(shared, kindIn(shared, writing), { ...writing, draft: before });
      if (draft === undefined && writing.field.text.trim() !== '')
        unkept.set(keyOf(writing), messageOf(writing, kindIn(shared, writing)));
      else unkept.delete(keyOf(writing));
      if (draft === undefined) return;
      drafts.set(keyOf(writing), draft);
      onKept(draft);
    });
  return {
    async save(writing) {
      stop(keyOf(writing));
      let { draft } = writing;
      await write(writing, (kept) => {
        draft = kept;
      });
      return draft;
    },
    keep(writing, dispatch) {
      const key = keyOf(writing);
      const keepNow = async (): Promise<void> => {
        const { writing: newest = writing } = waiting.get(key) ?? {};
        waiting.delete(key);
        // It is kept among the decisions.
        if (messages(shared).some((each) => isTextOf(each, newest))) return;
        await write(newest, (draft) => {
          if (draft !== newest.draft) dispatch({ is: 'draft', writing: newest, draft });
        });
        if (!unkept.has(key) || writingIn(shared.state().mode)?.row === newest.row) return;
        const text = `your ${newest.what} about ${newest.targets[0]?.ref} is kept only until you quit`;
        dispatch({ is: 'said', notice: { text, tone: 'bad' } });
      };
      const timer = waiting.get(key)?.timer ?? setTimeout(() => void keepNow(), pauseMs);
      waiting.set(key, { timer, writing, keepNow });
    },
    lost(writing) {
      const { body, status, attach = [] } = unkept.get(keyOf(writing))?.message ?? {};
      if (body === undefined) return undefined;
      return { ...writing, field: fieldWith(body), status, attach: [...new Set([...attach, ...writing.attach])] };
    },
    async finish() {
      const now = [...waiting.values()];
      for (const { timer } of now) clearTimeout(timer);
      await Promise.all(now.map(async ({ keepNow }) => await keepNow()));
      await inTurn(async () => undefined);
    },
    async settle(decision) {
      const { message, what, targets } = decision;
      const about: About = { what, targets: targets.map((target) => target.about ?? target) };
      const newest = waiting.get(keyOf(about))?.writing;
      if (newest && isTextOf(decision, newest)) stop(keyOf(about));
      return await inTurn(async () => {
        // It may have become known in the meantime.
        const known = message.draft ?? messages(shared).find(({ id }) => id === decision.id)?.message?.draft;
        const writing: Writing = {
          ...{
            is: 'write',
            ...about,
            row: targets[0]?.uuid ?? '',
            field: fieldWith(message.body),
            status: message.status,
          },
          ...{ attach: message.attach, draft: known },
        };
        const draft = await keepMessage(shared, decision.kind === 'task' ? 'task' : 'ticket', writing);
        unkept.delete(keyOf(about));
        if (drafts.get(keyOf(about)) === draft) drafts.delete(keyOf(about));
        return { ...decision, message: { ...message, draft } };
      });
    },
    forget(draft) {
      for (const [key, id] of drafts) if (id === draft) drafts.delete(key);
      forgetDraft(shared.context, draft);
    },
  };
}

/** The decision that would send it. */
function messageOf({ what, targets, field, status, attach, draft }: Writing, kind: 'ticket' | 'task'): Decision {
  return { id: 0, what, kind, targets, value: '', shown: '', message: { draft, body: field.text, status, attach } };
}

function keyOf({ what, targets }: About): string {
  return `${what} ${targets[0]?.uuid}`;
}

/** What a message is about, by its row; a notification stands for its subject, as on the screen. */
export function kindIn({ state }: Shared, { row }: Pick<Writing, 'row'>): 'ticket' | 'task' {
  return subjectOf(state(), row)?.kind === 'task' ? 'task' : 'ticket';
}

/** Messages that have not been sent. */
function messages({ state }: Shared): readonly Decision[] {
  return unsent(state()).filter(({ message }) => message !== undefined);
}

function isTextOf({ what, targets, message }: Decision, writing: Writing): boolean {
  const [target] = targets;
  return (
    what === writing.what &&
    (target?.about ?? target)?.uuid === writing.targets[0]?.uuid &&
    message?.body === writing.field.text
  );
}
