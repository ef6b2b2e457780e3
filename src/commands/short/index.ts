import { defineCommand, type LoadVerb, type Noun } from '../../args/verb.js';

const shortVerb = (name: string, summary: string, load: LoadVerb): Noun =>
  defineCommand({ name, summary, group: 'Task or ticket', load });

/** Verbs without a noun: what the reference names decides what they do. */
export const shortVerbs: readonly Noun[] = [
  shortVerb('view', 'Read a task or ticket', () => import('./view.js')),
  shortVerb('edit', 'Change tasks or tickets', () => import('./edit.js')),
  shortVerb('reply', 'Answer a ticket, in public', () => import('./reply.js')),
  shortVerb('note', 'Write an internal note on a ticket', () => import('./note.js')),
  shortVerb('comment', 'Comment on a task', () => import('./comment.js')),
  shortVerb('assign', 'Assign people to a task or ticket', () => import('./assign.js')),
  shortVerb('unassign', 'Unassign people from a task or ticket', () => import('./unassign.js')),
  shortVerb('attach', 'Attach files to a task or ticket', () => import('./attach.js')),
  shortVerb('close', 'Close tasks or tickets', () => import('./close.js')),
  shortVerb('reopen', 'Reopen tasks or tickets', () => import('./reopen.js')),
  shortVerb('done', 'Mark tasks as done', () => import('../tasks/done.js')),
  shortVerb('time', 'Log time on a task', () => import('../tasks/time.js')),
  shortVerb('convert', 'Create a task from a ticket', () => import('../tickets/convert.js')),
  shortVerb('checklist', 'Print or change the checklist of a task or ticket', () => import('./checklist.js')),
];
