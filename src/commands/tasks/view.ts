import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import { refOf, requireRows, rowAt, uuidOf } from '../../contract/row.js';
import type { DetailData } from '../../output/shown.js';
import type { DetailLines, ListView } from '../../output/view.js';
import { findNamed } from '../../references/find-named.js';
import { type Given, type Reference, readReferences } from '../../references/read.js';
import { showEach } from '../bulk/show-each.js';
import { openInBrowser, refuseFormat } from '../showing/open-web.js';
import { settingFor } from '../showing/setting.js';
import { commentsFlag, countOfComments, refuseComments } from '../work/comments-flag.js';

/** The lines of this view in a pipe; declared here so that help and completion need not load the view. */
const taskLines: DetailLines = {
  keys: 'ref title status priority type projectKey assigneeNames tags due planned start end estimate logged parent ticket createdByName created updated uuid'.split(
    ' ',
  ),
  rest: 'rows of checklist, links and files, description, and rows comment|log<TAB>time<TAB>author<TAB>text',
};

export const verb = defineVerb({
  details: [
    'Shows fields, description, checklist, dependencies, attachments, comments and logged time. --json prints the object that the',
    'server sends.',
    '',
    'With --csv or --tsv, several tasks are printed as one table with the columns of the list.',
  ].join('\n'),
  prints: { detail: taskLines },
  arguments: [manyRefs('tasks')],
  flags: {
    comments: commentsFlag('comments'),
    web: toggle('--web', 'open its web page in the browser'),
  },
  examples: [
    { line: 'tracker tasks view SCM-12', does: 'view a task' },
    { line: 'tracker tasks view scm-12 --json | jq .task.title', does: 'use it in a script' },
    { line: 'tracker tasks view SCM-12 --comments 3', does: 'show only its newest comments' },
  ],
  run: async (context, given: readonly Given[], { comments, web }) => {
    if (web) refuseFormat(context, '--web');
    if (comments !== undefined) refuseComments(context, web);
    const refs = await readReferences(context, given);
    if (!web) return await showEach(context, refs, async (ref) => await readTask(context, ref, { comments }));
    const client = await context.client();
    for (const reference of refs) {
      const { ref: name } = await findNamed(context, 'task', reference);
      await openInBrowser(context, client, `tasks?task=${encodeURIComponent(name)}`);
    }
  },
});

/** Reads a task to be shown. */
export async function readTask(
  context: Context,
  reference: Reference,
  { comments }: { readonly comments: number | undefined },
): Promise<DetailData> {
  const client = await context.client();
  const found = await findNamed(context, 'task', reference);
  const envelope = await found.detail();
  const task = rowAt(envelope, 'task');
  requireRows(task, 'comments');
  const setting = settingFor(context, client, envelope.authors);
  const [{ taskDetail, taskFields }, { limitTimeline }] = await loadViews();
  const layout = () => limitTimeline(taskDetail(envelope, setting), countOfComments(context, comments));
  return { envelope, ref: refOf(task), uuid: uuidOf(task), setting, layout, fields: taskFields, list: listView };
}

async function listView(): Promise<ListView> {
  return (await import('../../views/tasks/list.js')).taskList;
}

/** Loads the view only when it is needed. */
async function loadViews(): Promise<
  [typeof import('../../views/tasks/detail.js'), typeof import('../../views/detail.js')]
> {
  return await Promise.all([import('../../views/tasks/detail.js'), import('../../views/detail.js')]);
}
