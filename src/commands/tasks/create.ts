import { type FlagValues, text } from '../../args/flag.js';
import { readList } from '../../args/list-edit.js';
import { kind } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { ask, edit, get, send } from '../../drafts/compose.js';
import { draftFlag, textFlags } from '../../drafts/text/text-flags.js';
import { attachFlags } from '../../files/attach-flags.js';
import { fileRemarks, isReviewed } from '../creating/review.js';
import { withTitleArgument } from '../creating/title-argument.js';
import { defaultProject } from '../projects/project-for-new.js';
import { requireFlags } from './new-task/require-flags.js';
import { reportTask, sendTask } from './new-task/send.js';
import { fieldFlags, fieldsOf } from './task-fields.js';

const flags = {
  ...fieldFlags,
  project: text('--project', 'the project: key, name or id (default: from .tracker.json)', kind('project')),
  ...textFlags,
  ...attachFlags,
  ...draftFlag,
};

const verbOfFlags = defineVerb({
  details: [
    'Prints the reference of the new task. A title and a project are required; on a terminal, you are prompted for anything',
    'missing. The task is then shown, with who will see it, before it is created, unless --yes or both title and description are',
    'given. The description comes from --body, --body-file or, with --editor, your editor. What you wrote is kept as a draft until',
    'the server has accepted it. Without --assignee, the server decides; most assign the task to you.',
    '',
    'Requires project.tasks.create in the project. The server defines the values of status, priority and type.',
  ].join('\n'),
  prints: 'result',
  flags,
  examples: [
    { line: 'tracker tasks create "Check the mooring lines" --project SCM', does: 'create a task' },
    {
      line: 'tracker tasks create --project SCM -t "Night ferry" -p high --due fri --estimate 1h30m -a @me',
      does: 'set more fields',
    },
    { line: 'tracker tasks create --project OPS -t "Follow up" -F notes.md', does: 'read the description from a file' },
    {
      line: 'tracker tasks create --project SCM -t "See the trace" -e --attach trace.log',
      does: 'write it in your editor and attach a file',
    },
  ],
  writes: true,
  run: async (context, _args, given) => {
    const got = await get(context, given, {
      command: 'tasks create',
      flags,
      text: { what: 'description', isRequired: false },
      check: (values, client) => check(client, values),
    });
    const { client, files } = got;
    const asked = await ask(context, got, async ({ onAnswer, write }) => {
      const { attach, editor, project = defaultProject(context, client) } = got.values;
      const before = { ...got.values, project };
      await onAnswer({ project });
      if (!context.prompt.possible) return requireFlags(before);
      const { projectField, taskAudience, taskFormFields } = await import('./task-form.js');
      const { fillForm } = await import('../../forms/form.js');
      await fillForm(context, {
        ...{ title: 'A new task', send: 'create it', isNew: true, before, write },
        ...{ opensEditor: editor, isReviewed: isReviewed(context, given, given.title) },
        // Each answer has the type of its flag.
        onAnswer: (answer) => onAnswer(answer as Partial<Values>),
        fields: [projectField(client, flags), ...taskFormFields(client, flags)],
        remarks: async (answers) => [...fileRemarks(attach), await taskAudience(client, String(answers.project))],
      });
    });
    const written = await edit(context, asked);
    const { values } = written;
    const fields = fieldsOf(client, values);
    const task = { values, project: values.project ?? '', fields, files };
    const sent = await send(context, written, async () => await sendTask(context, client, task));
    if (sent) await reportTask(context, client, { ...task, ...sent });
  },
});

export const verb: VerbBody = withTitleArgument(verbOfFlags);

type Values = FlagValues<typeof flags>;

/** Throws usage errors for the flags before anything is read or prompted for. */
function check(client: Client, values: Values): Values {
  fieldsOf(client, values);
  readList('--tag', values.tag);
  readList('--assignee', values.assignee);
  readList('--depends-on', values.dependsOn);
  return values;
}
