import { isRow } from '../../contract/row.js';
import type { People } from '../../contract/shapes/wide.js';
import type { Column, Detail, JsonObject, Setting } from '../../output/view.js';
import { listOf, objectOf, objectsOf, ownText } from '../read-row.js';

/** The name to show for a user id, or the id if the person is unknown; '' for no id. */
export function personName(people: People, id: string | undefined): string {
  if (id === undefined || id === '') return '';
  const person = Object.hasOwn(people, id) ? people[id] : undefined;
  return (isRow(person) ? ownText(person, 'name') : undefined) ?? id;
}

/** The same, or the name that this computer remembers; only for people, since data must not depend on that. */
export function rememberedName({ people, recall }: NamingSetting, id: string | undefined): string {
  const name = personName(people, id);
  return name && name === id ? recall?.(id) || id : name;
}

export type NamingSetting = Pick<Setting, 'people' | 'recall'>;

/** Who wrote something: their name and where they belong. */
export function writerOf(id: string | undefined, { people, sideOf }: Setting): NonNullable<Detail['by']> {
  return { name: personName(people, id), side: id === undefined ? undefined : sideOf?.(id) };
}

const titles = /^(?:(?:dr|prof|mr|mrs|ms|mx|miss|sir|rev|herr|frau)\.?|(?:ing|dipl|mag|fr|st|hon)\.)$/i;

/** The first name in a name, after any titles. */
export function givenName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words.find((word) => !titles.test(word)) ?? words[0] ?? '';
}

/** Adds the people of an envelope to the setting: its `authors` and `users` maps and its `assignableUsers`. */
export function withPeopleOf(envelope: JsonObject, setting: Setting): Setting {
  const listed = objectsOf(envelope, 'assignableUsers').flatMap((person) => {
    const id = ownText(person, 'id');
    return id === undefined ? [] : [[id, person] as const];
  });
  // The maps come from the server unchecked; only personName reads them, and it checks each entry.
  const maps = { ...objectOf(envelope, 'users'), ...objectOf(envelope, 'authors') } as People;
  return { ...setting, people: { ...Object.fromEntries(listed), ...maps, ...setting.people } };
}

export const assigneeFields: readonly string[] = ['assignees', 'assigneeIds', 'assignee', 'assignedAgentId'];

/** The ids of a row's assignees, in whichever form the server sends them. */
export function assigneeIds(row: JsonObject): readonly string[] {
  const listed = listOf(row, 'assignees', 'assigneeIds').flatMap((entry) => {
    const id = isRow(entry) ? ownText(entry, 'id', 'name') : entry;
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
  const single = ownText(row, 'assignee', 'assignedAgentId');
  return listed.length > 0 || single === undefined ? listed : [single];
}

export function assigneeNames(row: JsonObject, { people }: Setting): readonly string[] {
  const sent = objectsOf(row, 'assignees');
  if (sent.length === 0) return assigneeIds(row).map((id) => personName(people, id));
  const names = new Map(sent.map((person) => [ownText(person, 'id', 'name'), ownText(person, 'name')] as const));
  return assigneeIds(row).map((id) => names.get(id) ?? personName(people, id));
}

/** Assignees for a narrow cell: `me` or the first by name, and how many others. */
export function assigneesCell(row: JsonObject, setting: Setting): string {
  const isMine = setting.me !== undefined && assigneeIds(row).includes(setting.me);
  const [first = '', ...others] = assigneeNames(row, setting);
  const name = isMine ? 'me' : rememberedName(setting, first);
  return others.length === 0 ? name : `${name} +${others.length}`;
}

export const assigneesColumn: Column = {
  key: 'assigneeNames',
  head: 'Assignee',
  keep: 'short',
  value: assigneeNames,
  reads: assigneeFields,
  namesPeople: true,
  human: (row, setting) => ({ text: assigneesCell(row, setting), word: assigneeNames(row, setting).join(', ') }),
};

export function personColumn(key: string, field: string, more: Partial<Column> = {}): Column {
  const value = (row: JsonObject, { people }: Setting): string => personName(people, ownText(row, field));
  return { key, value, reads: [field], namesPeople: true, ...more };
}

export const createdByColumn: Column = personColumn('createdByName', 'createdBy');
