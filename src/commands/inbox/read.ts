import type { Context } from '../../args/context.js';
import { text, toggle } from '../../args/flag.js';
import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { notificationFinder } from '../../client/inbox.js';
import { orElse, usageError } from '../../contract/errors.js';
import { textOf, titleOf } from '../../contract/row.js';
import type { VerbResult } from '../../output/shown.js';
import { outcomeView } from '../../output/write/outcomes.js';
import { askWhich } from '../../references/ask-which.js';
import { findNamed } from '../../references/find-named.js';
import { oneReference, type RefArgument, readReferences } from '../../references/read.js';
import { findTitled } from '../../references/titled.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';

export const verb = defineVerb({
  details: [
    'Specify notifications by their ids (the first eight characters are enough, as `tracker inbox` shows them), or use --all, or',
    'the flag for one task, ticket or thread. Everyone may mark their own notifications.',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [
    {
      value: { ...ref('inbox'), name: 'id' },
      isOptional: true,
      isRepeatable: true,
      help: 'ids of notifications, or - for standard input',
    },
  ],
  flags: {
    all: toggle('--all', 'all notifications'),
    task: text('--task', 'all notifications about this task', ref('tasks')),
    ticket: text('--ticket', 'all notifications about this ticket', ref('tickets')),
    thread: text('--thread', 'all notifications about this thread: its id, URL or title', ref('threads')),
  },
  examples: [
    { line: 'tracker inbox read --all', does: 'mark everything as read' },
    { line: 'tracker inbox read --task SCM-12', does: 'mark everything about a task' },
    { line: 'tracker inbox -u -q | tracker inbox read -', does: 'mark the unread ones one by one' },
  ],
  writes: ['POST /inbox/read'],
  // Later, it would also mark what has come in the meantime, and nobody has seen.
  queued: (flags) => (flags.all || flags.task || flags.ticket || flags.thread ? undefined : flags),
  run: async (context, ids: readonly RefArgument[], { all, task, ticket, thread }) => {
    const ways = { ids: ids.length > 0, '--all': all, '--task': task, '--ticket': ticket, '--thread': thread };
    const named = Object.entries(ways).flatMap(([way, given]) => (given === undefined || given === false ? [] : [way]));
    if (named.length > 1) throw usageError(`${named.join(' and ')} cannot be used together`);
    if (named.length === 0)
      throw usageError('specify which notifications', 'use their ids, --all, --task REF, --ticket REF or --thread REF');
    if (all) return await readAll(context);
    if (task !== undefined) return await readAbout(context, 'task', task);
    if (ticket !== undefined) return await readAbout(context, 'ticket', ticket);
    if (thread !== undefined) return await readThread(context, thread);
    return await readEach(context, ids);
  },
});

async function readEach(context: Context, ids: readonly RefArgument[]): Promise<VerbResult | undefined> {
  await expectRows(context);
  const refs = await readReferences(context, ids);
  const find = notificationFinder(await context.client());
  const titles = new Map<string, string>();
  return await forEachReference(context, {
    refs,
    doing: 'marking',
    async find(given) {
      const { id, row } = await find(given.text);
      titles.set(id, `${row ? titleOf(row) : id}${textOf(row?.readAt) ? ' (it was already read)' : ''}`);
      return { uuid: id, ref: id };
    },
    async work(client, { uuid }) {
      await client.write('POST /inbox/read', { body: { id: uuid } });
      return `Marked as read: ${titles.get(uuid) ?? uuid}`;
    },
  });
}

async function readAll(context: Context): Promise<VerbResult | undefined> {
  const client = await context.client();
  const count = context.settings.dryRun ? undefined : await countUnread(client);
  const reply = await client.write('POST /inbox/read', { body: { all: true } });
  if (!reply) return undefined;
  const { ref: _ref, ...rest } = reply;
  const what = count === undefined ? 'every notification' : count === 1 ? '1 notification' : `${count} notifications`;
  const sentence = count === 0 ? 'Nothing was unread.' : `Marked ${what} as read.`;
  return { is: 'result', sentence, object: { ref: 'all', ...rest }, quiet: String(count ?? '') };
}

/** The number of unread notifications, for the sentence only; undefined if the server refuses or sends something else. */
async function countUnread(client: Client): Promise<number | undefined> {
  const { unread } = await orElse(client.call('GET /inbox/badge'), (error) => {
    if (error.status === undefined || error.kind === 'sign_in_required') throw error;
    return { unread: undefined };
  });
  return typeof unread === 'number' ? unread : undefined;
}

async function readAbout(context: Context, kind: 'task' | 'ticket', given: string): Promise<VerbResult | undefined> {
  const client = await context.client();
  const { uuid, ref } = await findNamed(context, kind, await oneReference(context, given));
  return await mark(client, { entityType: kind, entityId: uuid, ref });
}

async function readThread(context: Context, given: string): Promise<VerbResult | undefined> {
  const client = await context.client();
  const { text } = await oneReference(context, given, 'thread');
  const find = async (name: string) => await findTitled(client, { kind: 'thread', text: name, isWhole: true });
  const { id, title } = await askWhich(context, text, find);
  // An id or a URL has not been checked yet. Reading a thread marks it as read, so a dry run must not.
  if (title === undefined && !context.settings.dryRun) await client.call('GET /chat/threads/:id', { id });
  const shown = title === undefined ? `the thread ${id}` : JSON.stringify(title);
  return await mark(client, { entityType: 'thread', entityId: id, ref: id, name: shown });
}

async function mark(
  client: Client,
  { ref, name = ref, ...body }: Readonly<Record<'entityType' | 'entityId' | 'ref', string> & { name?: string }>,
): Promise<VerbResult | undefined> {
  const reply = await client.write('POST /inbox/read', { body });
  if (!reply) return undefined;
  const { ref: _ref, uuid: _uuid, ...rest } = reply;
  return {
    ...{ is: 'result', sentence: `Marked the notifications about ${name} as read.`, quiet: name },
    object: { ref, uuid: body.entityId, ...rest },
  };
}
