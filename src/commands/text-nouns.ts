import { defineNoun, listVerb, type UngroupedNoun } from '../args/verb.js';

/** The nouns whose verbs keep drafts. They have a file of their own because `drafts send`, which `nouns.ts` names, runs these verbs. */
export const textNouns: readonly UngroupedNoun[] = [
  defineNoun(['tasks', 'task'], 'List, view, create and edit tasks', [
    listVerb('list', 'List tasks', () => import('./tasks/list.js')),
    listVerb('view', 'View a task', () => import('./tasks/view.js')),
    listVerb('create', 'Create a task', () => import('./tasks/create.js')),
    listVerb('edit', 'Edit tasks', () => import('./tasks/edit.js')),
    listVerb('done', 'Mark tasks as done', () => import('./tasks/done.js')),
    listVerb('delete', 'Delete tasks', () => import('./tasks/delete.js')),
    listVerb('comment', 'Comment on tasks', () => import('./tasks/comment.js')),
    listVerb('checklist', 'Print or change the checklist of a task', () => import('./tasks/checklist.js')),
    listVerb('time', 'Log time on a task', () => import('./tasks/time.js')),
    listVerb('meetings', 'List the meeting notes of a task', () => import('./tasks/meetings.js')),
    listVerb('branch', 'Switch to a git branch for a task', () => import('./tasks/branch.js')),
  ]),
  defineNoun(['tickets', 'ticket'], 'List, view, answer and edit support tickets', [
    listVerb('list', 'List tickets', () => import('./tickets/list.js')),
    listVerb('view', 'View a ticket with its timeline', () => import('./tickets/view.js')),
    listVerb('create', 'Create a ticket', () => import('./tickets/create.js')),
    listVerb('edit', 'Edit tickets', () => import('./tickets/edit.js')),
    listVerb('delete', 'Delete tickets', () => import('./tickets/delete.js')),
    listVerb('reply', 'Send a public reply to the customer', () => import('./tickets/reply.js')),
    listVerb('note', 'Write an internal note for the team', () => import('./tickets/note.js')),
    listVerb('checklist', 'Print or change the checklist of a ticket', () => import('./tickets/checklist.js')),
    listVerb('convert', 'Create a task from a ticket', () => import('./tickets/convert.js')),
  ]),
  defineNoun(['projects', 'project'], 'List, read and comment on projects', [
    listVerb('list', 'List the projects you can see', () => import('./projects/list.js')),
    listVerb('view', 'View a project', () => import('./projects/view.js')),
    listVerb('activity', 'List what happened in a project', () => import('./projects/activity.js')),
    listVerb('comment', 'Comment on a project', () => import('./projects/comment.js')),
  ]),
  defineNoun('chat', 'Read, start and reply to chat threads', [
    listVerb('list', 'List the threads of an organisation', () => import('./chat/list.js')),
    listVerb('view', 'View a thread, which marks it as read', () => import('./chat/view.js')),
    listVerb('create', 'Start a thread', () => import('./chat/create.js')),
    listVerb('reply', 'Reply in a thread', () => import('./chat/reply.js')),
  ]),
  defineNoun('notes', 'Read and write notes', [
    listVerb('list', 'List your notes, meeting notes and notes shared with you', () => import('./notes/list.js')),
    listVerb('view', 'View a note', () => import('./notes/view.js')),
    listVerb('create', 'Create a quick note', () => import('./notes/create.js')),
  ]),
];
