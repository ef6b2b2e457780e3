import { readPackageFile } from '../../disk/package-file.js';
import type { taskChoices } from '../fields/fields.js';
import type { Columns, FileName, OrgName, PersonName, ProjectKey } from './content.js';

/*
 * The texts of the seed, which are data: a file for each project and organisation in texts/, and one with the words of generated
 * titles. Nothing checks them but the database and the tests. The fields of tasks and so on are columns in the notation of
 * `Scene.put`, and those that the types here name.
 */

/** What somebody said, how many workdays ago, with files and columns of its own; with `meta` it records a change. */
export type SaidLine<Text = string> = readonly [
  by: PersonName | null,
  ago: number,
  text: Text,
  options?: (Columns & { readonly files?: readonly FileName[]; readonly is_internal?: boolean }) | undefined,
];

/** A change that somebody made to a ticket, in place of its text: of a field, or by assigning people. */
export type Change =
  | readonly [field: 'status' | 'priority' | 'category', from: string, to: string]
  | readonly ['assignees', ...PersonName[]];

/** What tasks and tickets have in common. */
interface Draft<Text = string> extends Columns {
  readonly created_by: PersonName;
  readonly created_at: number;
  readonly to?: readonly PersonName[];
  /** A leading `x ` marks an item as done. */
  readonly checklist?: readonly string[];
  readonly files?: readonly FileName[];
  readonly said?: readonly SaidLine<Text>[];
}

export interface TaskDraft extends Draft {
  readonly title: string;
  readonly status: (typeof taskChoices.status)[number];
  readonly due?: number;
  readonly estimate?: number;
  readonly archived_at?: number;
  readonly deleted_at?: number;
  readonly source_ticket_id?: string;
  /** The tasks of the same project that this one depends on. */
  readonly after?: readonly string[];
  readonly logged?: readonly (readonly [by: PersonName, ago: number, minutes: number, note?: string])[];
}

/** A ticket, whose status and times follow from what was said. */
export interface TicketDraft extends Draft<string | Change> {
  readonly subject: string;
  readonly description: string | readonly string[];
  readonly watchers?: readonly PersonName[];
}

/** A thread, opened by who writes first. */
export interface ThreadDraft extends Columns {
  readonly title: string | null;
  readonly tags?: readonly string[];
  readonly said: readonly [SaidLine, ...SaidLine[]];
}

/** A wiki page with its subpages; a page without `body_html` is a folder. */
export interface WikiDraft extends Columns {
  readonly title: string;
  readonly pages?: readonly WikiDraft[];
}

/** The history of a project before its tasks, and the tasks; a task's number is its index plus one. */
export const readProject = (key: ProjectKey) =>
  read<{
    readonly history: readonly (readonly [by: PersonName, ago: number, text: string, type: string])[];
    readonly tasks: readonly TaskDraft[];
  }>(`projects/${key}`);

/** The tickets and the chat of an organisation; a ticket's number is its index plus one. The internal one has the rest. */
export const readOrg = (slug: OrgName) =>
  read<{
    readonly tickets: readonly TicketDraft[];
    readonly threads: readonly ThreadDraft[];
    readonly notes?: readonly (Columns & { readonly title: string; readonly created_at: number })[];
    readonly wiki?: readonly WikiDraft[];
  }>(`orgs/${slug}`);

/** The words from which titles and texts are made. */
export const readWords = () =>
  read<Readonly<Record<'verbs' | 'subjects' | 'places' | 'complaints' | 'remarks', readonly string[]>>>('words');

/** The build copies the folder to dist/. */
function read<Texts>(name: string): Texts {
  return JSON.parse(readPackageFile(`dist/texts/${name}.json`).toString()) as Texts;
}
