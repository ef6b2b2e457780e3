import { defineCommand, defineNoun, inGroup, type LoadVerb, listVerb, type Noun } from '../args/verb.js';

/** A verb without a noun, of those that are declared in one file, and load what they need. */
function short(name: keyof typeof import('./short/verbs.js')['shortVerbs']): LoadVerb {
  const load = async () => ({ verb: await (await import('./short/verbs.js')).shortVerbs[name]() });
  let loaded: ReturnType<LoadVerb> | undefined;
  return () => (loaded ??= load());
}

/** Every noun, in the order of help. Only names and summaries are here; a verb's file is loaded when it is used. */
export const nouns: readonly Noun[] = [
  ...inGroup('Work', [
    defineCommand('next', 'Show the ticket that has waited longest', () => import('./next/next.js')),
    // The list is in one file, which other commands should not have to load.
    defineCommand('today', 'List your tasks that are due by today', async () => ({
      verb: (await import('./tasks/list.js')).today,
    })),
    defineCommand(
      ['yesterday', 'standup'],
      'Report what you did since yesterday, and what is waiting',
      () => import('./report/day.js'),
    ),
    defineNoun('report', 'Report what was done, and what is waiting', [
      listVerb(
        'day',
        'Report what you did, what waits for you, and what you are waiting for',
        () => import('./report/day.js'),
      ),
    ]),
    defineCommand('status', 'Show what is waiting for you: inbox, tasks, tickets', () => import('./status/status.js')),
    defineCommand('triage', 'Work through tickets in a full-screen view', () => import('./triage/triage.js')),
    defineNoun(['inbox', 'notifications'], 'List notifications and mark them as read', [
      listVerb('list', 'List notifications, newest first', () => import('./inbox/list.js')),
      listVerb('count', 'Count unread notifications', () => import('./inbox/count.js')),
      listVerb('view', 'View what a notification is about', () => import('./inbox/view.js')),
      listVerb('watch', 'Print notifications as they arrive', () => import('./inbox/watch.js')),
      listVerb('read', 'Mark notifications as read', () => import('./inbox/read.js')),
    ]),
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
    defineNoun('wiki', 'Read the wiki', [
      listVerb('list', 'List the wiki pages as a tree', () => import('./wiki/list.js')),
      listVerb('view', 'View a wiki page', () => import('./wiki/view.js')),
    ]),
    defineCommand(
      ['search', 'find'],
      'Search tasks, tickets, projects, wiki pages and notes',
      () => import('./search/search.js'),
    ),
    defineCommand('similar', 'Find the tickets and tasks most like a given one', () => import('./search/similar.js')),
    defineCommand('sync', 'Download what you need to work offline', () => import('./sync/sync.js')),
    {
      ...defineNoun(['attachments', 'attachment'], 'List and download the files of tasks and tickets', [
        listVerb('list', 'List the files of a task or ticket', () => import('./attachments/list.js')),
        listVerb('download', 'Download files of a task or ticket', () => import('./attachments/download.js')),
      ]),
      needsVerb: true,
    },
    defineCommand('open', 'Open something in the browser', () => import('./open.js')),
    defineNoun(['drafts', 'draft'], 'List, send and delete what has not been sent', [
      listVerb('list', 'List the drafts on this computer', () => import('./drafts/list.js')),
      listVerb('view', 'Read a draft and see the command that sends it', () => import('./drafts/view.js')),
      listVerb('send', 'Send a draft', () => import('./drafts/send.js')),
      listVerb('delete', 'Delete drafts', () => import('./drafts/delete.js')),
    ]),
    defineCommand('undo', 'Take back what you changed', () => import('./undo/undo.js')),
    defineCommand('redo', 'Do again what you undid', () => import('./undo/redo.js')),
  ]),
  ...inGroup('Task or ticket', [
    defineCommand('view', 'Read a task or ticket', () => import('./short/view.js')),
    defineCommand('edit', 'Change tasks or tickets', short('edit')),
    defineCommand('reply', 'Answer a ticket, in public', short('reply')),
    defineCommand('note', 'Write an internal note on a ticket', short('note')),
    defineCommand('comment', 'Comment on a task', short('comment')),
    defineCommand('assign', 'Assign people to a task or ticket', () => import('./short/assign.js')),
    defineCommand('unassign', 'Unassign people from a task or ticket', async () => ({
      verb: (await import('./short/assign.js')).unassign,
    })),
    defineCommand('attach', 'Attach files to a task or ticket', () => import('./short/attach.js')),
    defineCommand('close', 'Close tasks or tickets', short('close')),
    defineCommand('reopen', 'Reopen tasks or tickets', short('reopen')),
    defineCommand('done', 'Mark tasks as done', () => import('./tasks/done.js')),
    defineCommand('time', 'Log time on a task, or list logged time', () => import('./tasks/time.js'), [
      listVerb('list', 'List and add up logged time', () => import('./time/list.js')),
    ]),
    defineCommand('convert', 'Create a task from a ticket', () => import('./tickets/convert.js')),
    defineCommand('checklist', 'Print or change the checklist of a task or ticket', short('checklist')),
    defineCommand('snooze', 'Put tickets off until later', () => import('./work/snooze.js')),
    defineCommand('watch', 'Print changes to a task or ticket as they happen', () => import('./watch/watch.js')),
  ]),
  ...inGroup('Signing in', [
    defineCommand('login', 'Sign in to a server', () => import('./login/login.js')),
    defineCommand('logout', 'Sign out and forget the token', () => import('./logout.js')),
    defineCommand(['whoami', 'me'], 'Show who is signed in and what they may do', () => import('./whoami.js')),
    defineCommand('token', 'Print the current token, for curl', () => import('./token.js')),
    defineNoun(['instances', 'instance'], 'Manage the servers you are signed in to', [
      listVerb('list', 'List the servers this computer knows', () => import('./instances/list.js')),
      listVerb('use', 'Make an instance the default', () => import('./instances/use.js')),
      listVerb('remove', 'Forget an instance and its token', () => import('./instances/remove.js')),
      listVerb('probe', 'Check a server without signing in', () => import('./instances/probe.js')),
    ]),
  ]),
  ...inGroup('Yourself', [
    defineNoun('people', 'List whom tasks and tickets can be assigned to', [
      listVerb('list', 'List the people you can assign', () => import('./people/list.js')),
    ]),
    defineNoun('profile', 'Change your name and picture', [
      listVerb('edit', 'Change your name or picture', () => import('./profile/edit.js')),
    ]),
    defineNoun('prefs', 'Manage your preferences on the server', [
      listVerb('list', 'List your preferences, including defaults', () => import('./prefs/list.js')),
      listVerb('get', 'Print one preference', () => import('./prefs/get.js')),
      listVerb('set', 'Change preferences', () => import('./prefs/set.js')),
    ]),
    defineNoun('views', 'Manage saved views, shared with the web app', [
      listVerb('list', 'List the saved views of each page', () => import('./views/list.js')),
      listVerb('view', 'Show the saved views and filters of a page', () => import('./views/view.js')),
      listVerb('save', 'Save filters as a view of tasks or tickets', () => import('./views/save.js')),
      listVerb('rename', 'Rename a saved view', () => import('./views/rename.js')),
      listVerb('delete', 'Delete a saved view', () => import('./views/delete.js')),
      listVerb('set', 'Change what is saved for a page', () => import('./views/set.js')),
    ]),
    defineNoun(['devices', 'device'], 'Manage devices that receive push notifications', [
      listVerb('add', 'Register a device for push notifications', () => import('./devices/add.js')),
      listVerb('remove', 'Remove a device', () => import('./devices/remove.js')),
    ]),
    defineNoun(['orgs', 'org'], 'List the organisations you belong to', [
      listVerb('list', 'List your organisations', () => import('./orgs/list.js')),
    ]),
  ]),
  ...inGroup('More', [
    defineNoun('sandbox', 'Run the whole service on this computer', [
      listVerb('start', 'Start the sandbox and sign in to it', () => import('./sandbox/start.js')),
      listVerb('stop', 'Stop the sandbox; its data stays', () => import('./sandbox/stop.js')),
      listVerb('status', 'Show whether the sandbox is running, and where', () => import('./sandbox/status.js')),
      listVerb('users', 'List who can sign in to the sandbox', () => import('./sandbox/users.js')),
      listVerb('password', 'Set a new password for all users of the sandbox', () => import('./sandbox/password.js')),
      listVerb('reset', "Delete the sandbox's data and start over", () => import('./sandbox/reset.js')),
      listVerb('run', 'Run a command, signed in to a throwaway sandbox', () => import('./sandbox/run.js')),
    ]),
    defineNoun('config', 'Manage the settings on this computer', [
      listVerb('list', 'List the settings and their values', () => import('./config/list.js')),
      listVerb('get', 'Print one setting', () => import('./config/get.js')),
      listVerb('set', 'Change a setting', () => import('./config/set.js')),
      listVerb('unset', 'Reset a setting to its default', () => import('./config/unset.js')),
      listVerb('path', 'Print the path of the settings file', () => import('./config/path.js')),
    ]),
    defineNoun(['templates', 'template'], 'List your templates for replies and notes', [
      listVerb('list', 'List your templates', () => import('./templates/list.js')),
    ]),
    defineNoun(['alias', 'aliases'], 'Manage short names for commands', [
      listVerb('list', 'List your aliases', () => import('./alias/list.js')),
      listVerb('set', 'Create or change an alias', () => import('./alias/set.js')),
      listVerb('delete', 'Delete an alias', () => import('./alias/delete.js')),
    ]),
    defineNoun('skill', 'Tell agents how to use this program', [
      listVerb('show', 'Print what agents are told', () => import('./skill/show.js')),
      listVerb('install', 'Install it where agents look for skills', () => import('./skill/install.js')),
    ]),
    defineCommand('mcp', 'Serve tools to agents over standard input and output', () => import('./mcp/mcp.js'), [
      listVerb('install', 'Print what to add to the settings of an agent', () => import('./mcp/install.js')),
    ]),
    defineCommand('completion', 'Print the completion script for a shell', () => import('./completion.js')),
    defineCommand('doctor', 'Check this computer, the connection and the sign-in', () => import('./doctor/doctor.js')),
    defineCommand('api', 'Send any request to the API', () => import('./api/api.js')),
    defineCommand(['events', 'event'], 'Follow what changes, as JSON lines', () => import('./events.js')),
  ]),
];

/** The noun with this name or alias. */
export function findNoun(word: string): Noun | undefined {
  return nouns.find(({ name, aliases }) => name === word || aliases.includes(word));
}
