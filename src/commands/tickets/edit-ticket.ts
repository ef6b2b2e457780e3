import { type GivenList, mapNames } from '../../args/list-edit.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, rowAt, textsOf } from '../../contract/row.js';
import type { TicketPatch } from '../../contract/ticket.js';
import { changeEntity, requireAsShown } from '../../lists/change-entity.js';
import type { ListEdit, ListName } from '../../lists/entity-lists.js';
import type { Entity } from '../../references/find-entity.js';
import type { Done } from '../bulk/exit-code.js';
import { reportChange } from '../work/report-changes.js';
import { spelled } from '../work/words.js';
import { assigneesFor } from './assignees.js';
import type { EditGiven, GivenLists } from './edit-flags.js';

/** The change of a ticket as requested by the flags. */
interface TicketEdit {
  readonly found: Entity<'ticket'>;
  readonly given: EditGiven;
  readonly lists: GivenLists;
  /** The ticket as a form has shown it. */
  readonly shown?: Row | undefined;
}

/** Changes one ticket, and says what was done. Throws what changeEntity throws. */
export async function editTicket(
  context: Context,
  client: Client,
  { found, given, lists: { assignees, tags: givenTags }, shown }: TicketEdit,
): Promise<Done> {
  const tags = givenTags && mapNames(givenTags, (tag) => spelled(client, 'ticket-tag', tag));
  // The detail lists the people it can be assigned to.
  const seen =
    assignees || tags ? rowAt(await client.call('GET /tickets/:id', { id: found.uuid }), 'ticket') : undefined;
  const people = assignees && (await withIds(client, assignees, new Set(textsOf(seen?.assignees))));
  const change = {
    fields: { ...wordsOf(client, given), ...replacing('assigneeIds', people), ...replacing('tags', tags) },
    lists: { ...editing('assigneeIds', people), ...editing('tags', tags) },
    seen,
  };
  if (shown) await requireAsShown(client, found, { shown, fields: Object.keys(change.fields) });
  const result = await changeEntity(client, found, change);
  return await reportChange(context, client, { found, change, result });
}

/** Status, priority and category, spelled as this server does. */
function wordsOf(client: Client, { status, priority, category }: EditGiven): TicketPatch {
  return {
    ...(status !== undefined && { status: spelled(client, 'ticket-status', status) }),
    ...(priority !== undefined && { priority: spelled(client, 'ticket-priority', priority) }),
    ...(category !== undefined && { category: spelled(client, 'ticket-category', category) }),
  };
}

async function withIds(
  client: Client,
  given: NonNullable<GivenList>,
  ids: ReadonlySet<string>,
): Promise<NonNullable<GivenList>> {
  const idsOf = async (names: readonly string[]): Promise<readonly string[]> => await assigneesFor(client, names, ids);
  if ('replace' in given) return { replace: await idsOf(given.replace) };
  return { add: await idsOf(given.add), remove: await idsOf(given.remove) };
}

function replacing(list: ListName, given: GivenList): Readonly<Partial<Record<ListName, readonly string[]>>> {
  return given && 'replace' in given ? { [list]: given.replace } : {};
}

function editing(list: ListName, given: GivenList): Readonly<Partial<Record<ListName, ListEdit>>> {
  return given && 'add' in given ? { [list]: given } : {};
}
