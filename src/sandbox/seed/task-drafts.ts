import { portalTasks } from './content/tasks-bop.js';
import { exhibitionTasks } from './content/tasks-expo.js';
import { platformTasks } from './content/tasks-ops.js';
import { firstCrewTasks } from './content/tasks-scm-a.js';
import { secondCrewTasks } from './content/tasks-scm-b.js';
import { thirdCrewTasks } from './content/tasks-scm-c.js';
import { websiteTasks } from './content/tasks-web.js';
import type { TaskDraft } from './drafts.js';
import type { ProjectKey } from './projects.js';
import { makeRandom } from './random.js';

/** The tasks of every project; the place in the list plus one is the number. */
export function taskDrafts(): Readonly<Record<ProjectKey, readonly TaskDraft[]>> {
  return {
    EXPO: exhibitionTasks,
    BOP: portalTasks,
    SCM: [...firstCrewTasks, ...secondCrewTasks, ...thirdCrewTasks],
    OPS: platformTasks,
    WEB: websiteTasks,
  };
}

const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const;

/** The same task in another world: urgency, size and dates differ, the story does not. World number 1 is as written. */
export function varyTask(draft: TaskDraft, ref: string, number: number): TaskDraft {
  if (number === 1) return draft;
  const random = makeRandom(`${number} vary ${ref}`);
  return {
    ...draft,
    ...(random.chance(0.3) ? { priority: random.pick(priorities) } : {}),
    ...(draft.estimate && random.chance(0.5) ? { estimate: draft.estimate * (1 + random.int(3)) } : {}),
    // Dates that the texts lean on (today, this week) stay.
    ...(draft.due && Math.abs(draft.due) > 9 ? { due: draft.due + random.int(7) - 3 } : {}),
  };
}
