import type { Context } from '../../../args/context.js';
import { type Decision, isRepeatable } from '../../../triage/model/decision.js';
import { lineOf } from '../decisions/verb-calls.js';

/** What cannot be kept on disk. It is sent all the same; what was not sent is printed at the end. */
export interface NotKept {
  /** Says once why decisions cannot be kept. */
  warn(why: string): Promise<void>;
  /** Notes why a text cannot be kept, which is said where it is written. */
  note(why: string): void;
  /** Why something could not be kept the last time, such as `the disk is full` or `EACCES`. */
  reason: string | undefined;
  /** Whether the decisions as they are now are on disk. */
  hasDecisions: boolean;
  /** Messages whose texts are not on disk, by what and whom they are for. */
  readonly texts: Map<string, Decision>;
  /** Whether something was lost but for these commands. */
  isLost: boolean;
  /** Prints the commands that send what would be lost, and apart from them those of what may have arrived. */
  report(unsent: readonly Decision[]): Promise<void>;
}

interface Lost {
  readonly decision: Decision;
  /** The command that sends it. */
  readonly line: string;
}

export function createNotKept(context: Pick<Context, 'show' | 'io' | 'settings'>): NotKept {
  const { show, io } = context;
  let hasWarned = false;
  const warnWith = async (why: string, lost: readonly Lost[]): Promise<void> => {
    if (lost.length === 0) return;
    await show.warn(why);
    await io.stderr.write(`${lost.map(({ line }) => line).join('\n')}\n`);
  };
  const linesOf = async (decisions: Iterable<Decision>): Promise<readonly Lost[]> => {
    const each = [...decisions].flatMap(forEachReceiver);
    return await Promise.all(each.map(async (decision) => ({ decision, line: await lineOf(context, decision) })));
  };
  const notKept: NotKept = {
    async warn(why) {
      notKept.note(why);
      if (hasWarned) return;
      hasWarned = true;
      await show.warn(`decisions are not kept on disk (${notKept.reason}), only sent`);
    },
    note(why) {
      const code = /\bE[A-Z]{3,}\b/.exec(why)?.[0] ?? why;
      notKept.reason = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code;
    },
    reason: undefined,
    hasDecisions: true,
    isLost: false,
    texts: new Map(),
    async report(unsent) {
      if (notKept.hasDecisions && notKept.texts.size === 0) return;
      const [waiting, texts] = [await linesOf(unsent), await linesOf(notKept.texts.values())];
      // The text of a decision is not lost twice.
      const onlyTexts = texts.filter(({ line }) => !waiting.some((each) => each.line === line));
      const lost = [...(notKept.hasDecisions ? [] : waiting), ...onlyTexts];
      notKept.isLost = lost.length > 0;
      const doubtful = lost.filter(({ decision }) => decision.isBegun && !isRepeatable(decision));
      const others = lost.filter((each) => !doubtful.includes(each));
      const { reason } = notKept;
      await warnWith(`what may have arrived could not be kept on disk (${reason}); only if it has not, run:`, doubtful);
      await warnWith(`${others.length} could be neither sent nor kept on disk (${reason}); to send, run:`, others);
    },
  };
  return notKept;
}

/** The commands of messages take one reference. */
function forEachReceiver(decision: Decision): readonly Decision[] {
  return decision.message ? decision.targets.map((target) => ({ ...decision, targets: [target] })) : [decision];
}
