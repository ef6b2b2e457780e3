import type { Client } from '../../client/client.js';
import type { DetailKind } from '../../client/details.js';
import { readInbox } from '../../client/inbox.js';
import { type Row, rowsAt, textOf } from '../../contract/row.js';
import { isFinished } from '../../contract/server-word.js';
import { noteRows } from '../../contract/shapes/knowledge.js';
import { mayWait } from '../conversations/waiting.js';

/** What is read of tasks, tickets and the wiki. */
export interface SyncScope {
  readonly tasks: 'mine' | 'all';
  readonly tickets: 'waiting' | 'mine' | 'all';
  readonly wiki: boolean;
  readonly chats: boolean;
}

/** Something that commands ask the server. */
export interface Question {
  readonly name: string;
  /** Gives the rows that have details. */
  readonly read: () => Promise<readonly Row[]>;
  readonly kind?: DetailKind;
  /** Whether the detail of a row is worth having (default: of each). */
  readonly isWanted?: (row: Row) => boolean;
  /** Whether what these rows do not have is gone. */
  readonly isWhole?: boolean;
  /** Whether it was asked for, so that it is an error if the server does not show it. */
  readonly isAsked?: boolean;
}

const isOpen = (row: Row): boolean => !isFinished(textOf(row.status));

/** What the commands that read ask if they are given no flags, and what screens and `next` ask. */
export function questionsFor(client: Client, { tasks, tickets, wiki, chats }: SyncScope): readonly Question[] {
  const ask = (name: string, read: () => Promise<unknown>): Question => ({
    name,
    async read() {
      await read();
      return [];
    },
  });
  const askTasks = (scope: 'mine' | 'all', isWanted: (row: Row) => boolean): Question => ({
    ...{ name: scope === 'mine' ? 'your tasks' : 'all tasks', kind: 'task', isAsked: scope === 'all' },
    ...{ isWanted, isWhole: scope === 'all' },
    read: async () => rowsAt(await client.call('GET /tasks', { query: { scope } }), 'tasks'),
  });
  const askTickets = (segment: 'mine' | 'watched' | 'all', isWanted: (row: Row) => boolean): Question => ({
    ...{ name: `${segment} tickets`, kind: 'ticket', isAsked: segment === 'all' },
    ...{ isWanted, isWhole: segment === 'all' },
    read: async () => rowsAt(await client.call('GET /tickets', { query: { segment } }), 'tickets'),
  });
  const askWiki: Question = {
    ...{ name: 'the wiki', kind: 'page', isAsked: true, isWhole: true },
    read: async () => rowsAt(await client.call('GET /wiki'), 'pages'),
  };
  return [
    ask('your account', () => client.call('GET /me')),
    askTasks('mine', isOpen),
    ...(tasks === 'all' ? [askTasks('all', () => true)] : []),
    askTickets('mine', isOpen),
    askTickets('watched', isOpen),
    ...(tickets === 'mine' ? [] : [askTickets('all', tickets === 'all' ? () => true : mayWait)]),
    ask('the number of unread notifications', () => client.call('GET /inbox/badge')),
    ask('the inbox', () => readInbox(client, { count: 30, unread: false })),
    ask('unread notifications', () => readInbox(client, { count: 30, unread: true })),
    // Triage asks for as many as there can be on a page.
    ask('unread notifications', () => readInbox(client, { count: 100, unread: true })),
    {
      ...{ name: 'projects', kind: 'project', isWanted: isOpen, isWhole: true },
      read: async () => rowsAt(await client.call('GET /projects'), 'projects'),
    },
    {
      ...{ name: 'notes', kind: 'note', isWhole: true },
      async read() {
        const rows = noteRows(await client.call('GET /notes/list'));
        // In a detail it is a time.
        return rows.map(({ meetingDate: _, ...row }) => row);
      },
    },
    ...(wiki ? [askWiki] : []),
    ...(chats ? [{ ...ask('chats', () => readChats(client)), isAsked: true }] : []),
    ask('preferences', () => client.call('GET /me/preferences')),
    ask('saved views', () => client.call('GET /me/views')),
  ];
}

/** Reads the threads of all organisations with what the lists have of them: to open one would mark it as read. */
async function readChats(client: Client): Promise<void> {
  for (const { id } of rowsAt(await client.call('GET /me'), 'orgs'))
    await client.call('GET /chat/threads', { query: { orgId: textOf(id) ?? '' } });
}
