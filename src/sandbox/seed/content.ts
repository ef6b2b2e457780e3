import company from './company.json';

/*
 * What company.json has: the people, organisations, projects, files and small things of the sandbox, whose fields are columns
 * unless a type here says otherwise (the notation is that of `Scene.put`), and what the columns of all tables mean.
 */

export type PersonName = keyof typeof company.people;
export type OrgName = keyof typeof company.orgs;
export type ProjectKey = keyof typeof company.projects;
export type FileName = keyof typeof company.files;

/** A row, or a part of one, in the notation of the data. */
export type Columns = Readonly<Record<string, unknown>>;

interface PersonDraft extends Columns {
  /** Alternatives, by the number of the world, each with the local part of its email address. */
  readonly names: readonly string[];
  readonly mails: readonly string[];
  readonly domain: string;
}

interface OrgDraft extends Columns {
  readonly key: string;
  readonly members: Readonly<Record<string, string>>;
}

/** A project. The internal team sees all of them; members are those from outside, and the managers. */
export interface ProjectDraft extends Columns {
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  readonly lead_id: PersonName | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly members: Readonly<Record<string, string>>;
}

interface FileDraft extends Columns {
  readonly filename: string;
  readonly mime_type: string;
}

/** A notification from the service itself rather than a person. */
interface NewsDraft {
  readonly kind: string;
  readonly at: number;
  readonly by: PersonName | null;
  readonly to: readonly PersonName[];
  readonly title: string;
  readonly body: string | null;
  readonly url: string;
}

export const people: Readonly<Record<PersonName, PersonDraft>> = company.people;
/** The first one is the internal one. */
export const orgs: Readonly<Record<OrgName, OrgDraft>> = company.orgs;
export const projects = company.projects as Readonly<Record<ProjectKey, ProjectDraft>>;
/** The bytes of the files are in texts/files/. */
export const files: Readonly<Record<FileName, FileDraft>> = company.files;
export const news = company.news as readonly NewsDraft[];
/** Short comments for tasks without any, by their status. */
export const { remarks, threadTags, noteTemplates, views } = company;
/** What the values of a column mean: a time or day, lines of text, or the name of something of this kind. */
export const meanings: Readonly<Record<string, string>> = company.columns;
export const defaults: Readonly<Record<string, Columns>> = company.defaults;

export const internalOrg: OrgName = 'lantern-works';

const groups: Readonly<Record<OrgName | ProjectKey, OrgDraft | ProjectDraft>> = { ...orgs, ...projects };

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

/** A person's name in the world with this number (the first one in world 1), and the local part of the email address. */
export function identityOf(key: PersonName, number: number): { readonly name: string; readonly mail: string } {
  const { names, mails } = people[key];
  const at = Math.abs(number - 1) % names.length;
  return { name: names[at] ?? key, mail: mails[at] ?? key };
}

/** What colleagues call somebody with this full name. */
export function givenNameOf(name: string): string {
  const words = name.replace(/^Dr\. /, '').split(' ');
  // East Asian names put the family first, and so do Vietnamese ones, whose given name is the last word.
  const isFamilyFirst = /[\u3040-\u9fff\uac00-\ud7af]/.test(name) || /^(Nguyễn|Trần) /.test(name);
  return (isFamilyFirst ? words.at(-1) : words[0]) ?? name;
}
