import { extname } from 'node:path';
import { readPackageFile } from '../../disk/package-file.js';
import type { Notice as ServiceNotice } from '../inbox/notify.js';
import type { Database, Value } from '../store/database.js';
import type { World } from '../world.js';
import { type Calendar, makeCalendar, sayDay, weekOf } from './calendar.js';
import {
  type Columns,
  days,
  defaults,
  type FileName,
  files,
  givenNameOf,
  identityOf,
  internalOrg,
  kinds,
  type PersonName,
  people,
} from './content.js';
import { makeRandom, type Random, uuidOf } from './random.js';
import type { SaidLine } from './texts.js';

/** What a notification is about. */
export type Topic = Pick<ServiceNotice, 'title' | 'url'> & {
  readonly entityType: ServiceNotice['entityType'] | null;
  readonly entityId: string | null;
};

/** An event that people are notified of in their inbox; `at` is in workdays ago. */
export interface Notice extends Topic {
  readonly kind: string;
  readonly at: number;
  readonly by: PersonName | null;
  readonly to: readonly PersonName[];
  readonly body: string | null;
}

/** What the parts of the seed share while they build a world. */
export interface Scene {
  readonly number: number;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly db: Database;
  readonly notices: Notice[];
  /** Rows for the history of projects, in any order. */
  readonly events: (Columns & { readonly created_at: number })[];
  /** The id of something that a kind and a name refer to, such as `task SCM-3` or `user mara`. */
  id(reference: string): string;
  /** Replaces the marks of a text. */
  say(text: string): string;
  /**
   * Inserts a row in the notation of the data. What a value means depends on its column: times (`…_at`) are workdays before the
   * anchor (see calendar.ts), `days` of company.json are calendar days from it (-2 is the day before yesterday), and its `kinds`
   * are names of people, tasks and so on for their ids. Long texts may be lists of lines; other lists and objects are stored as
   * JSON. All texts may have marks: `{sean}` is a given name, `{name:sean}` the whole one, `{@sean}` a mention, `{#SCM-3}` and
   * `{#ticket:SCM-3}` are references, `{user:sean}` and `{task:SCM-3}` ids, `{on:13.4}` is the day so many workdays ago and
   * `{in:22}` the one so many calendar days ahead (both as "3 November"), `{week:17}` the number of that day's week,
   * `{day:13.4}` is 2026-11-03, and `{at:13.4}` that moment.
   */
  put(table: string, row: Columns): void;
}

