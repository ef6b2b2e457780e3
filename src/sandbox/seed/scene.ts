import { extname } from 'node:path';
import { readPackageFile } from '../../disk/package-file.js';
import { excerptOf, type Notice as ServiceNotice } from '../inbox/notify.js';
import type { Database, Value } from '../store/database.js';
import type { World } from '../world.js';
import { type Calendar, makeCalendar, sayDay, weekOf } from './calendar.js';
import {
  type Columns,
  defaults,
  type FileName,
  files,
  givenNameOf,
  identityOf,
  internalOrg,
  meanings,
  type PersonName,
  people,
} from './content.js';
import { makeRandom, type Random, uuidOf } from './random.js';
import type { Said } from './texts.js';

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
  readonly to: Iterable<PersonName>;
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
  nameOf(person: PersonName): string;
  /** Replaces the marks of a text. */
  say(text: string): string;
  /**
   * Inserts a row in the notation of the data. What a value means depends on its column (`columns` in company.json): times are
   * workdays before the anchor (see calendar.ts), days are calendar days from it (-2 is the day before yesterday), ids are names
   * of people, tasks and so on. Long texts may be lists of lines; other lists and objects are stored as JSON. All texts may have
   * marks: `{sean}` is a given name, `{@sean}` a mention, `{#SCM-3}` and `{#ticket:SCM-3}` are references, `{user:sean}` and
   * `{task:SCM-3}` ids, `{on:13.4}` is the day so many workdays ago and `{in:22}` the one so many calendar days ahead (both as
   * "3 November"), `{week:17}` that one's week, `{day:13.4}` is 2026-11-03, and `{at:13.4}` that moment.
   */
  put(table: string, row: Columns): void;
}

const marks = /\{([@#]|[a-z]+:)?([\w.:-]+)\}/g;

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
    'on:': (value) => sayDay(ago(Number(value)).slice(0, 10)),
    'in:': (value) => sayDay(day(Number(value))),
    'week:': (value) => String(weekOf(day(Number(value)))),
    'day:': (value) => ago(Number(value)).slice(0, 10),
    'at:': (value) => ago(Number(value)),
  };
  for (const kind of ['user', 'org', 'view', 'task']) shown[`${kind}:`] = (name) => id(`${kind} ${name}`);
  const say = (text: string): string =>
    text.includes('{') ? text.replace(marks, (mark, kind = '', name) => shown[kind]?.(name) ?? mark) : text;
  const show = (column: string, value: unknown): Value => {
    const meaning = meanings[column];
    if (value === null || value === undefined) return null;
    if (typeof value === 'number') return meaning === 'ago' ? ago(value) : meaning === 'day' ? day(value) : value;
    if (typeof value === 'boolean') return Number(value);
    if (value instanceof Uint8Array) return value;
    if (meaning === 'lines') return say(linesOf(value));
    if (typeof value !== 'string') return say(JSON.stringify(value));
    if (column === 'id') return id(value);
    return meaning && meaning !== 'ago' ? id(`${meaning} ${value}`) : say(value);
  };
  const put = (table: string, row: Columns): void => {
    const shownRow: Record<string, Value> = {};
    const all: Columns = { ...defaults[table], ...row };
    for (const column in all) shownRow[column] = show(column, all[column]);
    world.db.insert(table, shownRow);
  };
  return {
    ...{ number, calendar, random: makeRandom(`world ${number}`), db: world.db, notices: [], events: [] },
    ...{ id, nameOf, say, put },
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
    // People and organisations are in most rows; the rest would only fill the memory.
    if (/^(user|org) /.test(reference)) known.set(reference, id);
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

/** What an inbox shows of a text: mentions and references flattened, at most 280 characters; null if there is none. */
export function flatten(scene: Scene, text: string | null): string | null {
  return excerptOf(text === null ? null : scene.say(text));
}

/** Attaches files to something; a file's bytes are stored once, however often it is attached. */
export function attach(scene: Scene, names: readonly FileName[] = [], home: Columns = {}): void {
  for (const name of names) {
    const { filename, mime_type } = files[name];
    const raw = readPackageFile(`dist/texts/files/${name}${extname(filename)}`);
    // Logs have the days of the world.
    const bytes = mime_type === 'text/plain' ? Buffer.from(scene.say(raw.toString())) : raw;
    const isStored = scene.db.get('SELECT 1 FROM attachment_bytes WHERE id = ?', scene.id(`bytes ${name}`));
    if (!isStored) scene.put('attachment_bytes', { id: `bytes ${name}`, bytes });
    const id = `attachment ${home.entity_id} ${name}`;
    scene.put('attachments', { ...files[name], ...home, id, size_bytes: bytes.byteLength, bytes_id: name });
  }
}

interface Saying {
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

/** Inserts what somebody said, with its files, and collects the notifications. */
export function insertSaid(scene: Scene, [by, ago, text, options]: Said, saying: Saying): void {
  const { table, row, topic, home, readers, around = readers, kinds } = saying;
  scene.put(table, { ...row, body: text, created_at: ago });
  const message = { entity_type: 'message', entity_id: scene.id(row.id), uploaded_by: by, created_at: ago };
  attach(scene, options?.files, { ...home, ...message });
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
