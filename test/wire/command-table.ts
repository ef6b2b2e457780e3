import { expect } from 'vitest';
import type { Route } from '../../src/contract/routes.js';
import type { TestWorld } from '../support/run.js';

/** The id given to a new checklist item before it is sent. */
const someId: unknown = expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/);

/** A command line, and the one request to its route that it sends. */
export interface Try {
  /** The words after `tracker`, as in a shell. */
  readonly line: string;
  readonly stdin?: string;
  /** The `:id` in the path. */
  readonly id?: string;
  /** The query, by name (default: none). */
  readonly query?: Readonly<Record<string, string>>;
  /** The JSON body, or the `payload` of a multipart one (default: no body). */
  readonly body?: unknown;
  /** Files, which make the body multipart. */
  readonly files?: readonly SentFile[];
  /** The `Accept` header (default: JSON). */
  readonly accept?: string;
  /** True for a request without a token. */
  readonly isPublic?: boolean;
}

export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The files in the working folder. */
export const files = {
  'trace.log': 'one\r\ntwo\n',
  'plan "B".csv': 'ü;1\n',
  'text.md': '# Why\n\nIt *fails*.\n',
} as const;

const log: SentFile = { name: 'trace.log', type: 'text/plain', text: files['trace.log'] };
const plan: SentFile = { name: 'plan "B".csv', type: 'text/csv', text: files['plan "B".csv'] };

/** Identifiers in the seeded world that paths and bodies use. */
export type Ids = Readonly<
  Record<
    | 'me'
    | 'sean'
    | 'task'
    | 'other'
    | 'ticket'
    | 'project'
    | 'org'
    | 'customerOrg'
    | 'thread'
    | 'note'
    | 'page'
    | 'file'
    | 'notification',
    string
  >
>;

/** Reads them from a service. */
export async function readIds(world: TestWorld): Promise<Ids> {
  const one = async (line: string, key: string, value: string): Promise<string> => {
    const rows = (await world.json(line)) as readonly Readonly<Record<string, unknown>>[];
    const row = rows.find((each) => each[key] === value) ?? {};
    return String(row.uuid ?? row.id);
  };
  const view = async (line: string): Promise<string> => ((await world.json(line)) as { readonly uuid: string }).uuid;
  const { user } = (await world.json('me')) as { readonly user: { readonly id: string } };
  const { assignableUsers } = (await world.json('tasks view SCM-12')) as {
    readonly assignableUsers: readonly { readonly id: string; readonly name: string }[];
  };
  const inbox = (await world.json('inbox -u -L 1')) as readonly { readonly id: string }[];
  return {
    me: user.id,
    sean: assignableUsers.find(({ name }) => name.startsWith('Seán'))?.id ?? '',
    task: await view('tasks view SCM-12'),
    other: await view('tasks view SCM-13'),
    ticket: await view('tickets view BERG-9'),
    project: await view('projects view SCM'),
    org: await one('orgs list', 'slug', 'lantern-works'),
    customerOrg: await one('orgs list', 'slug', 'bergmann-orthopaedie'),
    thread: await one('chat list --org lantern-works', 'title', 'Lunch on Friday'),
    note: await one('notes list', 'title', 'Before the demo'),
    page: await one('wiki list', 'title', 'Restore a backup'),
    file: await one('attachments list ticket:SCM-3', 'filename', 'quay-tablet-07.log'),
    notification: inbox[0]?.id ?? '',
  };
}

/** The stored checklists of the task and the ticket, which a change sends as a whole. */
export interface Checklists {
  readonly task: readonly unknown[];
  readonly ticket: readonly unknown[];
}

/**
 * Every route, with at least one command that sends it: query, body and files as in docs/api.md, Endpoints and Resources.
 * A missing route does not compile.
 */
