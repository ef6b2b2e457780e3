import { type FlagValues, text } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, refOf, rowsOf, textOf, textsOf } from '../../contract/row.js';
import type { TaskCreate } from '../../contract/task.js';
import type { Created } from '../../contract/wide.js';
import { TrackerError } from '../../errors.js';
import type { FilePart } from '../../http/multipart.js';
import { nameOf } from '../writing/assignees.js';
import { attachFlags, openAttachments } from '../writing/attachments.js';
import { sendAuthored } from '../writing/drafted.js';
import { withDraft } from '../writing/from-draft.js';
import type { Authored } from '../writing/keep-draft.js';
import { keepTyped } from '../writing/keep-typed.js';
import { requireKeptFiles } from '../writing/kept-files.js';
import { defaultProject, resolveProjectKey } from '../writing/project.js';
import { readText, withGivenText } from '../writing/read-text.js';
import { requireOneReader } from '../writing/standard-input.js';
import { draftFlag, textFlags } from '../writing/text-flags.js';
import { type Asked, askForTask } from './ask-task.js';
import { lookBackAtTask } from './look-back-at-task.js';
import { fieldFlags, type PlainFields, readFieldsFor, readList, settleWords } from './task-fields.js';
import { findAssignees, findTasks } from './task-people.js';

const flags = {
  ...fieldFlags,
  project: text('--project <project>', 'its project: key, name or id (default: that of .tracker.json)'),
  ...textFlags,
  ...attachFlags,
  ...draftFlag,
};

export const verb = defineVerb({
  details: [
    'Prints the reference of the new task. A title and a project are needed; on a terminal you are asked for what is',
    'missing. The description comes from --body, --body-file or, with --editor, from your editor. What you wrote is kept',
    'as a draft until the server has taken it. Without an assignee the server decides, mostly for you.',
    '',
    'Needs project.tasks.create in the project. Status, priority and type are words of the server.',
  ].join('\n'),
  flags,
  examples: [
    { line: 'tracker tasks create --project SCM -t "Check the mooring lines"', does: 'the least' },
    {
      line: 'tracker tasks create --project SCM -t "Night ferry" -p high --due fri --estimate 1h30m -a @me',
      does: 'with more',
    },
    { line: 'tracker tasks create --project OPS -t "Follow up" -F notes.md', does: 'the text from a file' },
    { line: 'tracker tasks create --project SCM -t "See the trace" -e --attach trace.log', does: 'in your editor' },
  ],
  writes: true,
  run: async (context, _args, given) => {
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const drafted = withDraft(context, given, { command: 'tasks create', url, table: flags });
    refuseWrong(context, client, drafted);
    const files = openAttachments(context, drafted);
    const values = await withGivenText(context, drafted, 'description');
    const { due, plannedFor } = readFieldsFor(client, values, context.now());
    const authoredWith = (flags: object): Authored => ({
      command: 'tasks create',
      args: [],
      // Days are kept as days: a draft that is sent later still means the Friday that was meant.
      flags: { ...values, ...flags, due: due ?? values.due, planned: plannedFor ?? values.planned },
      url,
      fromDraft: given.fromDraft,
    });
    let answers: Partial<Asked> = {};
    const onAnswer = (answer: Partial<Asked>): void => {
      answers = { ...answers, ...answer };
    };
    const { answer, fromDraft } = await keepTyped(
      context,
      (body = values.body) =>
        body !== undefined || answers.title !== undefined ? authoredWith({ ...answers, body }) : undefined,
      async (onInterrupted) => await complete(context, client, { values, onAnswer, onInterrupted }),
    );
    const written = { ...answer, files };
    const authored = { ...authoredWith(written.values), fromDraft: fromDraft ?? given.fromDraft, files };
    const sent = await sendAuthored(context, authored, async () => await send(context, client, written));
    if (sent) await tell(context, client, { ...written, ...sent });
  },
});

interface Written {
  readonly values: FlagValues<typeof flags>;
  readonly project: string;
  readonly fields: PlainFields;
  readonly files: readonly FilePart[];
}

