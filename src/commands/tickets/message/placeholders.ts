import type { Context } from '../../../args/context.js';
import { cleanLine } from '../../../contract/clean.js';
import { isRow, textOf, titleOf } from '../../../contract/row.js';
import { personName, withPeopleOf } from '../../../views/cells/people.js';
import { settingFor } from '../../showing/setting.js';
import type { SeenTicket } from '../seen-ticket.js';
import type { Placeholders } from './template.js';

/** What the placeholders of a template stand for on a ticket. */
export function placeholdersOf(context: Context, { client, detail, ref }: SeenTicket): Placeholders {
  const ticket = isRow(detail.ticket) ? detail.ticket : {};
  const nameOf = (id: string | undefined): string => {
    const { people, recall } = withPeopleOf(detail, settingFor(context, client, detail.authors));
    const name = personName(people, id);
    return id !== undefined && name === id ? (recall?.(id) ?? '') : name;
  };
  return {
    ref: async () => ref,
    subject: async () => text(titleOf(ticket)),
    customer: async () => text(nameOf(textOf(ticket.customerId))),
    me: async () => text(titleOf((await client.call('GET /me')).user ?? {})),
  };
}

function text(value: string): string | undefined {
  return value === '' ? undefined : cleanLine(value);
}
