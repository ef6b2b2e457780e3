import type { Context } from '../../../context.js';
import type { Decision } from '../../../triage/model/decision.js';
import { lineOf } from '../verb-calls.js';

/** What cannot be kept on disk. It is sent all the same; what was not sent is printed at the end. */
export interface NotKept {
  /** Says why decisions or texts cannot be kept, once of each. */
  warn(what: 'decisions' | 'texts', why: string): Promise<void>;
  /** Whether the decisions as they are now are on disk. */
  hasDecisions: boolean;
  /** Messages whose texts are not on disk, by what and whom they are for. */
  readonly texts: Map<string, Decision>;
  /** Prints the commands that send what would be lost. */
  report(unsent: readonly Decision[]): Promise<void>;
}

export function createNotKept({ show, io }: Pick<Context, 'show' | 'io'>): NotKept {
  const reasons = new Map<string, string>();
  const notKept: NotKept = {
    async warn(what, why) {
      if (reasons.has(what)) return;
      const reason = /\bE[A-Z]{3,}\b/.exec(why)?.[0] ?? why;
      reasons.set(what, reason);
      await show.warn(`${what} are not kept on disk (${reason}), only sent`);
    },
    hasDecisions: true,
    texts: new Map(),
    async report(unsent) {
      const lost = [...(notKept.hasDecisions ? [] : unsent), ...notKept.texts.values()];
      if (lost.length === 0) return;
      const [reason] = reasons.values();
      await show.warn(`${lost.length} could be neither sent nor kept on disk (${reason}); to send, run:`);
      await io.stderr.write(`${(await Promise.all(lost.map(lineOf))).join('\n')}\n`);
    },
  };
  return notKept;
}
