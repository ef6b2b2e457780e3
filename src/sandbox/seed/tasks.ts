import { minutesText } from '../../contract/server-word.js';
import { labelOf, sayChange, taskChoices } from '../fields/fields.js';
import { taskTarget } from '../tasks/record.js';
import { shift } from './calendar.js';
import { membersOf, type PersonName, type ProjectKey, remarks, team } from './content.js';
import { makeRandom } from './random.js';
import { attach, insertSaid } from './said.js';
import { checklistOf, type Scene } from './scene.js';
import type { SaidLine, TaskDraft } from './texts.js';

/** Inserts a task of a project with everything on it; collects its history and the notifications. */
export function seedTask(scene: Scene, project: ProjectKey, number: number, written: TaskDraft): void {
  const ref = `${project}-${number}`;
  const draft = shift(varyTask(written, ref, scene.number), ref);
  const { said, logged = [], files, checklist: lines, ...columns } = draft;
  const { created_by: by, created_at: at, to = [], due, status, deleted_at, source_ticket_id: ticket } = draft;
  const checklist = checklistOf(ticket ? `ticket ${ticket}` : `task ${ref}`, lines);
  const updated_at = lastChange(draft);
  scene.put('tasks', { ...columns, id: `task ${ref}`, project_id: project, number, checklist, updated_at });
  for (const [user_id, created_at, minutes, note] of logged) {
    const id = `time log ${ref} ${user_id} ${created_at}`;
    scene.put('time_logs', { id, task_id: ref, user_id, minutes, date: `{day:${created_at}}`, note, created_at });
  }
  for (const [type, text, created_at, actor_id = by] of historyOf(draft))
    if (text) scene.events.push({ project_id: project, type, task_id: ref, actor_id, created_at, text });
  const [entityId, title] = [scene.id(`task ${ref}`), scene.say(draft.title)];
  const topic = { ...taskTarget({ id: entityId, ref }), title: `${ref} ${title}` };
  const isDueSoon = (due === 0 || due === 1) && status !== 'done';
  scene.notices.push(
    { ...topic, kind: 'taskAssigned', at, by, to: deleted_at === undefined ? to : [] },
    { ...topic, kind: 'taskDueSoon', at: 0.9, by: null, to: isDueSoon && deleted_at === undefined ? to : [] },
    ...stepsOf(draft).map((step) => {
      const named = `${ref} → ${labelOf(step.to)} ${title}`;
      return { ...topic, kind: 'taskStatusChanged', at: step.ago, by: step.by, to: [by, ...to], title: named };
    }),
  );
  const home = { project_id: project };
  const around = new Set([by, ...to]);
  const subject = { kind: 'task', topic, home, readers: [...team, ...membersOf(project).keys()], around } as const;
  for (const [index, line] of (said ?? remarkOn(scene, draft, number)).entries()) {
    insertSaid(scene, subject, line, { id: `comment ${ref} ${index}`, task_id: ref });
    if (line[0]) around.add(line[0]);
  }
  attach(scene, files, { ...home, entity_type: 'task', entity_id: entityId, uploaded_by: by, created_at: at });
}

/** The same task in another world: priority, size and dates differ, the story does not. World 1 is as written. */
function varyTask(draft: TaskDraft, ref: string, number: number): TaskDraft {
  if (number === 1) return draft;
  const random = makeRandom(`${number} vary ${ref}`);
  return {
    ...draft,
    ...(random.chance(0.3) ? { priority: random.pick(taskChoices.priority) } : {}),
    ...(draft.estimate && random.chance(0.5) ? { estimate: draft.estimate * (1 + random.int(3)) } : {}),
    // Dates that the texts rely on (today, this week) stay.
    ...(draft.due && Math.abs(draft.due) > 9 ? { due: draft.due + random.int(7) - 3 } : {}),
  };
}

/** What the history of the project says of a task, how many workdays ago, by its creator where nobody else is named. */
function historyOf(draft: TaskDraft) {
  const { created_at: ago, deleted_at, to = [], after = [], logged = [], title, priority, type, channel } = draft;
  const events: (readonly [type: string, text: string | false, ago: number, by?: PersonName])[] = [
    ['task.created', `created the task ${title}`, ago],
    ['task.deleted', deleted_at !== undefined && `deleted the task ${title}`, deleted_at ?? ago],
    ['task.assignee', to.length > 0 && `assigned ${to.map((person) => `{name:${person}}`).join(', ')}`, ago - 0.004],
    ['task.priority', priority === 'urgent' && 'changed the priority from High to Urgent', ago - ago * 0.1],
    ['task.type', type === 'bug' && channel === 'api' && 'changed the type from Task to Bug', ago - 0.01],
    ['task.dependency', after.length > 0 && `added the dependency on ${after.join(', ')}`, ago - ago * 0.05],
    ...stepsOf(draft).map(({ from, to, by, ago }) => ['task.status', sayChange('status', from, to), ago, by] as const),
    ...logged.map(([by, ago, minutes]) => ['time.logged', `logged ${minutesText(minutes)}`, ago, by] as const),
  ];
  return events;
}

/** How a task got its status, oldest first: from shortly after its creation to when people last touched it. */
function stepsOf(draft: TaskDraft) {
  const { status, created_at: ago, created_by, to: [by = created_by] = [] } = draft;
  const end = Math.min(ago * 0.9, ...touchesOf(draft));
  const way = ['todo', 'in_progress', status === 'paused' ? status : 'in_review', 'done'];
  return way.slice(1, way.indexOf(status) + 1).map((to, index) => {
    const share = [0.15, 0.8, 0.97][index] ?? 1;
    return { from: way[index] ?? to, to, by, ago: ago - (ago - end) * share };
  });
}

/** How many workdays ago people commented or logged time. */
function touchesOf({ said = [], logged = [] }: TaskDraft): readonly number[] {
  return [...said, ...logged].map(([, ago]) => ago);
}

function lastChange(draft: TaskDraft): number {
  const { created_at: ago, archived_at = ago, deleted_at = ago } = draft;
  return Math.min(ago, archived_at, deleted_at, ...touchesOf(draft), ...stepsOf(draft).map((step) => step.ago));
}

/** A short comment by the assignee of some tasks without any. */
function remarkOn(scene: Scene, draft: TaskDraft, number: number): readonly SaidLine[] {
  const by = draft.to?.[0];
  if (!by || !scene.random.chance(0.6)) return [];
  const fitting = remarks[draft.status];
  const remark = fitting[(number + scene.number) % fitting.length];
  return remark === undefined ? [] : [[by, lastChange(draft) * 0.98, remark]];
}
