import type { Context } from '../../args/context.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { readDetails } from '../../client/details.js';
import { type Row, rowAt, rowsWithin, sortedBy, textOf, titleOf, uuidOf } from '../../contract/row.js';
import type { JsonObject } from '../../output/view.js';
import { readTeam } from '../../references/people.js';
import { peopleList } from '../../views/people.js';
import { sidesIn } from '../conversations/author-sides.js';
import { listRows } from '../showing/arrange.js';

/** The most organisations of which a ticket is read. */
const mostOrgs = 50;

export const verb = defineVerb({
  details: [
    'Lists whom tasks and tickets can be assigned to: the team, and from each organisation the people its latest ticket names. A ticket',
    'or task names them only to those who may change it.',
  ].join('\n'),
  prints: { list: peopleList },
  examples: [
    { line: 'tracker people', does: 'list whom you can assign' },
    { line: `tracker people --jq '.[] | select(.side == "customer") | .name'`, does: 'print the customers' },
  ],
  run: async (context, _args, order) => {
    const client = await context.client();
    const rows = await readPeople(context, client);
    return listRows(context, peopleList, rows, { ...order, client, emptyHint: 'you can assign' });
  },
});

/** The people that tasks and tickets show, the team first, each by name. */
async function readPeople(context: Context, client: Client): Promise<readonly JsonObject[]> {
  const [team, list] = await Promise.all([
    readTeam(client),
    client.call('GET /tickets', { query: { segment: 'all' } }),
  ]);
  const people = new Map(team.map((person) => [uuidOf(person), { person, org: undefined as string | undefined }]));
  const inTeam = new Set(people.keys());
  const latest = new Map(
    rowsWithin(list, 'tickets')
      .toReversed()
      .map((row) => [textOf(row.orgId) ?? '', row]),
  );
  const { read, sides } = sidesIn(context, client);
  await readDetails(client, {
    kind: 'ticket',
    rows: [...latest.values()].slice(0, mostOrgs),
    async take(_row, detail: Row) {
      await read(detail);
      const org = textOf(rowAt(detail, 'ticket').orgName);
      for (const person of rowsWithin(detail, 'assignableUsers'))
        if (!inTeam.has(uuidOf(person))) people.set(uuidOf(person), { person, org });
    },
  });
  const names = [...people.values()].map(({ person }) => titleOf(person));
  const rows = [...people].map(([id, { person, org }]) => {
    const name = titleOf(person) || id;
    const side = inTeam.has(id) ? 'team' : (sides.get(id) ?? 'unknown');
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return { ...person, ref: isUnique ? name : id, id, name, side, org: side === 'customer' ? (org ?? null) : null };
  });
  return sortedBy(rows, ({ side, name }) => `${side === 'team' ? 0 : 1} ${name}`) as readonly JsonObject[];
}
