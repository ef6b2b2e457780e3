import { readPackageFile } from '../../disk/package-file.js';
import type { taskChoices, ticketChoices } from '../fields/fields.js';
import type { FileName, OrgName, PersonName, ProjectKey } from './content.js';

/*
 * The texts of the seed, which are data: a file for each project and organisation in texts/, and one with the words of generated
 * titles. Nothing checks them but the database and the tests. Times are workdays before the anchor (see calendar.ts), days are calendar days from the
 * anchor (-2 is the day before yesterday), people and references are names that the scene replaces: `{sean}` by a given name,
 * `{@sean}` by a mention, `{#SCM-3}` and `{#ticket:SCM-3}` by references.
 */

/** A text, or its lines. */
export type Text = string | readonly string[];

interface SaidOptions {
  readonly internal?: boolean;
  readonly files?: readonly FileName[];
}

/** Who said what, and how many workdays ago. */
export type Said = readonly [by: PersonName, ago: number, text: string, options?: SaidOptions];

/** A change to a ticket that its timeline records. */
export type Change =
  | { readonly status: readonly [from: string, to: string] }
  | { readonly priority: readonly [from: string, to: string] }
  | { readonly category: readonly [from: string, to: string] }
  | { readonly added: readonly PersonName[]; readonly removed?: readonly PersonName[] }
  | { readonly tags: readonly [from: readonly string[], to: readonly string[]] }
  | { readonly subject: readonly [from: string, to: string] };

export type Changed = readonly [by: PersonName, ago: number, change: Change];

/** A checklist item; a leading `x ` marks it as done. */
export type ChecklistLine = string;

export type Logged = readonly [by: PersonName, ago: number, minutes: number, note?: string];

export interface TaskDraft {
  readonly title: string;
  readonly text?: Text;
  readonly status: (typeof taskChoices.status)[number];
  readonly priority?: (typeof taskChoices.priority)[number];
  readonly type?: (typeof taskChoices.type)[number];
  readonly channel?: 'web' | 'mcp' | 'api' | 'import' | 'template';
  readonly by: PersonName;
  readonly to?: readonly PersonName[];
  readonly ago: number;
  readonly due?: number;
  readonly span?: readonly [start: number, end: number];
  readonly estimate?: number;
  readonly tags?: readonly string[];
  readonly checklist?: readonly ChecklistLine[];
  /** Numbers of tasks of the same project that this one depends on. */
  readonly after?: readonly number[];
  readonly parent?: number;
  readonly plans?: readonly (readonly [PersonName, day: number | null])[];
  readonly said?: readonly Said[];
  readonly logged?: readonly Logged[];
  readonly files?: readonly FileName[];
  /** The ticket it was created from, such as `BERG-9`. */
  readonly ticket?: string;
  readonly archived?: number;
  readonly deleted?: number;
}

export interface TicketDraft {
  readonly subject: string;
  readonly text?: Text;
  readonly status: (typeof ticketChoices.status)[number];
  readonly priority?: (typeof ticketChoices.priority)[number];
  readonly category?: (typeof ticketChoices.category)[number];
  readonly channel?: 'email' | 'api' | 'chat' | 'web_form';
  /** The customer; absent when an agent opened the ticket. */
  readonly from?: PersonName;
  readonly by?: PersonName;
  readonly to?: readonly PersonName[];
  readonly watchers?: readonly PersonName[];
  readonly ago: number;
  readonly score?: number;
  readonly tags?: readonly string[];
  readonly checklist?: readonly ChecklistLine[];
  readonly files?: readonly FileName[];
  readonly timeline?: readonly (Said | Changed)[];
}

export interface ThreadDraft {
  readonly title: string | null;
  readonly by: PersonName;
  readonly tags?: readonly string[];
  readonly status?: 'open' | 'closed';
  readonly said: readonly Said[];
  /** The ticket created from the thread, after this many messages. */
  readonly ticket?: readonly [ref: string, after: number];
  /** Who has read it, and up to how many workdays ago. */
  readonly read?: readonly (readonly [PersonName, ago: number])[];
}

export interface NoteDraft {
  readonly kind: 'quick' | 'meeting';
  readonly by: PersonName;
  readonly title: string;
  readonly icon: string;
  readonly ago: number;
  readonly pinned?: boolean;
  readonly html: Text;
  readonly project?: ProjectKey;
  readonly task?: string;
  readonly shared?: readonly PersonName[];
  /** The title of its parent note. */
  readonly under?: string;
}

/** A wiki page with its subpages; a page without `html` is a folder. */
export interface WikiDraft {
  readonly title: string;
  readonly icon: string;
  readonly ago: number;
  readonly html?: Text;
  readonly pages?: readonly WikiDraft[];
}

/** What people wrote into the history of a project, and its tasks; a task's number is its index plus one. */
interface ProjectTexts {
  readonly comments: readonly Said[];
  readonly tasks: readonly TaskDraft[];
}

/** The tickets and the chat of an organisation; a ticket's number is its index plus one. The internal one has the rest. */
interface OrgTexts {
  readonly tickets: readonly TicketDraft[];
  readonly threads: readonly ThreadDraft[];
  readonly notes?: readonly NoteDraft[];
  readonly wiki?: readonly WikiDraft[];
}

/** The words from which titles and texts are made. */
export interface Words {
  readonly verbs: readonly string[];
  readonly subjects: readonly string[];
  readonly places: readonly string[];
  readonly complaints: readonly string[];
  readonly remarks: readonly string[];
}

export const readProject = (key: ProjectKey): ProjectTexts => read(`projects/${key}`) as ProjectTexts;
export const readOrg = (slug: OrgName): OrgTexts => read(`orgs/${slug}`) as OrgTexts;
export const readWords = (): Words => read('words') as Words;

/** The build copies the folder to dist/. */
function read(name: string): unknown {
  return JSON.parse(readPackageFile(`dist/texts/${name}.json`).toString());
}
