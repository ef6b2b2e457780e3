import { taskPriorities, taskStatuses, taskTypes } from '../fields/allowed-values.js';
import { readDue } from '../fields/calendar.js';
import { readChecklist } from '../fields/checklist.js';
import { type Fields, readChoice, readRequiredText, readText, readTexts, roundMinutes } from '../fields/fields.js';
import { cleanTaskTags } from '../fields/tags.js';
import { Refusal, type World } from '../world.js';
import { keepInternal } from './assignees.js';
import type { TaskChanges } from './change.js';
import { readPlannedFor } from './create-body.js';
import { readDependsOn, refuseCycles } from './dependencies.js';
import type { TaskRecord } from './record.js';

/** The changes in a body of `PATCH /tasks/:id`; keys that are absent there are absent here. @throws Refusal 400 */
export function readTaskChanges(world: World, fields: Fields, task: TaskRecord): TaskChanges {
  const tags = readTexts(fields, 'tags');
  const assigneeIds = readTexts(fields, 'assigneeIds');
  const changes: { [K in keyof TaskChanges]: TaskChanges[K] | undefined } = {
    title: fields.title === undefined ? undefined : readRequiredText(fields, 'title'),
    description: readText(fields, 'description'),
    status: readChoice(fields, 'status', taskStatuses),
    priority: readChoice(fields, 'priority', taskPriorities),
    type: readChoice(fields, 'type', taskTypes),
    due: readDue(fields),
    estimate: readEstimate(fields),
    tags: tags && cleanTaskTags(tags),
    checklist: readChecklist(world, fields),
    assigneeIds: assigneeIds && keepInternal(world, assigneeIds),
    dependsOnIds: readPrerequisites(world, fields, task),
    plannedFor: readPlannedFor(fields),
  };
  const asked = Object.entries(changes).filter(([, value]) => value !== undefined);
  // Exactly the keys of TaskChanges that have a value.
  return Object.fromEntries(asked) as TaskChanges;
}

/** Minutes; null and numbers not above 0 clear the estimate. @throws Refusal 400 for anything but a number. */
function readEstimate({ estimate }: Fields): number | null | undefined {
  if (estimate === undefined || estimate === null) return estimate;
  if (typeof estimate !== 'number') throw new Refusal(400, 'estimate must be a number of minutes.');
  return roundMinutes('estimate', estimate);
}

function readPrerequisites(world: World, fields: Fields, task: TaskRecord): string[] | undefined {
  const prerequisites = readDependsOn(world, fields, task.projectId);
  if (prerequisites) refuseCycles(world, task.id, prerequisites);
  return prerequisites?.map((one) => one.id);
}
