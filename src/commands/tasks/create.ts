import { text } from '../../args/flag.js';
import { attachFlags } from '../../args/more-flags.js';
import { kind } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { withTitleArgument } from '../../compose/text/text-argument.js';
import { newFlags, textFlags } from '../../compose/text/text-flags.js';
import { textsOf } from '../../contract/row.js';
import { userName } from '../../lists/names.js';
import { choiceFor, projectKeyForNew, requireFlags } from '../creating/creating.js';
import { createWork } from '../work/new/create.js';
import { findTeam, task, taskFlags } from '../work/task.js';

const flags = {
  ...taskFlags,
  project: text('--project', 'the project: key, name or id (default: from .tracker.json)', kind('project')),
  ...textFlags,
  ...attachFlags,
  ...newFlags,
};

const verbOfFlags = defineVerb({
  details: [
    'Prints the reference of the new task. A title and a project are required; on a terminal, you are prompted for anything',
    'missing. The task is then shown, with who will see it, before it is created, unless --yes or both title and description are',
    'given. The description comes from --body, --body-file or, with --editor, your editor. What you wrote is kept as a draft until',
    'the server has accepted it. Without --assignee, the server decides; most assign the task to you.',
    '',
    'For members of the project, and the team. The server defines the values of status, priority and type.',
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
  writes: ['POST /tasks', 'PATCH /tasks/:id'],
  run: async (context, _args, given) => {
    const client = await context.client();
    return await createWork(context, given, {
      ...{ work: task, flags, route: 'POST /tasks', title: 'title', look: 'tasks list --scope mine' },
      settle(values) {
        const project = values.project ?? choiceFor(context, client, 'project');
        if (!context.prompt.possible) requireFlags(context, { ...values, project });
        return { ...values, project };
      },
      async form() {
        const { formFields } = await import('../work/new/form.js');
        const { projectField, taskAudience } = await import('../creating/choose-project.js');
        return {
          fields: [projectField(client, flags), ...formFields(client, { work: task, flags, keys: task.form })],
          audience: async ({ project }) => await taskAudience(client, String(project)),
        };
      },
      begin: async ({ project: text = '' }, { title }, named) => ({
        title,
        projectKey: await projectKeyForNew(context, named({ text })),
      }),
      findPeople: () => findTeam(client),
      sentence(ref, stored, { title, assigneeIds }) {
        const people = textsOf(assigneeIds).filter((id) => textsOf(stored.assignees).includes(id));
        const whom = people.length === 0 ? '' : `, assigned to ${people.map((id) => userName(client, id)).join(', ')}`;
        return `Created ${ref}: ${title}${whom}.`;
      },
    });
  },
});

export const verb: VerbBody = withTitleArgument(verbOfFlags);
