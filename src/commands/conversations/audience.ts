import { listWords } from '../../args/flag.js';
import { isRow, rowIn } from '../../contract/row.js';
import type { JsonObject, Setting } from '../../output/view.js';
import { rememberedName, withPeopleOf } from '../../views/cells/people.js';
import { listOf, ownText } from '../../views/read-row.js';
import { orgName } from '../../views/tickets/list.js';

/**
 * Who will be able to read public replies with one text, in words, as far as the details of the tickets show: the customer, the
 * person who opened it, the organisation, and those who watch it (docs/api.md, Ticket).
 */
export function audienceOf(all: readonly { readonly envelope: JsonObject; readonly setting: Setting }[]): string {
  const readers = new Set(all.flatMap(({ envelope, setting }) => readersOf(envelope, setting)));
  return listWords([...readers], 'and');
}

function readersOf(envelope: JsonObject, given: Setting): readonly string[] {
  const ticket = rowIn(envelope, 'ticket');
  const setting = withPeopleOf(envelope, given);
  const org = orgName(ticket, setting);
  return [
    ...named(ticket, setting),
    // A caller who may not write internal notes is not in the team, which also reads the reply (docs/api.md, Ticket).
    ...(envelope.canInternalNote === false ? ['the team'] : []),
    org === undefined
      ? 'everyone in its organisation who can see the ticket'
      : `everyone at ${org} who can see the ticket`,
    ...watchers(envelope, ticket, setting),
  ];
}

function named(ticket: JsonObject, setting: Setting): readonly string[] {
  const [customer, author] = [ownText(ticket, 'customerId'), ownText(ticket, 'createdBy')];
  const words = (id: string | undefined, role: string): readonly string[] =>
    id === undefined || id === setting.me ? [] : [`${rememberedName(setting, id)} (${role})`];
  return [...words(customer, 'the customer'), ...(author === customer ? [] : words(author, 'who opened it'))];
}

function watchers(envelope: JsonObject, ticket: JsonObject, setting: Setting): readonly string[] {
  const listed = [...listOf(envelope, 'watchers', 'followers'), ...listOf(ticket, 'watchers', 'followers')];
  const names = listed.flatMap((entry) => {
    const id = isRow(entry) ? ownText(entry, 'id', 'userId') : entry;
    if (typeof id === 'string' && id === setting.me) return [];
    const name = isRow(entry) ? ownText(entry, 'name') : undefined;
    return name ?? (typeof id === 'string' ? rememberedName(setting, id) : []);
  });
  return [...new Set(names)].map((name) => `${name} (watching)`);
}
