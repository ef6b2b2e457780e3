import { readAccess } from '../access/access.js';
import { readDue } from '../fields/calendar.js';
import { parseChecklist } from '../fields/checklist.js';
import { type Fields, readRequiredText, taskChoices } from '../fields/fields.js';
import { shareFiles } from '../files.js';
import { findProjectByKey, insertTask, readLenientFields, type TaskDraft } from '../tasks/create.js';
import { type Answer, type Call, created, ok, Refusal } from '../world.js';
import { insertMessage, requireTicket, type TicketRecord } from './record.js';

/** `POST /tickets/:id/tasks` turns a ticket into a linked task of a project; for the team only. */
export function convertTicket(call: Call): Answer {
  const { world, body: fields } = call;
  const due = readDue(fields) ?? null;
  const access = readAccess(call);
  if (!access.isTeam) throw new Refusal(403, 'Only the internal team may turn tickets into tasks.');
  const ticket = requireTicket(call);
  const draft = readDraft(fields, due, ticket);
  const projectKey = readRequiredText(fields, 'projectKey');
  const project = findProjectByKey(world, projectKey);
  const isExact = project?.key === projectKey || world.shape !== 'wire';
  if (!project || !isExact) throw new Refusal(400, `There is no project ${projectKey}.`);
  if (!access.mayInProject(project, 'project.tasks.create')) {
    throw new Refusal(403, `You are not allowed to create tasks in ${project.key}.`);
  }
  // A task made from a ticket gets the ticket's files; the request has none.
  const { id, ref } = insertTask({ ...call, files: [] }, project, draft);
  shareFiles(world, ticket.id, { id, projectId: project.projectId });
  const body = `Turned into the task ~[${ref}](task:${id}).`;
  insertMessage(call, { ticketId: ticket.id, body, isInternal: true });
  return (world.shape === 'wire' ? ok : created)({ id, displayId: ref });
}

/** Invalid values fall back to defaults; open items of the ticket's checklist are copied with their ids. */
function readDraft(fields: Fields, due: string | null, ticket: TicketRecord): TaskDraft {
  return {
    title: readRequiredText(fields, 'title'),
    status: taskChoices.status.find((one) => one === fields.status) ?? 'todo',
    priority: taskChoices.priority.find((one) => one === fields.priority) ?? 'medium',
    type: taskChoices.type.find((one) => one === fields.type) ?? 'task',
    due,
    ...readLenientFields(fields),
    dependsOnIds: [],
    plannedFor: null,
    checklist: parseChecklist(ticket.checklist).filter((item) => !item.done),
    sourceTicketId: ticket.id,
  };
}