const marks = /\{([@#]|[a-z]+:)?([^{}]+)\}/g;

/** Starts a world, with nothing inserted yet. */
export function makeScene(world: World, number: number, anchor: Date): Scene {
  const calendar = makeCalendar(anchor);
  const { ago, day } = calendar;
  const id = makeIds(number, world.shape === 'wire');
  const nameOf = (person: PersonName): string => identityOf(person, number).name;
  const ifPerson = (name: string, show: (person: PersonName) => string): string | undefined =>
    Object.hasOwn(people, name) ? show(name as PersonName) : undefined;
  const shown: Record<string, (name: string) => string | undefined> = {
    '': (name) => ifPerson(name, (person) => givenNameOf(nameOf(person))),
    '@': (name) => ifPerson(name, (person) => `@[${nameOf(person)}](${id(`user ${name}`)})`),
    '#': (name) => {
      const [ref = '', kind = 'task'] = name.split(':').reverse();
      return `~[${ref}](${kind}:${id(`${kind} ${ref}`)})`;
    },
    'name:': (name) => ifPerson(name, nameOf),
    'on:': (value) => sayDay(ago(Number(value)).slice(0, 10)),
    'in:': (value) => sayDay(day(Number(value))),
    'week:': (value) => String(weekOf(day(Number(value)))),
    'day:': (value) => ago(Number(value)).slice(0, 10),
    'at:': (value) => ago(Number(value)),
  };
  for (const kind of ['user', 'org', 'view', 'task', 'ticket', 'note'])
    shown[`${kind}:`] = (name) => id(`${kind} ${name}`);
  const say = (text: string): string =>
    text.includes('{') ? text.replace(marks, (mark, kind = '', name) => shown[kind]?.(name) ?? mark) : text;
  const show = (column: string, value: unknown): Value => {
    if (typeof value === 'string') {
      if (column === 'id') return id(value);
      const kind = kinds[column];
      return kind ? id(`${kind} ${value}`) : say(value);
    }
    if (typeof value === 'number') {
      if (column.endsWith('_at') || column === 'meeting_date') return ago(value);
      return days.includes(column) ? day(value) : value;
    }
    if (value === null || value === undefined) return null;
    if (typeof value === 'boolean') return Number(value);
    if (value instanceof Uint8Array) return value;
    return say(column === 'description' || column === 'body_html' ? linesOf(value) : JSON.stringify(value));
  };
  const put = (table: string, row: Columns): void => {
    const shownRow: Record<string, Value> = {};
    for (const part of [defaults[table], row]) for (const column in part) shownRow[column] = show(column, part[column]);
    world.db.insert(table, shownRow);
  };
  return {
    ...{ number, calendar, random: makeRandom(`world ${number}`), db: world.db, notices: [], events: [] },
    ...{ id, say, put },
  };
}

/** Public servers use other forms for some ids (docs/api.md, How to read this page). */
function makeIds(number: number, isWire: boolean): Scene['id'] {
  const known = new Map<string, string>();
  const make = (reference: string): string => {
    const id = uuidOf(`${number} ${reference}`);
    if (!isWire) return id;
    if (reference === `org ${internalOrg}`) return 'org_trackr_internal';
    const [, template] = /^note template (.*)/.exec(reference) ?? [];
    if (template) return `tmpl-${template.toLowerCase().replaceAll(' ', '-')}`;
    return reference.startsWith('user ') ? id.replaceAll('-', '') : id;
  };
  return (reference) => {
    const id = known.get(reference) ?? make(reference);
    // What a large world adds is named once or twice.
    if (known.size < 4000) known.set(reference, id);
    return id;
  };
}

/** A text of the data, which may be its lines. */
export function linesOf(text: unknown): string {
  return Array.isArray(text) ? text.join('\n') : String(text);
}

/** The checklist of `owner` (such as `task SCM-3`); checklists of the same owner share item ids. */
export function checklistOf(scene: Scene, owner: string, lines: readonly string[] = []): readonly Columns[] {
  return lines.map((line, index) => ({
    id: scene.id(`item ${owner} ${index}`),
    text: line.replace(/^x /, ''),
    done: line.startsWith('x '),
  }));
}

/** Attaches files to something; a file's bytes are stored once, however often it is attached. */
export function attach(scene: Scene, names: readonly FileName[] = [], home: Columns = {}): void {
  for (const name of names) {
    const sql = 'SELECT length(bytes) FROM attachment_bytes WHERE id = ?';
    const size_bytes = scene.db.value<number>(sql, scene.id(`bytes ${name}`)) ?? storeBytes(scene, name);
    scene.put('attachments', {
      ...{ ...files[name], ...home, size_bytes, bytes_id: name },
      id: `attachment ${home.entity_id} ${name}`,
    });
  }
}

function storeBytes(scene: Scene, name: FileName): number {
  const { filename, mime_type } = files[name];
  const raw = readPackageFile(`dist/texts/files/${name}${extname(filename)}`);
  // Logs have the days of the world.
  const bytes = mime_type === 'text/plain' ? Buffer.from(scene.say(raw.toString())) : raw;
  scene.put('attachment_bytes', { id: `bytes ${name}`, bytes });
  return bytes.byteLength;
}

/** How messages about something are stored, and who learns of them. */
interface MessagePlace {
  readonly table: string;
  readonly row: Columns & { readonly id: string };
  readonly topic: Topic;
  /** The columns of attached files. */
  readonly home: Columns;
  /** Those who can read it, of whom the mentioned ones are told so, and those who are told otherwise. */
  readonly readers: readonly PersonName[];
  readonly around?: Iterable<PersonName>;
  readonly kinds: readonly [mentioned: string, otherwise: string];
}

/** How many workdays the longest inbox goes back: several pages. */
export const inboxReach = 16;

/** Inserts what somebody said, with its files, and collects the notifications; the record of a change is only inserted. */
export function insertSaid(scene: Scene, [by, ago, text, options]: SaidLine, saying: MessagePlace): void {
  const { table, row, topic, home, readers, around = readers, kinds } = saying;
  if (options?.meta) {
    scene.put(table, { ...row, body: text, created_at: ago, kind: 'system', meta: options.meta });
    return;
  }
  scene.put(table, { ...row, body: text, created_at: ago });
  const message = { entity_type: 'message', entity_id: scene.id(row.id), uploaded_by: by, created_at: ago };
  attach(scene, options?.files, { ...home, ...message });
  if (ago > inboxReach) return;
  const mentioned = mentionedIn(text).filter((person) => readers.includes(person));
  const others = [...around].filter((person) => !mentioned.includes(person));
  const notice = { ...topic, at: ago, by, body: text };
  scene.notices.push({ ...notice, kind: kinds[0], to: mentioned }, { ...notice, kind: kinds[1], to: others });
}

/** The people a seed text mentions. */
export function mentionedIn(text: string): readonly PersonName[] {
  // The marks name people by the keys of the table; the tests find a mark that names nobody.
  return [...text.matchAll(/\{@([a-z]+)\}/g)].map((match) => match[1] as PersonName);
}
