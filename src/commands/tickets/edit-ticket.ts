import type { Client } from '../../client/client.js';
import { changeNames, type ListChange, mergeIntoList } from '../../client/merge-list.js';
import { rowAt, textsOf } from '../../contract/row.js';
import type { TicketDetail, TicketPatch } from '../../contract/ticket.js';
import { assigneeIds } from '../../views/people.js';
import { spelled } from '../value-word.js';
import { assigneesFor } from './assignees.js';
import { type EditGiven, isNone } from './edit-wishes.js';

/**
 * Changes one ticket as the flags say, and tells whether anything was to be done. Lists that are only added to or taken
 * from are read right before the write and again behind it (docs/api.md, Tickets).
 */
export async function editTicket(client: Client, uuid: string, given: EditGiven): Promise<boolean> {
  const read = async (): Promise<TicketDetail> => await client.call('GET /tickets/:id', { id: uuid });
  let isChanged = false;
  const patch = async (body: TicketPatch): Promise<boolean> => {
    const answer = await client.write('PATCH /tickets/:id', { id: uuid, body });
    if (answer && answer.unchanged !== true) isChanged = true;
    return answer !== undefined;
  };
  const { addAssignee, removeAssignee, addTag, removeTag } = given;
  const isMerge = [addAssignee, removeAssignee, addTag, removeTag].some((names) => names.length > 0);
  const needsPeople = given.assignee.some((name) => !isNone(name));
  const seen = isMerge || needsPeople ? await read() : {};
  const ids = needsPeople ? await assigneesFor(client, given.assignee) : [];
  const plain = plainPatch(client, given, ids);
  if (isMerge) await merge({ seen, read, patch, plain }, await listChange(client, given));
  else await patch(plain);
  return isChanged;
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
  /** What was read just now. */
  readonly seen: TicketDetail;
  readonly read: () => Promise<TicketDetail>;
  /** False where nothing was sent (`--dry-run`). */
  readonly patch: (body: TicketPatch) => Promise<boolean>;
  /** Goes out with the first write. */
  readonly plain: TicketPatch;
}

async function merge({ seen, read, patch, plain }: Merge, { change, fields }: Listed): Promise<void> {
  let known: TicketDetail | undefined = seen;
  let left: TicketPatch | undefined = plain;
  const store = {
    async read() {
      const detail = known ?? (await read());
      known = undefined;
      return itemsOf(detail);
    },
    async write(items: readonly string[]) {
      const body = { ...left, ...asPatch(items, fields) };
      left = undefined;
      return await patch(body);
    },
  };
  const isPlainLeft = (): boolean => left !== undefined && Object.keys(left).length > 0;
  await mergeIntoList(store, { ...change, isIn: (stored) => !isPlainLeft() && change.isIn(stored) });
}

interface Listed {
  /** Of assignees and tags as one list, `assignee:ID` and `tag:NAME`, so that one write changes both. */
  readonly change: ListChange<string>;
  /** The lists that are written. */
  readonly fields: readonly ('assignee' | 'tag')[];
}

async function listChange(client: Client, given: EditGiven): Promise<Listed> {
  const people = async (names: readonly string[]): Promise<readonly string[]> =>
    (await assigneesFor(client, names)).map((id) => `assignee:${id}`);
  const tags = (names: readonly string[]): readonly string[] => names.map((name) => `tag:${name}`);
  const { addAssignee, removeAssignee, addTag, removeTag } = given;
  const add = [...(await people(addAssignee)), ...tags(addTag)];
  const remove = [...(await people(removeAssignee)), ...tags(removeTag)];
  const touched = [...add, ...remove];
  const fields = (['assignee', 'tag'] as const).filter((field) => touched.some((item) => item.startsWith(`${field}:`)));
  // A tag is the same tag however it is written.
  const change = changeNames(add, remove, (stored, name) => stored.toLowerCase() === name.toLowerCase());
  return { change, fields };
}

function itemsOf(detail: TicketDetail): readonly string[] {
  const ticket = rowAt(detail, 'ticket');
  return [...assigneeIds(ticket).map((id) => `assignee:${id}`), ...textsOf(ticket.tags).map((tag) => `tag:${tag}`)];
}

function asPatch(items: readonly string[], fields: Listed['fields']): TicketPatch {
  const of = (field: 'assignee' | 'tag'): readonly string[] =>
    items.filter((item) => item.startsWith(`${field}:`)).map((item) => item.slice(field.length + 1));
  return {
    ...(fields.includes('assignee') && { assigneeIds: of('assignee') }),
    ...(fields.includes('tag') && { tags: of('tag') }),
  };
}
