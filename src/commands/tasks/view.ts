import { defineVerb, manyRefs } from '../../args/verb.js';
import { requireRows, rowAt } from '../../contract/row.js';
import { taskDetail, taskFields, taskLines } from '../../views/tasks/detail.js';
import { taskList } from '../../views/tasks/list.js';
import { commentsFlag, messageFlag, viewWork, type WorkView, webFlag } from '../work/view.js';

export const taskView: WorkView = {
  kind: 'task',
  said: { one: 'comment', many: 'comments' },
  check: (detail) => requireRows(rowAt(detail, 'task'), 'comments'),
  layout: taskDetail,
  fields: taskFields,
  list: taskList,
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
  flags: { comments: commentsFlag(taskView.said.many), message: messageFlag(taskView.said.one), web: webFlag },
  examples: [
    { line: 'tracker tasks view SCM-12', does: 'view a task' },
    { line: 'tracker tasks view scm-12 --json | jq .task.title', does: 'use it in a script' },
    { line: 'tracker tasks view SCM-12 --comments 3', does: 'show only its newest comments' },
  ],
  run: viewWork(taskView),
});