/** What is wrong with what was given is told before anything is read or asked. */
function refuseWrong(context: Context, client: Client, values: FlagValues<typeof flags>): void {
  readFieldsFor(client, values, context.now());
  for (const [flag, list] of [
    ['--tag', values.tag],
    ['--assignee', values.assignee],
    ['--depends-on', values.dependsOn],
  ] as const)
    readList(flag, list);
  requireOneReader([
    ['--body-file', values.bodyFile],
    ['--attach', values.attach],
    ['--depends-on', values.dependsOn],
  ]);
}

interface Completing {
  readonly values: FlagValues<typeof flags>;
  readonly onAnswer: (answer: Partial<Asked>) => void;
  readonly onInterrupted: (body: string) => void;
}

/** Everything a person has to say, before anything is sent. */
async function complete(
  context: Context,
  client: Client,
  { values, onAnswer, onInterrupted }: Completing,
): Promise<Omit<Written, 'files'>> {
  const project = values.project ?? defaultProject(context, client);
  const asked = await askForTask(context, client, { ...values, project }, onAnswer);
  const body = await readText(context, values, { what: 'description', required: false, onInterrupted });
  const complete = { ...values, ...asked, body };
  return { values: complete, project: asked.project, fields: readFieldsFor(client, complete, context.now()) };
}

interface Sent {
  readonly body: TaskCreate;
  readonly reply: Created;
}

async function send(context: Context, client: Client, written: Written): Promise<Sent | undefined> {
  const { values, project, files } = written;
  const [projectKey, assigneeIds, dependsOnIds, fields] = [
    await resolveProjectKey(client, project),
    await findAssignees(client, readList('--assignee', values.assignee)),
    await findTasks(context, client, readList('--depends-on', values.dependsOn)),
    settleWords(client, written.fields),
  ];
  const { title = '', status, priority, type, due, estimate, plannedFor } = fields;
  const tags = readList('--tag', values.tag);
  const body: TaskCreate = {
    title,
    projectKey,
    ...(values.body !== undefined && { description: values.body }),
    ...(status !== undefined && { status }),
    ...(priority !== undefined && { priority }),
    ...(type !== undefined && { type }),
    ...(due && { due }),
    ...(estimate && { estimate }),
    ...(tags.length > 0 && { tags }),
    ...(assigneeIds.length > 0 && { assigneeIds }),
    ...(dependsOnIds.length > 0 && { dependsOnIds }),
    ...(plannedFor && { plannedFor }),
  };
  const reply = await client.write('POST /tasks', { body, files });
  return reply && { body, reply };
}

/** Says what was made, and of the files and the people, which a server may leave out, only what is there. */
async function tell(context: Context, client: Client, { body, reply, files }: Sent & Written): Promise<void> {
  const ids = body.assigneeIds ?? [];
  const ref = refOf(reply);
  if (ref === '') {
    const message = `the server took ${JSON.stringify(body.title)} and did not say its reference`;
    throw new TrackerError('unknown_outcome', message, { hint: 'tracker tasks list --scope mine' });
  }
  const uuid = textOf(reply.id);
  if (uuid && uuid !== ref) client.index.learn('tasks', [{ ref, uuid, title: body.title }]);
  const { tags = [] } = body;
  const what = `${ref} was created`;
  const announce = async (task: Row): Promise<void> => {
    const people = ids.filter((id) => textsOf(task.assignees).includes(id));
    const whom = people.length === 0 ? '' : `, assigned to ${people.map((id) => nameOf(client, id)).join(', ')}`;
    await context.show.created(`Created ${ref}: ${body.title}${whom}.`, reply, ref);
  };
  if (uuid === undefined || ids.length + tags.length + files.length === 0) return await announce({});
  const seen = await lookBackAtTask(context, client, { uuid, what, ids, tags, announce });
  if (seen.spelled !== '') await context.show.say(`${ref}: ${seen.spelled}.`);
  if (!seen.detail) return;
  const attachments = rowsOf(seen.detail.attachments);
  requireKeptFiles(what, files, attachments.length > 0 ? attachments : rowsOf(seen.task.files));
}
