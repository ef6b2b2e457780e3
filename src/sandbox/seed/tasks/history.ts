import type { PersonName } from '../content/people.js';
import type { TaskDraft } from '../drafts.js';

/** A change of a task's status, this many workdays ago. */
export interface Step {
  readonly from: TaskDraft['status'];
  readonly to: TaskDraft['status'];
  readonly ago: number;
  readonly by: PersonName;
}

const ways = {
  backlog: ['backlog'],
  todo: ['todo'],
  in_progress: ['todo', 'in_progress'],
  paused: ['todo', 'in_progress', 'paused'],
  in_review: ['todo', 'in_progress', 'in_review'],
  done: ['todo', 'in_progress', 'in_review', 'done'],
} as const satisfies Record<TaskDraft['status'], readonly TaskDraft['status'][]>;

/** How a task got its status, oldest first: from shortly after its creation to when people last touched it. */
export function stepsOf(draft: TaskDraft): readonly Step[] {
  const way: readonly TaskDraft['status'][] = ways[draft.status];
  const end = lastTouch(draft);
  const by = draft.to?.[0] ?? draft.by;
  return way.slice(1).map((to, index) => {
    const share = [0.15, 0.8, 0.97][index] ?? 1;
    return { from: way[index] ?? to, to, by, ago: draft.ago - (draft.ago - end) * share };
  });
}

/** How many workdays ago somebody last commented or logged time; shortly after creation if nobody did. */
function lastTouch(draft: TaskDraft): number {
  const touches = [...(draft.said ?? []), ...(draft.logged ?? [])].map(([, ago]) => ago);
  return Math.min(draft.ago * 0.9, ...touches);
}
