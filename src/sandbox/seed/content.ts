import company from './company.json';

/*
 * What company.json has: the people, organisations, projects, files and small things of the sandbox, whose fields are columns in
 * the notation of `Scene.put`, and what the columns of all tables mean.
 */

export type PersonName = keyof typeof people;
export type OrgName = keyof typeof orgs;
export type ProjectKey = keyof typeof projects;
export type FileName = keyof typeof files;

/** A row, or a part of one, in the notation of the data. */
export type Columns = Readonly<Record<string, unknown>>;

/**
 * People's names are alternatives, by the number of the world, each with the local part of its email address. The first
 * organisation is the internal one, whose people see all projects; the members of projects are those from outside, and the
 * managers. The bytes of the files are in texts/files/. Remarks are short comments for tasks without any, by their status.
 */
export const { people, orgs, projects, files, remarks, threadTags, noteTemplates, views } = company;
/** Notifications from the service itself rather than a person, as `Notice` has them. */
export const { news } = company;
/** The columns with ids, and what they are ids of; those with days; what is no column but rows of another table; and defaults. */
export const kinds: Readonly<Record<string, string>> = company.kinds;
export const days: readonly string[] = company.days;
export const lists: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = company.lists;
export const defaults: Readonly<Record<string, Columns>> = company.defaults;

export const internalOrg = 'lantern-works' satisfies OrgName;

const groups = { ...orgs, ...projects };

/** The members of an organisation or project with their roles. */
export function membersOf(group: OrgName | ProjectKey): ReadonlyMap<PersonName, string> {
  // Object.entries widens the keys to string; the tests find one that names nobody.
  return new Map(Object.entries(groups[group].members) as [PersonName, string][]);
}

export const team: readonly PersonName[] = [...membersOf(internalOrg).keys()];

/** The team, and the organisation's people who can read its chat and all its tickets. */
export function readersOf(org: OrgName): readonly PersonName[] {
  const readers = [...membersOf(org)].filter(([, role]) => role !== 'org.member').map(([person]) => person);
  return [...new Set([...team, ...readers])];
}

/** The people who may edit the tickets of an organisation. */
export function agentsOf(org: OrgName): readonly PersonName[] {
  const all = [...membersOf(internalOrg), ...membersOf(org)];
  return all.filter(([, role]) => /^org\.(superadmin|admin|agent)$/.test(role)).map(([person]) => person);
}

/** A person's name in the world with this number (the first one in world 1), and the local part of the email address. */
export function identityOf(key: PersonName, number: number): { readonly name: string; readonly mail: string } {
  const all = Object.entries(people[key].names);
  const [name, mail] = all[Math.abs(number - 1) % all.length] ?? [key, key];
  return { name, mail };
}

/** What colleagues call somebody with this full name. */
export function givenNameOf(name: string): string {
  const words = name.replace(/^Dr\. /, '').split(' ');
  // East Asian names put the family first, and so do Vietnamese ones, whose given name is the last word.
  const isFamilyFirst = /[\u3040-\u9fff\uac00-\ud7af]/.test(name) || /^(Nguyễn|Trần) /.test(name);
  return (isFamilyFirst ? words.at(-1) : words[0]) ?? name;
}
