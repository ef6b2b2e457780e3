import { parseMoment } from '../../args/moment.js';
import { selection } from '../../args/selection.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { momentWords, parseTime } from '../../output/time.js';
import type { SnoozedAnswer } from '../../triage/model/decisions/putting-off.js';
import type { Notice } from '../../triage/model/state.js';
import { listedNames, type SnoozedRow } from '../../triage/model/step.js';
import { snoozer } from '../conversations/snoozed.js';
import { isRecoverable, type SessionParts } from './shared.js';

/** Puts tickets off, or wakes them, as `tracker snooze` does. */
export async function putOff(
  { context, done }: Pick<SessionParts, 'context' | 'done'>,
  rows: readonly SnoozedRow[],
  when: string,
): Promise<SnoozedAnswer> {
  const isAsleep = when !== 'off';
  const answer = (notice: Notice, isDone = true): SnoozedAnswer => ({
    ...{ is: 'snoozed', rows: rows.map(({ row }) => row), when, isDone, notice },
  });
  try {
    const clock = { now: context.now(), dayStarts: context.settings.stored['day-starts'] };
    const until = isAsleep ? (parseTime(when) ?? parseMoment(when, 'when', clock)) : undefined;
    const put = await snoozer(context);
    const entry = rows.map((row) => put(row, until).entry).at(-1);
    const words = [...rows.map(({ ref }) => ref), when].map(shellWord).join(' ');
    done.push({ decision: `tracker ${selection(context)}snooze ${words}`, entry });
    const said = until ? `put off until ${momentWords(until, clock.now)}` : 'no longer put off';
    return answer({ text: `${listedNames(rows.map(({ ref }) => ref))}: ${said}`, tone: 'good', canUndo: true });
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return answer({ text: error.message, tone: 'bad' }, false);
  }
}
