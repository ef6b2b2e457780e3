import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { CallOptions } from '../../client/request.js';
import { clientThrough, type Pass } from '../../client/through.js';
import type { Draft } from '../../compose/saved/drafts.js';
import { phrase, type Sentence, TrackerError } from '../../contract/errors.js';
import type { JsonRoute } from '../../contract/routes.js';
import { isStoring } from '../../disk/storing.js';
import { argumentsOf } from '../../ledger/entry.js';
import { type Decision, wordsOf } from '../../triage/model/decisions/decision.js';
import type { State } from '../../triage/model/state.js';
import { listOf, namesOf } from '../../triage/model/texts/writing.js';
import { decisionOf } from '../sending/decision.js';
import { lineOf } from './change-of.js';
import type { KeptEntries } from './kept/kept-entries.js';
import { withClient } from './reading/sources.js';

export type SessionEnd = ReturnType<typeof createEnding>;

type RequestSignals = Required<Pick<CallOptions<JsonRoute>, 'signal' | 'onSent' | 'onRefused'>>;

const ended = 'triage has ended';

/** How long what has not left may still take, so that most decisions are not torn apart (milliseconds). */
const graceMs = 300;

/** How long an answer is waited for after the end (milliseconds; docs/requirements.md, R16). */
const longestMs = 12_000;

/** The end of a session: nothing new is sent, and only what has left is waited for. */
export function createEnding(outer: AbortSignal) {
  const requests = new AbortController();
  const answers = new AbortController();
  const onTheirWay = new Set<object>();
  const hasEnded = (): TrackerError => new TrackerError('interrupted', ended);
  /** Decisions that were cut off after a request of theirs had left. */
  const cutOff: Decision[] = [];
  let isStopped = false;
  /** Aborts at once all but requests that have left, for when nothing is being written. */
  const abort = (): void => requests.abort(hasEnded());
  return {
    isOver: (): boolean => isStopped || outer.aborted,
    /** Aborts what waits, and what is only read. */
    signal: AbortSignal.any([outer, requests.signal]),
    stop(): void {
      if (isStopped) return;
      isStopped = true;
      setTimeout(abort, graceMs).unref();
      setTimeout(() => answers.abort(hasEnded()), longestMs).unref();
    },
    abort,
    /** Sends a request; once it has left, its answer is waited for also after the end, for a while. */
    async untilAnswered<T>(send: (request: RequestSignals) => Promise<T>): Promise<T> {
      const own = new AbortController();
      let isRefused = false;
      const giveUp = (): void => {
        // What was refused the server does not have.
        const reason = isRefused ? new TrackerError('network', ended) : hasEnded();
        if (requests.signal.aborted && !onTheirWay.has(own)) own.abort(reason);
      };
      giveUp();
      requests.signal.addEventListener('abort', giveUp, { once: true });
      try {
        return await send({
          signal: AbortSignal.any([outer, answers.signal, own.signal]),
          onSent() {
            isRefused = false;
            onTheirWay.add(own);
          },
          onRefused() {
            isRefused = true;
            onTheirWay.delete(own);
            giveUp();
          },
        });
      } finally {
        requests.signal.removeEventListener('abort', giveUp);
        onTheirWay.delete(own);
      }
    },
    isAwaiting: (): boolean => onTheirWay.size > 0,
    cutOff,
    hasCutOffUndo: false,
  };
}

/** The context of a session, with whose end its requests end. Where answers may have a new token, those are waited for too. */
export async function untilEnd(context: Context, { signal, untilAnswered }: SessionEnd): Promise<Context> {
  const client = await context.client();
  const read: Pass = async (send, own = signal) => {
    const rotates = await client.rotates().catch(() => false);
    return await (rotates ? untilAnswered(send) : send({ signal: AbortSignal.any([signal, own]) }));
  };
  const ending = clientThrough(client, { read, write: async (send) => await untilAnswered(send) });
  return withClient({ ...context, signal }, ending);
}

/** Says a moment after the end what the program is still waiting for; nothing if it has ended by then. */
export function sayWhatIsAwaited({ io }: Pick<Context, 'io'>, { isAwaiting }: SessionEnd, state: () => State): void {
  setTimeout(() => {
    const begun = state().pending.filter(({ isBegun }) => isBegun);
    const what = isAwaiting() ? `the server's answer${answerTo(begun)}` : isStoring() ? 'a new token to be saved' : '';
    if (what !== '') void io.stderr.write(`waiting for ${what}; press Ctrl-C to quit at once\n`).catch(() => undefined);
  }, graceMs + 100).unref();
}

/** Such as ` to the reply (CASA-8)`. */
function answerTo(begun: readonly Decision[]): string {
  const [only] = begun;
  return only && begun.length === 1 ? ` to the ${wordsOf(only).noun} (${namesOf(begun)})` : '';
}

/** Says what may have arrived. */
export async function reportCutOff(context: Context, { cutOff, hasCutOffUndo }: SessionEnd): Promise<void> {
  const { show } = context;
  if (cutOff.length > 0) await show.warn(`${doubtAbout(cutOff)}; check before you do it again`);
  if (hasCutOffUndo)
    await show.warn('the undo was cut off and may not be complete', `to see: tracker ${selection(context)}undo --list`);
}

/** Such as `CASA-8: the reply may have arrived`, or `these may have arrived: CASA-8 (reply), SCM-7 (conversion)`. */
export function doubtAbout(decisions: readonly Decision[]): string {
  const [only] = decisions;
  if (only && decisions.length === 1) return `${namesOf([only])}: the ${wordsOf(only).noun} may have arrived`;
  return `these may have arrived: ${listOf(decisions)}`;
}

/** Prints the commands that send what is on no disk, and apart from them those of what may have arrived. Whether there were any. */
export async function reportNotKept(
  context: Pick<Context, 'show' | 'io' | 'settings' | 'commands'>,
  { memory, reason }: Pick<KeptEntries, 'memory' | 'reason'>,
): Promise<boolean> {
  const lost = [...memory.values()].filter(({ flags }) => flags.body === undefined || String(flags.body).trim() !== '');
  const print = async (entries: readonly Draft[], why: (count: number) => Sentence): Promise<void> => {
    const lines = await Promise.all(entries.flatMap(decisionsOf).map(async (each) => await lineOf(context, each)));
    if (lines.length === 0) return;
    await context.show.warn(phrase`${why(lines.length)}, run:`);
    await context.io.stderr.write(`${lines.join('\n')}\n`);
  };
  const isDoubtful = ({ state }: Draft): boolean => state === 'doubtful';
  const on = phrase`on disk (${reason() ?? ''})`;
  await print(lost.filter(isDoubtful), () => phrase`what may have arrived could not be kept ${on}; only if it has not`);
  await print(
    lost.filter((each) => !isDoubtful(each)),
    (count) => phrase`${count} could be neither sent nor kept ${on}; to send`,
  );
  return lost.length > 0;
}

/** What an entry sends. The commands of messages take one reference. */
function decisionsOf(draft: Draft): readonly Decision[] {
  const { words, decision } = draft;
  const text = { what: words[1] === 'note' ? 'note' : 'reply', kind: words[0] === 'tasks' ? 'task' : 'ticket' };
  const targets = argumentsOf(draft).map((ref) => ({ uuid: '', ref }));
  const whole = decisionOf({ ...draft, decision: decision ?? { ...text, targets } });
  if (!whole?.message) return whole ? [whole] : [];
  const message = { ...whole.message, draft: undefined };
  return whole.targets.map((target) => ({ ...whole, message, targets: [target] }));
}
