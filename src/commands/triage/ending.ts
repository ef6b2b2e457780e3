import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { selection } from '../../compose/unsent/report-unsent.js';
import { interruption, TrackerError } from '../../contract/errors.js';
import { type Decision, isRepeatable, nounOf } from '../../triage/model/decision.js';
import { namesOf } from '../../triage/model/writing.js';

/** The end of a session: nothing new is sent, and what is under way is aborted after a moment. */
export interface Ending {
  readonly isOver: () => boolean;
  /** Aborts requests. */
  readonly signal: AbortSignal;
  /** Sends nothing new. */
  stop(): void;
  /** Aborts what is under way at once, for when nothing is being written. */
  abort(): void;
  /** Decisions that were done after the screen had closed. */
  readonly done: Set<number>;
  /** What is left of messages that have arrived: the status that follows, by the number of the message. */
  readonly rest: Map<number, Decision>;
  /** Decisions that were cut off after a request of theirs had left. */
  readonly cutOff: Decision[];
  hasCutOffUndo: boolean;
}

/** How long a request may still take, which is enough for most: only the one that takes longer is doubtful (milliseconds). */
const graceMs = 400;

export function createEnding(outer: AbortSignal): Ending {
  const requests = new AbortController();
  let isStopped = false;
  const abort = (): void => requests.abort(new TrackerError('interrupted', 'triage has ended'));
  return {
    isOver: () => isStopped || outer.aborted,
    signal: AbortSignal.any([outer, requests.signal]),
    stop() {
      if (isStopped) return;
      isStopped = true;
      setTimeout(abort, graceMs).unref();
    },
    abort,
    done: new Set(),
    rest: new Map(),
    cutOff: [],
    hasCutOffUndo: false,
  };
}

/** The context of a session, with whose end its requests end. */
export async function untilEnd(context: Context, { signal }: Ending): Promise<Context> {
  const client = await context.client();
  const within = <O extends { readonly signal?: AbortSignal }>(options: O): O => ({ signal, ...options });
  const ending: Client = {
    ...client,
    call: async (route, options = {}) => await client.call(route, within(options)),
    list: async (route, options, openTaker) => await client.list(route, within(options), openTaker),
    write: async (route, options = {}) => await client.write(route, within(options)),
  };
  return Object.freeze({ ...context, signal, client: async () => ending });
}

/** What is called before each write and after each that was accepted. */
export interface AroundWrites {
  readonly begin: () => void;
  readonly onAccepted: () => void;
}

/** A context that calls these. */
export async function aroundWrites(context: Context, { begin, onAccepted }: AroundWrites): Promise<Context> {
  const client = await context.client();
  const announcing: Client = {
    ...client,
    async write(route, options) {
      begin();
      const reply = await client.write(route, options);
      onAccepted();
      return reply;
    },
  };
  return Object.freeze({ ...context, client: async () => announcing });
}

/** What is left at the end: a message that has arrived is not, but the status that follows it may be. */
export function stillLeft({ done, rest }: Ending, unsent: readonly Decision[]): readonly Decision[] {
  return unsent
    .filter(({ id }) => !done.has(id))
    .map((each) => (each.message === undefined ? each : (rest.get(each.id) ?? each)));
}

/** Throws once the session is over. */
export function refuseAtEnd({ isOver, signal }: Ending): void {
  if (isOver()) throw interruption(signal);
}

/** Says what may have arrived; what is kept and may be sent twice will be, so nothing needs to be said about it. */
export async function reportCutOff(context: Context, ending: Ending, left: readonly Decision[]): Promise<void> {
  const { show } = context;
  const isKept = (decision: Decision): boolean => isRepeatable(decision) && left.some(({ id }) => id === decision.id);
  const doubtful = ending.cutOff.filter((each) => !isKept(each));
  if (doubtful.length > 0) await show.warn(`${doubtAbout(doubtful)}; check before you do it again`);
  if (ending.hasCutOffUndo)
    await show.warn('the undo was cut off and may not be complete', `to see: tracker ${selection(context)}undo --list`);
}

/** Such as `CASA-8: the reply may have arrived`, or `these may have arrived: CASA-8 (reply), SCM-7 (conversion)`. */
export function doubtAbout(decisions: readonly Decision[]): string {
  const [only] = decisions;
  if (only && decisions.length === 1) return `${namesOf([only])}: the ${nounOf(only)} may have arrived`;
  return `these may have arrived: ${decisions.map((each) => `${namesOf([each])} (${nounOf(each)})`).join(', ')}`;
}
