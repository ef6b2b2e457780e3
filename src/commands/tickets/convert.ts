import { text } from '../../args/flag.js';
import { isNone } from '../../args/none.js';
import { freeText, kind, ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { oneReference } from '../../bulk/one-reference.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, refOf, rowAt, titleOf, uuidOf } from '../../contract/row.js';
import type { TicketConvert } from '../../contract/ticket.js';
import { withDraft } from '../../drafts/restore-flags.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag } from '../../drafts/text-flags.js';
import { defaultProject, resolveProjectKey } from '../project.js';
import { tellCreated } from '../report-created.js';
import { type Asked, askForTask } from '../tasks/ask-task.js';
import { checkNewTask } from '../tasks/check-new-task.js';
import { fieldFlags, type PlainFields, readFieldsFor, readList, settleWords } from '../tasks/task-fields.js';
import { findAssignees } from '../tasks/task-people.js';

const { priority, type, due, estimate, tag, assignee } = fieldFlags;

const flags = {
  project: text('--project', 'its project: key, name or id (default: that of .tracker.json)', kind('project')),
  title: text('-t, --title', 'its title (default: the subject of the ticket)', freeText('title')),
  type,
  priority,
  due,
  estimate,
  tag,
  assignee,
  ...draftFlag,
};

export const verb = defineVerb({
  details: [
    'Makes a task that is linked to the ticket, and prints its reference. The items of the checklist that are open and the\nfiles come along; the ticket stays as it is. On a terminal you are asked for the project; elsewhere --project is\nneeded.',
    'For the team, with project.tasks.create in the project.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [
    { value: ref('tickets'), help: 'a ticket: its reference, uuid or web address, @branch, or - for standard input' },
  ],
  flags,
  examples: [
    { line: 'tracker tickets convert BERG-19 --project BOP', does: 'under the same title' },
    {
      line: 'tracker tickets convert BERG-19 --project BOP -t "Print barcodes lower" -p high --due fri -a @me',
      does: 'with more',
    },
  ],
  writes: true,
  run: async (context, [argument = ''], given) => {
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const values = withDraft(context, given, { command: 'tickets convert', url, table: flags });
    const read = readFieldsFor(client, values, context.now());
    const tags = readList('--tag', values.tag);
    const { priority: urgency } = values;
    readList('--assignee', values.assignee);
    const people = values.assignee;
    const project = values.project ?? defaultProject(context, client);
    const asked = await askForTask(context, client, { project, title: '', priority: urgency, assignee: people });
    const ref = await oneReference(context, argument);
    // A title is all that a person writes here; without one there is nothing to keep.
    const authored = {
      command: 'tickets convert',
      args: [ref],
      flags: { ...values, ...asked, title: read.title, due: read.due ?? values.due },
      url,
      fromDraft: given.fromDraft,
    };
    const convert = async (): Promise<Converted | undefined> => await send(context, client, { ref, asked, read, tags });
    const sent = await (read.title === undefined ? convert() : sendAuthored(context, authored, convert));
    if (!sent) return;
    const { answer, body, from } = sent;
    const made = refOf(answer);
    if (made !== '' && uuidOf(answer) !== made)
      client.index.learn('tasks', [{ ref: made, uuid: uuidOf(answer), title: body.title }]);
    const creation = { title: body.title, look: 'tracker tasks list --scope all' };
    const sentence = `Created ${made} from ${from}: ${body.title}`;
    await tellCreated(context, { ...creation, answer, ref: made, sentence });
    const uuid = uuidOf(answer);
    if (uuid !== '') await checkNewTask(context, client, { uuid, ref: made, body, isNobodys: people.some(isNone) });
  },
});

interface Wanted {
  readonly ref: string;
  readonly asked: Asked;
  readonly read: PlainFields;
  readonly tags: readonly string[];
}

interface Converted {
  readonly answer: Row;
  readonly body: TicketConvert;
  /** What people call the ticket. */
  readonly from: string;
}

/** Makes the task; undefined in a dry run. */
async function send(
  context: Context,
  client: Client,
  { ref, asked, read, tags }: Wanted,
): Promise<Converted | undefined> {
  const fields = settleWords(client, { ...read, ...(asked.priority && { priority: asked.priority }) });
  const [projectKey, assigneeIds] = [
    await resolveProjectKey(client, asked.project),
    await findAssignees(client, readList('--assignee', asked.assignee)),
  ];
  const ticket = await findNamed(context, 'ticket', ref);
  const body: TicketConvert = {
    title: fields.title ?? titleOf(rowAt(await ticket.detail(), 'ticket')),
    projectKey,
    ...(fields.type !== undefined && { type: fields.type }),
    ...(fields.priority !== undefined && { priority: fields.priority }),
    ...(fields.due && { due: fields.due }),
    ...(fields.estimate && { estimate: fields.estimate }),
    ...(tags.length > 0 && { tags }),
    ...(assigneeIds.length > 0 && { assigneeIds }),
  };
  const answer = await client.write('POST /tickets/:id/tasks', { id: ticket.uuid, body });
  return answer && { answer, body, from: ticket.ref };
}
