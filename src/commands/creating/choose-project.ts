import type { FlagTable } from '../../args/flag.js';
import type { Client } from '../../client/client.js';
import { type Field, flagField } from '../../compose/form/field.js';
import { type Row, refOf, rowsAt, rowsWithin, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { toNameKey } from '../../contract/text/plain-letters.js';
import { someOf } from '../../output/text/sentence.js';
import type { Option } from '../../terminal/prompt/prompt.js';

/** The project of a new task; those most of whose members are among these people come first, the largest of them at the top. */
export function projectField(
  client: Client,
  flags: FlagTable,
  readPeople: () => Promise<readonly Row[]> = async () => [],
): Field {
  return flagField(flags, 'project', 'Project', {
    isRequired: true,
    async options() {
      const [reply, people] = await Promise.all([client.call('GET /projects'), readPeople()]);
      const projects = rowsAt(reply, 'projects').filter(({ status }) => textOf(status) !== 'archived');
      const ids = new Set(people.map(uuidOf));
      const rank = (row: Row): number => {
        const members = rowsWithin(row, 'members');
        const known = members.filter((member) => ids.has(uuidOf(member))).length;
        return known * 2 > members.length ? known : 0;
      };
      return projects.toSorted((one, other) => rank(other) - rank(one)).map(optionOf);
    },
  });
}

function optionOf(row: Row): Option<string> {
  const key = textOf(row.key) ?? refOf(row);
  return { name: `${key}  ${titleOf(row)}`, value: key };
}

/** Says who will see a new task of this project, given by key, name or id. */
export async function taskAudience(client: Client, project: string): Promise<string> {
  const rows = rowsWithin(await client.call('GET /projects'), 'projects');
  const isMeant = (row: Row): boolean =>
    [textOf(row.key), titleOf(row), uuidOf(row)].some((each) => toNameKey(each ?? '') === toNameKey(project));
  const row = rows.find(isMeant);
  const names = rowsWithin(row ?? {}, 'members').map(titleOf);
  const members = names.length === 0 ? '' : ` (${someOf(names)})`;
  const called = row === undefined ? project : `${optionOf(row).value}, ${titleOf(row)}`;
  return `Who will see it: the team, and the members of ${called}${members}.`;
}
