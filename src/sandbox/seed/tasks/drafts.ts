import type { ProjectKey } from '../content/projects.js';
import { portalTasksFrom1 } from '../content/tasks/bop/from-1.js';
import { portalTasksFrom7 } from '../content/tasks/bop/from-7.js';
import { portalTasksFrom12 } from '../content/tasks/bop/from-12.js';
import { exhibitionTasks } from '../content/tasks/expo.js';
import { platformTasksFrom1 } from '../content/tasks/ops-from-1.js';
import { platformTasksFrom8 } from '../content/tasks/ops-from-8.js';
import { crewTasksFrom1 } from '../content/tasks/scm/from-1.js';
import { crewTasksFrom4 } from '../content/tasks/scm/from-4.js';
import { crewTasksFrom7 } from '../content/tasks/scm/from-7.js';
import { crewTasksFrom10 } from '../content/tasks/scm/from-10.js';
import { crewTasksFrom13 } from '../content/tasks/scm/from-13.js';
import { crewTasksFrom18 } from '../content/tasks/scm/from-18.js';
import { crewTasksFrom25 } from '../content/tasks/scm/from-25.js';
import { crewTasksFrom31 } from '../content/tasks/scm/from-31.js';
import { websiteTasks } from '../content/tasks/web.js';
import type { TaskDraft } from '../drafts.js';
import { makeRandom } from '../random.js';

/** The tasks of every project; a task's number is its index plus one. */
export function taskDrafts(): Readonly<Record<ProjectKey, readonly TaskDraft[]>> {
  return {
    EXPO: exhibitionTasks,
    BOP: [...portalTasksFrom1, ...portalTasksFrom7, ...portalTasksFrom12],
    SCM: [
      ...crewTasksFrom1,
      ...crewTasksFrom4,
      ...crewTasksFrom7,
      ...crewTasksFrom10,
      ...crewTasksFrom13,
      ...crewTasksFrom18,
      ...crewTasksFrom25,
      ...crewTasksFrom31,
    ],
    OPS: [...platformTasksFrom1, ...platformTasksFrom8],
    WEB: websiteTasks,
  };
}

const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const;

/** The same task in another world: priority, size and dates differ, the story does not. World 1 is as written. */
export function varyTask(draft: TaskDraft, ref: string, number: number): TaskDraft {
  if (number === 1) return draft;
  const random = makeRandom(`${number} vary ${ref}`);
  return {
    ...draft,
    ...(random.chance(0.3) ? { priority: random.pick(priorities) } : {}),
    ...(draft.estimate && random.chance(0.5) ? { estimate: draft.estimate * (1 + random.int(3)) } : {}),
    // Dates that the texts rely on (today, this week) stay.
    ...(draft.due && Math.abs(draft.due) > 9 ? { due: draft.due + random.int(7) - 3 } : {}),
  };
}
