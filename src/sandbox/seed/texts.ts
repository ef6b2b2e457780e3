import { readPackageFile } from '../../disk/package-file.js';
import type { taskChoices } from '../fields/fields.js';
import type { Columns, FileName, OrgName, PersonName, ProjectKey } from './content.js';

/*
 * The texts of the seed, which are data: a file for each project and organisation in texts/, and one with the words of generated
 * titles. Nothing checks them but the database and the tests. The fields of tasks and so on are columns in the notation of
 * `Scene.put`, and those that the types here name.
 */

/** What somebody said, how many workdays ago; with `meta` it records a change, of which `to` are told. */
export type SaidLine<Text = string> = readonly [
  by: PersonName | null,
  ago: number,
  text: Text,
  options?: {
    readonly internal?: boolean;
    readonly files?: readonly FileName[];
    readonly meta?: Columns & { readonly event: string; readonly to?: string };
    readonly to?: readonly PersonName[];
  },
];

/** A change that somebody made to a ticket, in place of its text: of a field, or by assigning people. */
export type Change =
  | readonly [field: 'status' | 'priority' | 'category', from: string, to: string]
  | readonly ['assignees', ...PersonName[]];

interface Draft extends Columns {
  readonly created_by: PersonName;
  readonly created_at: number;
  readonly to?: readonly PersonName[];
  /** A leading `x ` marks an item as done. */
  readonly checklist?: readonly string[];
  readonly files?: readonly FileName[];
}

export interface TaskDraft extends Draft {
  readonly title: string;
  readonly status: (typeof taskChoices.status)[number];
  readonly priority?: string;
  readonly type?: string;
  readonly channel?: string;
  readonly due?: number;
  readonly estimate?: number;
  readonly archived_at?: number;
  readonly deleted_at?: number;
  readonly source_ticket_id?: string;
  /** Numbers of tasks of the same project that this one depends on. */
  readonly after?: readonly number[];
  readonly plans?: readonly (readonly [PersonName, day: number | null])[];
  readonly said?: readonly SaidLine[];
  readonly logged?: readonly (readonly [by: PersonName, ago: number, minutes: number, note?: string])[];
}

export interface TicketDraft extends Draft {
  readonly subject: string;
  readonly description: string | readonly string[];
  readonly customer_id?: PersonName;
  readonly satisfaction_score?: number;
  readonly watchers?: readonly PersonName[];
  readonly timeline?: readonly SaidLine<string | Change>[];
}

export interface ThreadDraft extends Draft {
  readonly title: string | null;
  readonly tags?: readonly string[];
  readonly said: readonly SaidLine[];
  /** Who has read it, and up to how many workdays ago. */
  readonly read?: readonly (readonly [PersonName, ago: number])[];
}

/** A wiki page with its subpages; a page without `body_html` is a folder. */
export interface WikiDraft extends Columns {
  readonly title: string;
  readonly pages?: readonly WikiDraft[];
}

/** The history of a project before its tasks, and the tasks; a task's number is its index plus one. */
interface ProjectTexts {
  readonly history: readonly (readonly [by: PersonName, ago: number, text: string, type: string])[];
  readonly tasks: readonly TaskDraft[];
}

/** The tickets and the chat of an organisation; a ticket's number is its index plus one. The internal one has the rest. */
interface OrgTexts {
  readonly tickets: readonly TicketDraft[];
  readonly threads: readonly ThreadDraft[];
  readonly notes?: readonly (Columns & { title: string; created_at: number; shared?: PersonName[] })[];
  readonly wiki?: readonly WikiDraft[];
}

/** The words from which titles and texts are made. */
export type Words = Readonly<Record<'verbs' | 'subjects' | 'places' | 'complaints' | 'remarks', readonly string[]>>;

export const readProject = (key: ProjectKey): ProjectTexts => read(`projects/${key}`) as ProjectTexts;
export const readOrg = (slug: OrgName): OrgTexts => read(`orgs/${slug}`) as OrgTexts;
export const readWords = (): Words => read('words') as Words;

/** The build copies the folder to dist/. */
function read(name: string): unknown {
  return JSON.parse(readPackageFile(`dist/texts/${name}.json`).toString());
}
