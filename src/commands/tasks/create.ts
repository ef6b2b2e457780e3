import { type FlagValues, text } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { keepTyped } from '../../drafts/ask.js';
import { readText, withGivenText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag, textFlags } from '../../drafts/text-flags.js';
import { attachFlags, openAttachments } from '../../files/attachments.js';
import { requireOneReader } from '../../files/one-reader.js';
import { defaultProject } from '../project.js';
import { type Asked, askForTask } from './ask-task.js';
import { type NewTask, sendTask, tellTask } from './new-task.js';
import { fieldFlags, readFieldsFor, readList } from './task-fields.js';

const flags = {
  ...fieldFlags,
  project: text('--project', 'its project: key, name or id (default: that of .tracker.json)', kind('project')),
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
  prints: 'result',
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
      async (onUnsent) => await complete(context, client, { values, onAnswer, onUnsent }),
    );
    const written = { ...answer, files };
    const authored = { ...authoredWith(written.values), fromDraft: fromDraft ?? given.fromDraft, files };
    const sent = await sendAuthored(context, authored, async () => await sendTask(context, client, written));
    if (sent) await tellTask(context, client, { ...written, ...sent });
  },
});

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

interface Completed extends Omit<NewTask, 'files'> {
  readonly values: FlagValues<typeof flags>;
}

interface Completing {
  readonly values: FlagValues<typeof flags>;
  readonly onAnswer: (answer: Partial<Asked>) => void;
  readonly onUnsent: (body: string) => void;
}

/** Everything a person has to say, before anything is sent. */
async function complete(
  context: Context,
  client: Client,
  { values, onAnswer, onUnsent }: Completing,
): Promise<Completed> {
  const project = values.project ?? defaultProject(context, client);
  const asked = await askForTask(context, client, { ...values, project }, onAnswer);
  const body = await readText(context, values, { what: 'description', required: false, onUnsent });
  const complete = { ...values, ...asked, body };
  return { values: complete, project: asked.project, fields: readFieldsFor(client, complete, context.now()) };
}
