import { text } from '../../args/flag.js';
import { pipedText } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import { type Row, rowsWithin, textOf, textsOf, titleOf, uuidOf } from '../../contract/row.js';
import { resolvePeople } from '../../references/people.js';
import { flagsOf, type WorkFields, type WorkKind, wordField } from './work-kind.js';

export const ticketFields = {
  subject: { flag: text('--subject', 'the subject', pipedText('line')), label: 'Subject', isRequired: true },
  status: wordField('ticket-status', 'Status', ['-s, --status', 'the new status']),
  priority: {
    ...wordField('ticket-priority', 'Priority', ['-p, --priority', 'the new priority']),
    ifReplaced: 'warning',
  },
  category: {
    ...wordField('ticket-category', 'Category', ['--category', 'the new category']),
    ifReplaced: 'warning',
  },
} satisfies WorkFields;

export const ticket: WorkKind = {
  kind: 'ticket',
  fields: ticketFields,
  tag: 'ticket-tag',
  form: ['status', 'priority', 'category', 'assignee', 'tag'],
  free: [],
  looksUpEach: true,
  findPeople:
    (client, { seen }) =>
    async (names) => {
      const ids = new Set(textsOf(seen?.assignees));
      return [...(await resolvePeople(names, { client, people: {}, ids, takesNone: true }))];
    },
};

const { subject: _subject, ...flags } = flagsOf(ticketFields);

/** The flags for the fields that can be edited. */
export const ticketFlags = flags;

/** The people who can be assigned to tickets of an organisation, sorted by name; empty if it has no visible ticket. */
export async function peopleOfOrg(client: Client, orgId: string): Promise<readonly Row[]> {
  const reply = await client.call('GET /tickets', { query: { segment: 'all' } });
  const ticket = rowsWithin(reply, 'tickets').find((row) => row.orgId === orgId);
  if (!ticket) return [];
  const detail = await client.call('GET /tickets/:id', { id: uuidOf(ticket) });
  return rowsWithin(detail, 'assignableUsers')
    .flatMap((row) => (textOf(row.id) ? [{ id: String(row.id), name: titleOf(row) || String(row.id) }] : []))
    .sort((a, b) => a.name.localeCompare(b.name));
}
