import type { Client } from '../../client/client.js';
import type { DetailKind } from '../../client/details.js';
import { readInbox } from '../../client/inbox.js';
import { noteRows } from '../../contract/knowledge.js';
import { type Row, rowsAt, textOf } from '../../contract/row.js';
import { isFinished } from '../../contract/server-word.js';
import { mayWait } from '../tickets/waiting.js';

/** What is read of tasks, tickets and the wiki. */
export interface Wanted {
  readonly tasks: 'mine' | 'all';
  readonly tickets: 'waiting' | 'mine' | 'all';
  readonly wiki: boolean;
}

/** Something that commands ask the server. */
export interface Question {
  readonly name: string;
  /** Gives the rows whose details are worth having. */
  readonly read: () => Promise<readonly Row[]>;
  /** Whose details they are. */
  readonly kind?: DetailKind;
  /** Whether it was asked for, so that it is an error if the server does not show it. */
  readonly isAsked?: boolean;
}

const isOpen = (row: Row): boolean => !isFinished(textOf(row.status));

/** What the commands that read ask if they are given no flags, and what screens and `next` ask. */
export function questionsFor(client: Client, { tasks, tickets, wiki }: Wanted): readonly Question[] {
  const ask = (name: string, read: () => Promise<unknown>): Question => ({
    name,
    async read() {
      await read();
      return [];
    },
  });
  const askTasks = (scope: 'mine' | 'all'): Question => ({
    ...{ name: scope === 'mine' ? 'your tasks' : 'all tasks', kind: 'task', isAsked: scope === 'all' },
    read: async () => rowsAt(await client.call('GET /tasks', { query: { scope } }), 'tasks').filter(isOpen),
  });
  const askTickets = (segment: 'mine' | 'watched' | 'all', isWanted: (row: Row) => boolean): Question => ({
    ...{ name: `${segment} tickets`, kind: 'ticket', isAsked: segment === 'all' },
    read: async () => rowsAt(await client.call('GET /tickets', { query: { segment } }), 'tickets').filter(isWanted),
  });
  return [
    ask('your account', () => client.call('GET /me')),
    askTasks('mine'),
    ...(tasks === 'all' ? [askTasks('all')] : []),
    askTickets('mine', isOpen),
    askTickets('watched', isOpen),
    ...(tickets === 'mine' ? [] : [askTickets('all', tickets === 'all' ? isOpen : mayWait)]),
    ask('the number of unread notifications', () => client.call('GET /inbox/badge')),
    ask('the inbox', () => readInbox(client, { count: 30, unread: false })),
    ask('unread notifications', () => readInbox(client, { count: 30, unread: true })),
    // Triage asks for as many as there can be on a page.
    ask('unread notifications', () => readInbox(client, { count: 100, unread: true })),
    {
      ...{ name: 'projects', kind: 'project' },
      read: async () => rowsAt(await client.call('GET /projects'), 'projects').filter(isOpen),
    },
    askNotes(client),
    ...(wiki ? [askWiki(client)] : []),
    ask('preferences', () => client.call('GET /me/preferences')),
    ask('saved views', () => client.call('GET /me/views')),
  ];
}

function askNotes(client: Client): Question {
  return {
    ...{ name: 'notes', kind: 'note' },
    async read() {
      const rows = noteRows(await client.call('GET /notes/list'));
      // In a detail it is a time.
      return rows.map(({ meetingDate: _, ...row }) => row);
    },
  };
}

function askWiki(client: Client): Question {
  return {
    ...{ name: 'the wiki', kind: 'page', isAsked: true },
    read: async () => rowsAt(await client.call('GET /wiki'), 'pages'),
  };
}
