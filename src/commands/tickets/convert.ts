import type { Context } from '../../args/context.js';
import { type FlagValues, text, toggle } from '../../args/flag.js';
import { isNone, kind, pipedText } from '../../args/value.js';
import { defineVerb, oneRef } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { ask, get, send, type TextChange } from '../../compose/compose.js';
import { itemsOf } from '../../compose/form/field.js';
import { newFlags } from '../../compose/text/text-flags.js';
import { TrackerError } from '../../contract/errors.js';
import { type Row, refOf, rowAt, rowsWithin, textOf, titleOf } from '../../contract/row.js';
import type { TicketConvert } from '../../contract/shapes/ticket.js';
import type { Entity } from '../../references/find-entity.js';
import { findNamed } from '../../references/find-named.js';
import type { RefArgument } from '../../references/read.js';
import { watchUnseen } from '../conversations/unseen.js';
import { choiceFor, projectKeyForNew, requireFlags } from '../creating/creating.js';
import { newWorkShown } from '../work/new/check-new.js';
import { listsIn, toBody } from '../work/new/create.js';
import { findTeam, task, taskFlags } from '../work/task.js';
import { readFields } from '../work/work-kind.js';

const { priority, type, due, estimate, tag, assignee } = taskFlags;

const flags = {
  project: text('--project', 'the project: key, name or id (default: from .tracker.json)', kind('project')),
  title: text('-t, --title', 'the title (default: the subject of the ticket)', pipedText('line', 'title')),
  type,
  priority,
  due,
  estimate,
  tag,
  assignee,
  again: toggle('--again', 'create another task although the ticket has one'),
  ...newFlags,
};

export const verb = defineVerb({
  details: [
    'Creates a task linked to the ticket and prints its reference. The open items of the checklist and the files are copied; the',
    'ticket itself stays unchanged. A ticket that has a task already is converted only with --again. On a terminal, you are',
    'prompted for the project; elsewhere --project is required.',
    '',
    'For the internal team.',
  ].join('\n'),
  prints: 'result',
  arguments: [oneRef('tickets')],
  flags,
  examples: [
    { line: 'tracker tickets convert BERG-18 --project BOP', does: 'use the subject as the title' },
    {
      line: 'tracker tickets convert BERG-19 --project BOP -t "Print barcodes lower" -p high --due fri -a @me',
      does: 'set more fields',
    },
  ],
  writes: ['POST /tickets/:id/tasks', 'PATCH /tasks/:id'],
  lastingFlags: async (values, context) => settle(context, await context.client(), values),
  run: async (context, [argument = '']: readonly RefArgument[], given) => {
    const got = await get(context, given, {
      command: 'tickets convert',
      flags,
      target: argument,
      check: (values, client) => settle(context, client, values),
    });
    const { client } = got;
    const [ref = { text: '' }] = got.refs;
    const asked = await ask(context, got, async ({ onAnswer }) => {
      const { project } = got.values;
      if (!context.prompt.possible) {
        // What is known to be a task is not asked for a project first.
        const isTask =
          client.index.find('tasks', ref.text.toUpperCase()) && !client.index.find('tickets', ref.text.toUpperCase());
        if (isTask) await findNamed(context, 'ticket', ref);
        return requireFlags(context, { project, title: '' });
      }
      const ticket = await findNamed(context, 'ticket', ref);
      await requireNew(ticket, got.values);
      // Those of the ticket's organisation, and the team.
      const people = async (): Promise<readonly Row[]> => rowsWithin(await ticket.detail(), 'assignableUsers');
      const { projectField } = await import('../creating/choose-project.js');
      const { fillForm } = await import('../../compose/form/form.js');
      await fillForm(context, {
        ...{ title: 'A new task', send: 'create it', isNew: true, isReviewed: false },
        ...{ fields: [projectField(client, flags, people)], before: { project } },
        onAnswer: ({ project: chosen }) => onAnswer({ project: itemsOf(chosen)[0] }),
      });
    });
    const { values } = asked;
    const convert = async (sending: TextChange<Values>) => await createTask(context, sending);
    // The title is the only text; without one, there is nothing to keep as a draft, unless it has a key.
    const sent = await (values.title === undefined && values.once === undefined
      ? convert(asked)
      : send(context, asked, convert));
    if (!sent) return undefined;
    const { answer, body, from } = sent;
    return await newWorkShown(context, client, {
      ...{ work: task, answer, body: { ...body }, title: body.title, look: 'tasks list --scope all' },
      sentence: (made) => `Created ${made} from ${from}: ${body.title}`,
      isNobodys: values.assignee.some(isNone),
    });
  },
});

type Values = FlagValues<typeof flags>;

/** Throws usage errors for the flags before anything is read or prompted for. */
function settle(context: Context, client: Client, values: Values): Values {
  const read = readFields(context, client, { work: task, given: values });
  listsIn(values);
  return { ...values, project: values.project ?? choiceFor(context, client, 'project'), title: textOf(read.title) };
}

/** Throws `conflict` (exit 6) for a ticket that has tasks already, unless another one is wanted. */
async function requireNew(ticket: Entity<'ticket'>, { again }: Values): Promise<void> {
  const tasks = rowsWithin(await ticket.detail(), 'linkedTasks').map(refOf);
  if (again || tasks.length === 0) return;
  throw new TrackerError('conflict', `${ticket.ref} has a task already: ${tasks.join(', ')}`, {
    hint: 'add --again to create another one',
  });
}

/** Gives the reference of the ticket too; undefined in a dry run. */
async function createTask(context: Context, sending: TextChange<Values>) {
  const { client, values, refs, named } = sending;
  const projectKey = await projectKeyForNew(context, named({ text: values.project ?? '' }));
  const fields = await toBody(context, sending, {
    work: task,
    begin: async (_values, { title }) => ({ title, projectKey }),
    findPeople: () => findTeam(client),
  });
  const ticket = await findNamed(context, 'ticket', refs[0] ?? { text: '' });
  await requireNew(ticket, values);
  if (ticket.basis?.seen) await watchUnseen(context, client, { ifUnchanged: true }).check(ticket, 'Convert it');
  const title = values.title ?? titleOf(rowAt(await ticket.detail(), 'ticket'));
  const body: TicketConvert = { ...fields, title, projectKey };
  const answer = await client.write('POST /tickets/:id/tasks', { id: ticket.uuid, body });
  return answer && { answer, body, from: ticket.ref };
}
