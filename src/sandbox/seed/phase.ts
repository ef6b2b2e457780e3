import { makeRandom } from './random.js';
import type { Changed, Logged, Said, TaskDraft, ThreadDraft, TicketDraft } from './texts.js';

/*
 * The drafts give times to a tenth of a workday. To spread events over different minutes, everything about one task, ticket or
 * thread is moved back by the same amount, less than that tenth, so its order stays.
 */

function phaseOf(name: string): number {
  return makeRandom(`phase ${name}`).next() * 0.08;
}

/** The task with its times moved by the phase of `ref`. */
export function shiftTask(draft: TaskDraft, ref: string): TaskDraft {
  const phase = phaseOf(ref);
  return {
    ...draft,
    ago: draft.ago + phase,
    ...(draft.said ? { said: draft.said.map(([by, ago, ...rest]): Said => [by, ago + phase, ...rest]) } : {}),
    ...(draft.logged ? { logged: draft.logged.map(([by, ago, ...rest]): Logged => [by, ago + phase, ...rest]) } : {}),
    ...(draft.archived ? { archived: draft.archived + phase } : {}),
    ...(draft.deleted ? { deleted: draft.deleted + phase } : {}),
  };
}

/** The ticket with its times moved by the phase of `ref`. */
export function shiftTicket(draft: TicketDraft, ref: string): TicketDraft {
  const phase = phaseOf(`ticket ${ref}`);
  const timeline = draft.timeline?.map(([by, ago, ...rest]): Said | Changed => [by, ago + phase, ...rest]);
  return { ...draft, ago: draft.ago + phase, ...(timeline ? { timeline } : {}) };
}

/** The thread with the times of its messages moved by its phase; read marks stay. */
export function shiftThread(draft: ThreadDraft, org: string): ThreadDraft {
  const phase = phaseOf(`thread ${org} ${draft.title}`);
  return { ...draft, said: draft.said.map(([by, ago, ...rest]): Said => [by, ago + phase, ...rest]) };
}
