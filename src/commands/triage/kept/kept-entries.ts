import type { Context } from '../../../args/context.js';
import { type Draft, findDraft } from '../../../compose/saved/drafts.js';
import { phrase, TrackerError } from '../../../contract/errors.js';
import type { Decision } from '../../../triage/model/decisions/decision.js';
import type { WritingMessage } from '../../../triage/model/mode.js';
import type { State } from '../../../triage/model/state.js';
import type { Dispatch } from '../../../triage/work.js';
import { AcceptedCommands } from './accepted-commands.js';
import { decisionsIn, KeptDecisions } from './kept-decisions.js';
import { createStored } from './stored.js';
import { TextOnScreen } from './text-on-screen.js';

export type KeptEntries = Awaited<ReturnType<typeof createKeptEntries>>;

/** What a session is about to send and what is being written, as entries of the ledger. */
export async function createKeptEntries(context: Context, dispatch: Dispatch) {
  const stored = await createStored(context);
  const { parts, claims, account, memory, reason, drop } = stored;
  let hasWarned = false;
  let hasEnded = false;
  const text = new TextOnScreen(stored, (number) => decided.isToBeSent(number), dispatch);
  const decided = new KeptDecisions(stored, text);
  const commands = new AcceptedCommands(stored);
  const numberOf = ({ id }: Decision): number | undefined => decided.numberOf(String(id));
  return {
    ...{ parts, claims, account, memory, reason, drop, numberOf },
    /** Brings the entries in line with a state; called with each. Whether there are other texts now. */
    sync(state: State): boolean {
      if (hasEnded) return false;
      const wanted = decisionsIn(state);
      decided.keepAll(wanted);
      text.follow(state);
      const hasClosed = decided.closeOthers(wanted);
      const isReturned = commands.follow(state);
      const isUnkept = [...memory.values()].some((each) => each.state === 'waiting');
      if (isUnkept && !hasWarned)
        void context.show.warn(phrase`decisions cannot be kept on disk (${reason() ?? ''}); they are only sent`);
      hasWarned ||= isUnkept;
      if (isUnkept !== (state.isUnkept ?? false)) dispatch({ is: 'kept', isKept: !isUnkept });
      return text.takeNews() || hasClosed || isReturned;
    },
    /** Keeps at once what is being written, even if it is empty; gives the number of its entry. */
    save: async (state: State, writing: WritingMessage): Promise<number> => await text.save(state, writing),
    /** Runs an editor that saves in the entry with this number. */
    async whileEdited<T>(number: number, edit: () => Promise<T>): Promise<T> {
      text.inEditor = number;
      return await edit().finally(() => {
        text.inEditor = undefined;
      });
    },
    /** Goes on with the entry of a decision that another session has left. */
    adopt: (key: string, number: number): void => decided.adopt(key, number),
    /** Sends a decision; until that is done, its entry is changed only by `send`. `isKept` says whether it is on disk as it is now. */
    async whileSending<T>(decision: Decision, send: (entry: Draft, isKept: boolean) => Promise<T>): Promise<T> {
      const [key, number = 0] = [String(decision.id), numberOf(decision)];
      decided.sending.add(key);
      try {
        const unkept = memory.get(number);
        const entry = unkept ?? ((await claims.isHeld(number)) ? findDraft(parts.ledger, number) : undefined);
        if (entry) return await send(entry, !unkept);
        throw new TrackerError('conflict', 'it was sent, changed or deleted elsewhere, so it is not sent from here');
      } finally {
        decided.sending.delete(key);
        if (claims.lockOf(number)?.isOurs()) claims.take(number);
      }
    },
    /** Where the text of a message is that was not sent, but may have arrived; undefined if it was sent or deleted elsewhere. */
    whereIs(decision: Decision, mayHaveArrived = false): 'draft' | 'memory' | undefined {
      const number = numberOf(decision);
      const unkept = number === undefined ? undefined : memory.get(number);
      if (unkept && mayHaveArrived) memory.set(unkept.number, { ...unkept, state: 'doubtful' });
      if (unkept || number === undefined) return 'memory';
      return findDraft(parts.ledger, number) && 'draft';
    },
    async end(): Promise<void> {
      await text.end();
      hasEnded = true;
      await claims.end();
    },
  };
}
