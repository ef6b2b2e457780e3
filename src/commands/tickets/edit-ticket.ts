import { changeNames } from '../../client/change-names.js';
import type { Client } from '../../client/client.js';
import { type ListChange, mergeIntoList } from '../../client/merge-list.js';
import type { Entity } from '../../client/references.js';
import { type Row, rowAt } from '../../contract/row.js';
import type { TicketDetail, TicketPatch } from '../../contract/ticket.js';
import { spelled } from '../value-word.js';
import { listRules, namesIn } from '../writing/list-rules.js';
import { isNone } from '../writing/none-word.js';
import { personId, requiredList, storedTags } from '../writing/stored-list.js';
import { assigneesFor } from './assignees.js';
import type { EditGiven } from './edit-wishes.js';

/** What became of the change of a ticket. */
export interface EditedTicket {
  readonly did: 'changed' | 'unchanged' | 'not sent';
  /** Those the ticket was assigned to, of the whole list. */
  readonly ids: readonly string[];
  /** The tags as they are stored now, where they were merged. */
  readonly tags?: readonly string[];
}

/**
 * Changes one ticket as the flags say, and tells what became of it. Lists that are only added to or taken
 * from are read right before the write and again behind it (docs/api.md, Tickets).
 */
export async function editTicket(
  client: Client,
  { uuid, detail }: Entity<'ticket'>,
  given: EditGiven,
): Promise<EditedTicket> {
  const read = async (): Promise<TicketDetail> => await client.call('GET /tickets/:id', { id: uuid });
  let did: EditedTicket['did'] = 'unchanged';
  const patch = async (body: TicketPatch): Promise<boolean> => {
    const answer = await client.write('PATCH /tickets/:id', { id: uuid, body });
    if (!answer) did = 'not sent';
    else if (answer.unchanged !== true) did = 'changed';
    return answer !== undefined;
  };
  const { addAssignee, removeAssignee, addTag, removeTag } = given;
  const isMerge = [addAssignee, removeAssignee, addTag, removeTag].some((names) => names.length > 0);
  const needsPeople = given.assignee.some((name) => !isNone(name));
  // Those the ticket can be assigned to are learned from its detail.
  if (needsPeople) await detail();
  const ids = needsPeople ? await assigneesFor(client, given.assignee) : [];
  const plain = plainPatch(client, given, ids);
  if (!isMerge) {
    await patch(plain);
    return { did, ids };
  }
  const seen = await read();
  const isUntouched = (): boolean => did === 'unchanged';
  const stored = await merge({ isUntouched, seen, read, patch, plain }, await listChange(client, given));
  return { did, ids, tags: namesIn('tags', stored) };
}

/** The fields that are replaced. */
function plainPatch(client: Client, given: EditGiven, ids: readonly string[]): TicketPatch {
  const { status, priority, category, assignee, tag } = given;
  return {
    ...(status !== undefined && { status: spelled(client, 'ticket-status', status) }),
    ...(priority !== undefined && { priority: spelled(client, 'ticket-priority', priority) }),
    ...(category !== undefined && { category: spelled(client, 'ticket-category', category) }),
    ...(assignee.length > 0 && { assigneeIds: ids }),
    ...(tag.length > 0 && { tags: tag.filter((each) => !isNone(each)) }),
  };
}

interface Merge {
  readonly isUntouched: () => boolean;
  /** What was read just now. */
  readonly seen: TicketDetail;
  readonly read: () => Promise<TicketDetail>;
  /** False where nothing was sent (`--dry-run`). */
  readonly patch: (body: TicketPatch) => Promise<boolean>;
  /** Goes out with the first write. */
  readonly plain: TicketPatch;
}

async function merge(
  { isUntouched, seen, read, patch, plain }: Merge,
  { change, fields }: Listed,
): Promise<readonly string[]> {
  let known: TicketDetail | undefined = seen;
  let left: TicketPatch | undefined = plain;
  const store = {
    isUntouched,
    async read() {
      const detail = known ?? (await read());
      known = undefined;
      return itemsOf(detail, fields);
    },
    async write(items: readonly string[]) {
      const body = { ...left, ...asPatch(items, fields) };
      left = undefined;
      return await patch(body);
    },
  };
  const isPlainLeft = (): boolean => left !== undefined && Object.keys(left).length > 0;
  const countOpen = (stored: readonly string[]): number => change.countOpen(stored) + (isPlainLeft() ? 1 : 0);
  return await mergeIntoList(store, { ...change, countOpen });
}

interface Listed {
  /** Of assignees and tags as one list, `assigneeIds:ID` and `tags:NAME`, so that one write changes both. */
  readonly change: ListChange<string>;
  /** The lists that are written. */
  readonly fields: readonly ('assigneeIds' | 'tags')[];
}

async function listChange(client: Client, given: EditGiven): Promise<Listed> {
  const people = async (names: readonly string[]): Promise<readonly string[]> =>
    (await assigneesFor(client, names)).map((id) => `assigneeIds:${id}`);
  const tags = (names: readonly string[]): readonly string[] => names.map((name) => `tags:${name}`);
  const { addAssignee, removeAssignee, addTag, removeTag } = given;
  const add = [...(await people(addAssignee)), ...tags(addTag)];
  const remove = [...(await people(removeAssignee)), ...tags(removeTag)];
  const touched = [...add, ...remove];
  const fields = (['assigneeIds', 'tags'] as const).filter((field) =>
    touched.some((item) => item.startsWith(`${field}:`)),
  );
  const change = changeNames(add, remove, listRules(client));
  return { change, fields };
}

/** Both are always there (docs/api.md, Ticket). */
const readers: Readonly<Record<Listed['fields'][number], (ticket: Row) => readonly string[]>> = {
  assigneeIds: (ticket) => requiredList(ticket, ['assignees', 'assigneeIds'], personId),
  tags: storedTags,
};

function itemsOf(detail: TicketDetail, fields: Listed['fields']): readonly string[] {
  const ticket = rowAt(detail, 'ticket');
  return fields.flatMap((field) => readers[field](ticket).map((name) => `${field}:${name}`));
}

function asPatch(items: readonly string[], fields: Listed['fields']): TicketPatch {
  return Object.fromEntries(fields.map((field) => [field, namesIn(field, items)]));
}
