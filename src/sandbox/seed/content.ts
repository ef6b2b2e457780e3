import company from './company.json';

/** Everyone in the sandbox, by the name that the texts of the seed use. The names are alternatives, by the number of the world. */
export const people = company.people satisfies Readonly<Record<string, PersonDraft>>;
/** The organisations by slug; the first one is the internal one. */
export const orgs = company.orgs satisfies Readonly<Record<string, OrgDraft>>;
/** The projects by key. The internal team sees all of them; members are those from outside, and the managers. */
export const projects = company.projects as Readonly<Record<keyof typeof company.projects, ProjectDraft>>;
/** People's settings of pages of the web app, and their saved views; ids are marks. */
export const views = company.views as readonly ViewDraft[];
/** The tags of the chat, with a colour or without. */
export const threadTags = company.threadTags satisfies Readonly<Record<string, string | null>>;
/** The templates for notes about a meeting. */
export const noteTemplates = company.noteTemplates;
/** Short comments for tasks without any, by their status. */
export const remarks = company.remarks satisfies Readonly<Record<string, readonly string[]>>;
/** Notifications from the service itself rather than a person. */
export const news = company.news as readonly NewsDraft[];
/** The names and types of the seed's files, whose bytes are in texts/files/. */
export const files = company.files satisfies Readonly<Record<string, FileDraft>>;

export type PersonName = keyof typeof people;
export type OrgName = keyof typeof orgs;
export type ProjectKey = keyof typeof projects;
export type FileName = keyof typeof files;

/** A person; `joined` is in workdays ago. */
export interface PersonDraft {
  readonly names: readonly string[];
  /** The local part of the email address that goes with each name. */
  readonly mails: readonly string[];
  readonly domain: string;
  readonly joined: number;
  readonly preferences?: Readonly<Record<string, unknown>>;
  /** Other services the person uses, added `ago` workdays ago. */
  readonly instances?: readonly { readonly ago: number; readonly [field: string]: unknown }[];
}

interface ViewDraft {
  readonly person: PersonName;
  readonly key: string;
  readonly state: Readonly<Record<string, unknown>>;
  /** The same in the form of public servers. */
  readonly wire?: Readonly<Record<string, unknown>>;
}

interface NewsDraft {
  readonly kind: string;
  readonly ago: number;
  readonly by: PersonName | null;
  readonly to: readonly PersonName[];
  readonly title: string;
  readonly body: string | null;
  readonly url: string;
}

/** An organisation and the roles of its members; `joined` is in workdays ago. */
export interface OrgDraft {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly joined: number;
  readonly members: Readonly<Record<string, string>>;
}

/** A project, created `ago` and last changed `changed` workdays ago. */
export interface ProjectDraft {
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly icon: string;
  readonly status: string;
  readonly org: OrgName | null;
  readonly lead: PersonName | null;
  readonly ago: number;
  readonly changed: number;
  readonly members: Readonly<Record<string, string>>;
}

export interface FileDraft {
  readonly name: string;
  readonly mime: string;
  /** The size of a picture (pixels). */
  readonly width?: number;
  readonly height?: number;
}

export const internalOrg: OrgName = 'lantern-works';

const groups: Readonly<Record<OrgName | ProjectKey, OrgDraft | ProjectDraft>> = { ...orgs, ...projects };

/** The members of an organisation or project with their roles. */
export function membersOf(group: OrgName | ProjectKey): ReadonlyMap<PersonName, string> {
  // Object.entries widens the keys to string; the tests find one that names nobody.
  return new Map(Object.entries(groups[group].members) as [PersonName, string][]);
}

/** The team, and the organisation's people who can read its chat and all its tickets. */
export function readersOf(org: OrgName): readonly PersonName[] {
  const readers = [...membersOf(org)].filter(([, role]) => role !== 'org.member').map(([person]) => person);
  return [...new Set([...membersOf(internalOrg).keys(), ...readers])];
}

/** The name of a person in the world with this number; the first one in world 1. */
export function nameOf(key: PersonName, number: number): string {
  return identityOf(key, number).name;
}

/** The same with the local part of the email address. */
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