export const commandTable = (ids: Ids, stored: Checklists): { readonly [R in Route]: readonly [Try, ...Try[]] } => ({
  'GET /instance': [{ line: 'instances probe', isPublic: true }],
  'OPTIONS /instance': [{ line: 'api -X OPTIONS /instance', isPublic: true, accept: 'application/json' }],
  'GET /me': [{ line: 'whoami' }, { line: 'orgs list' }],
  'GET /me/preferences': [{ line: 'prefs list' }, { line: 'prefs get theme' }],
  'PATCH /me/preferences': [
    { line: 'prefs set theme=light weekStartsOn=0', body: { theme: 'light', weekStartsOn: 0 } },
    { line: 'prefs set digest.hour=7', body: { digest: { frequency: 'daily', hour: 7 } } },
  ],
  'PATCH /me/profile': [
    {
      line: 'profile edit --name "Mara L." --image https://a.example/m.png',
      body: { name: 'Mara L.', image: 'https://a.example/m.png' },
    },
    { line: 'profile edit --image none', body: { image: null } },
  ],
  'GET /me/views': [{ line: 'views list' }, { line: 'views view tasks' }],
  'POST /me/views': [
    { line: `views set week --patch '{"showWeekend":true}'`, body: { key: 'week', patch: { showWeekend: true } } },
  ],
  'GET /events': [{ line: 'events --kind inbox', accept: 'text/event-stream' }],
  'GET /search': [
    { line: 'search invoice totals', query: { q: 'invoice totals' } },
    {
      line: 'search invoice --type ticket,task --org bergmann-orthopaedie',
      query: { q: 'invoice', types: 'ticket,task', orgId: ids.customerOrg },
    },
  ],
  'GET /inbox': [
    { line: 'inbox -u -L 5', query: { limit: '5', filter: 'unread' } },
    { line: 'inbox', query: { limit: '30' } },
  ],
  'GET /inbox/badge': [{ line: 'inbox count' }],
  'POST /inbox/read': [
    { line: `inbox read ${ids.notification}`, body: { id: ids.notification } },
    { line: 'inbox read --task SCM-12', body: { entityType: 'task', entityId: ids.task } },
    { line: 'inbox read --ticket BERG-9', body: { entityType: 'ticket', entityId: ids.ticket } },
    { line: `inbox read --thread ${ids.thread}`, body: { entityType: 'thread', entityId: ids.thread } },
    { line: 'inbox read --all', body: { all: true } },
  ],
  'GET /tasks': [
    { line: 'tasks list', query: { scope: 'mine' } },
    { line: 'tasks list --scope all -s todo', query: { scope: 'all' } },
  ],
  'POST /tasks': [
    {
      line: `tasks create --project scm -t "Night ferry" -b "See *below*." -s todo -p high --type bug --due 2026-12-01 --estimate 1h30m --tag ferry,night -a @me -a Seán --depends-on SCM-12 --planned 2026-11-30`,
      body: {
        title: 'Night ferry',
        projectKey: 'SCM',
        description: 'See *below*.',
        status: 'todo',
        priority: 'high',
        type: 'bug',
        due: '2026-12-01',
        estimate: 90,
        tags: ['ferry', 'night'],
        assigneeIds: [ids.me, ids.sean],
        dependsOnIds: [ids.task],
        plannedFor: '2026-11-30',
      },
    },
    {
      line: `tasks create --project SCM -t "See the trace" -F text.md --attach trace.log --attach 'plan "B".csv'`,
      body: { title: 'See the trace', projectKey: 'SCM', description: '# Why\n\nIt *fails*.' },
      files: [log, plan],
    },
  ],
  'GET /tasks/:id': [{ line: 'tasks view SCM-12', id: ids.task }],
  'PATCH /tasks/:id': [
    {
      line: 'tasks edit SCM-12 -t "Night ferry" -b none -s in_progress -p low --type chore --due none --estimate none --set-tag none --set-assignee @me --set-dependency SCM-13 --planned none',
      id: ids.task,
      body: {
        title: 'Night ferry',
        description: null,
        status: 'in_progress',
        priority: 'low',
        type: 'chore',
        due: null,
        estimate: null,
        tags: [],
        assigneeIds: [ids.me],
        dependsOnIds: [ids.other],
        plannedFor: null,
      },
    },
    { line: 'tasks done SCM-13', id: ids.other, body: { status: 'done' } },
    {
      line: 'tasks checklist SCM-12 --add "Call the harbour master"',
      id: ids.task,
      body: { checklist: [...stored.task, { id: someId, text: 'Call the harbour master', done: false }] },
    },
  ],
  'POST /tasks/:id/comments': [
    {
      line: 'tasks comment SCM-12 -b "Reproduced on staging."',
      id: ids.task,
      body: { body: 'Reproduced on staging.' },
    },
    {
      line: 'tasks comment SCM-12 -F - --attach trace.log',
      stdin: 'See the trace.\n',
      id: ids.task,
      body: { body: 'See the trace.' },
      files: [log],
    },
  ],
  'POST /tasks/:id/time': [
    {
      line: 'tasks time SCM-12 1h30m --date 2026-11-19 --note "Call with the harbour"',
      id: ids.task,
      body: { minutes: 90, date: '2026-11-19', note: 'Call with the harbour' },
    },
  ],
  'GET {base}/api/tasks/:id/meetings': [{ line: 'tasks meetings SCM-12', id: ids.task }],
  'GET /tickets': [
    { line: 'tickets list', query: { segment: 'mine' } },
    { line: 'tickets list --segment all', query: { segment: 'all' } },
    { line: 'tickets list --segment watched -s open', query: { segment: 'watched', status: 'open' } },
  ],
  'POST /tickets': [
    {
      line: 'tickets create --org bergmann-orthopaedie --subject "Totals differ" -b "By one cent." -p high --category billing -a @me',
      body: {
        orgId: ids.customerOrg,
        subject: 'Totals differ',
        description: 'By one cent.',
        priority: 'high',
        category: 'billing',
        assigneeIds: [ids.me],
      },
    },
    {
      line: 'tickets create --org bergmann-orthopaedie --subject Crash --attach trace.log',
      body: { orgId: ids.customerOrg, subject: 'Crash' },
      files: [log],
    },
  ],
  'GET /tickets/:id': [{ line: 'tickets view BERG-9', id: ids.ticket }],
  'PATCH /tickets/:id': [
    {
      line: 'tickets edit BERG-9 -s in_progress -p urgent --category billing --set-assignee @me --set-tag invoice,erp',
      id: ids.ticket,
      body: {
        status: 'in_progress',
        priority: 'urgent',
        category: 'billing',
        assigneeIds: [ids.me],
        tags: ['invoice', 'erp'],
      },
    },
    {
      line: 'tickets edit BERG-9 --set-assignee none --set-tag none',
      id: ids.ticket,
      body: { assigneeIds: [], tags: [] },
    },
  ],
  'POST /tickets/:id/messages': [
    { line: 'tickets reply BERG-9 -b "It is fixed."', id: ids.ticket, body: { body: 'It is fixed.' } },
    { line: 'tickets note BERG-9 -b "Not yet."', id: ids.ticket, body: { body: 'Not yet.', internal: true } },
    {
      line: 'tickets note BERG-9 -b "The trace." --attach trace.log',
      id: ids.ticket,
      body: { body: 'The trace.', internal: true },
      files: [log],
    },
  ],
  'PUT /tickets/:id/checklist': [
    {
      line: 'tickets checklist BERG-9 --add "Call back"',
      id: ids.ticket,
      body: { checklist: [...stored.ticket, { id: someId, text: 'Call back', done: false }] },
    },
  ],
  'POST /tickets/:id/tasks': [
    {
      line: 'tickets convert BERG-9 --again --project bop -t "Correct the totals" -p high --type bug --due 2026-12-01 --estimate 2h --tag invoice -a @me',
      id: ids.ticket,
      body: {
        title: 'Correct the totals',
        projectKey: 'BOP',
        priority: 'high',
        type: 'bug',
        due: '2026-12-01',
        estimate: 120,
        tags: ['invoice'],
        assigneeIds: [ids.me],
      },
    },
  ],
  'GET /projects': [{ line: 'projects list' }],
  'GET /projects/:id': [{ line: 'projects view SCM', id: ids.project }],
  'GET /projects/:id/activity': [
    { line: 'projects activity SCM', id: ids.project },
    { line: 'projects activity SCM --offset 3 -L 5', id: ids.project, query: { offset: '3' } },
  ],
  'POST /projects/:id/activity': [
    { line: 'projects comment SCM -b "Week 17."', id: ids.project, body: { body: 'Week 17.' } },
  ],
  'GET /chat/threads': [{ line: 'chat list --org lantern-works', query: { orgId: ids.org } }],
  'POST /chat/threads': [
    {
      line: 'chat create --org lantern-works -t "Lunch on Monday" -b "Noon?"',
      body: { orgId: ids.org, title: 'Lunch on Monday', body: 'Noon?' },
    },
    {
      line: 'chat create --org lantern-works -t Trace -b "Who knows this?" --attach trace.log',
      body: { orgId: ids.org, title: 'Trace', body: 'Who knows this?' },
      files: [log],
    },
  ],
  'GET /chat/threads/:id': [{ line: 'chat view "Lunch on Friday"', id: ids.thread }],
  'POST /chat/threads/:id/messages': [
    { line: 'chat reply "Lunch on Friday" -b "I am in."', id: ids.thread, body: { body: 'I am in.' } },
    {
      line: 'chat reply "Lunch on Friday" -b "The menu." --attach trace.log',
      id: ids.thread,
      body: { body: 'The menu.' },
      files: [log],
    },
  ],
  'POST /notes': [
    {
      line: 'notes create -t "Ask about week 17" -b "And 18."',
      body: { title: 'Ask about week 17', body: 'And 18.' },
    },
    { line: 'notes create -t Alone', body: { title: 'Alone' } },
  ],
  'GET /notes/list': [{ line: 'notes list' }],
  'GET /notes/:id': [{ line: 'notes view "Before the demo"', id: ids.note }],
  'GET /wiki': [{ line: 'wiki list' }],
  'GET /wiki/:id': [{ line: 'wiki view "Restore a backup"', id: ids.page }],
  'POST /push/tokens': [
    {
      line: 'devices add --platform ios --name "My phone"',
      stdin: 'device-1\n',
      body: { token: 'device-1', platform: 'ios', deviceName: 'My phone' },
    },
    {
      line: 'devices add --platform ios-live-activity',
      stdin: 'device-2\n',
      body: { token: 'device-2', platform: 'ios-live-activity' },
    },
  ],
  'DELETE /push/tokens': [{ line: 'devices remove', stdin: 'device-1\n', body: { token: 'device-1' } }],
  'GET {base}/api/attachments/:id': [
    { line: 'attachments download ticket:SCM-3 quay-tablet-07.log -o -', id: ids.file, accept: '*/*' },
  ],
  'GET {base}/api/attachments/:id/download': [
    { line: `api '{base}/api/attachments/${ids.file}/download'`, id: ids.file, accept: '*/*' },
  ],
  // Last, because what is deleted cannot be read any more.
  'DELETE /tasks/:id': [{ line: 'tasks delete SCM-12 --yes', id: ids.task }],
  'DELETE /tickets/:id': [{ line: 'tickets delete BERG-9 --yes', id: ids.ticket }],
});
