import { extname } from 'node:path';
import { readPackageFile } from '../../disk/package-file.js';
import type { AttachmentHome } from '../files.js';
import { excerptOf } from '../inbox/notify.js';
import type { Database } from '../store/database.js';
import type { World } from '../world.js';
import { type Calendar, makeCalendar, sayDates } from './calendar.js';
import {
  type FileDraft,
  type FileName,
  files,
  givenNameOf,
  internalOrg,
  nameOf,
  type OrgName,
  type PersonName,
  type ProjectKey,
  people,
} from './content.js';
import { makeRandom, type Random, uuidOf } from './random.js';
import type { ChecklistLine, Text } from './texts.js';

/** An event that people are notified of in their inbox. */
export interface Notice {
  readonly kind: string;
  readonly at: string;
  readonly by: PersonName | null;
  readonly to: Iterable<PersonName>;
  readonly title: string;
  /** Text with marks; the inbox flattens it. */
  readonly body: Text | null;
  readonly url: string;
  readonly entityType: 'task' | 'ticket' | 'thread' | 'project' | null;
  readonly entityId: string | null;
}

interface Event {
  readonly project: ProjectKey;
  readonly type: string;
  readonly task?: string;
  readonly by: PersonName;
  readonly at: string;
  readonly text: string;
}

interface Attaching extends AttachmentHome {
  readonly by: PersonName;
  readonly at: string;
}

/** What the parts of the seed share while they build a world. */
export interface Scene {
  readonly number: number;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly insert: Database['insert'];
  readonly notices: Notice[];
  readonly events: Event[];
  id(kind: string, name: string): string;
  user(person: PersonName): string;
  org(slug: OrgName): string;
  template(name: string): string;
  nameOf(person: PersonName): string;
  /** Replaces the marks of a text by names, mentions, references and days. */
  say(text: Text): string;
  /** The same as an inbox shows it: mentions and references flattened, at most 280 characters; null if there is none. */
  flatten(text: Text | null): string | null;
  /** The checklist of `owner` (such as `task SCM-3`) as JSON text; checklists of the same owner share item ids. */
  checklist(owner: string, lines: readonly ChecklistLine[] | undefined): string;
  /** Attaches files to something; a file's bytes are stored once, however often it is attached. */
  attach(names: readonly FileName[], home: Attaching): void;
}

/*
 * The marks of a text: `{sean}`, `{@sean}`, `{#SCM-3}` and `{#ticket:SCM-3}`, and those for days (see calendar.ts).
 */
const marks = /\{([@#]?)([A-Za-z]+(?::[A-Z]+-\d+|-\d+)?)\}/g;

/** Starts a world, with nothing inserted yet. */
export function makeScene(world: World, number: number, anchor: Date): Scene {
  const id = (kind: string, name: string): string => uuidOf(`${number} ${kind} ${name}`);
  // Public servers use other forms for some ids (docs/api.md, How to read this page).
  const isWire = world.shape === 'wire';
  const users = new Map<PersonName, string>();
  const user = (person: PersonName): string => {
    const known = users.get(person);
    if (known) return known;
    const made = isWire ? id('user', person).replaceAll('-', '') : id('user', person);
    users.set(person, made);
    return made;
  };
  const calendar = makeCalendar(anchor);
  const say = (text: Text): string =>
    sayDates(typeof text === 'string' ? text : text.join('\n'), calendar).replace(
      marks,
      (mark: string, kind: string, name: string) => {
        if (kind === '#') return refer(name, id);
        if (!isPerson(name)) return mark;
        const full = nameOf(name, number);
        return kind === '@' ? `@[${full}](${user(name)})` : givenNameOf(full);
      },
    );
  const scene = {
    number,
    calendar,
    random: makeRandom(`world ${number}`),
    insert: world.db.insert,
    notices: [],
    events: [],
    id,
    user,
    org: (slug: OrgName) => (isWire && slug === internalOrg ? 'org_trackr_internal' : id('org', slug)),
    template: (name: string) =>
      isWire ? `tmpl-${name.toLowerCase().replaceAll(' ', '-')}` : id('note template', name),
    nameOf: (person: PersonName) => nameOf(person, number),
    say,
    flatten: (text: Text | null) => excerptOf(text === null ? null : say(text)),
    checklist(owner: string, lines: readonly ChecklistLine[] = []) {
      const items = lines.map((line, index) => ({
        id: id('item', `${owner} ${index}`),
        text: say(line.replace(/^x /, '')),
        done: line.startsWith('x '),
      }));
      return JSON.stringify(items);
    },
  };
  return { ...scene, attach: makeAttach(scene) };
}

function refer(name: string, id: Scene['id']): string {
  const ref = name.replace('ticket:', '');
  const kind = ref === name ? 'task' : 'ticket';
  return `~[${ref}](${kind}:${id(kind, ref)})`;
}

function isPerson(name: string): name is PersonName {
  return Object.hasOwn(people, name);
}

/** The people a seed text mentions. */
export function mentionedIn(text: string): readonly PersonName[] {
  // The marks name people by the keys of the table; the tests find a mark that names nobody.
  return [...text.matchAll(/\{@([a-z]+)\}/g)].map((match) => match[1] as PersonName);
}

function makeAttach(scene: Omit<Scene, 'attach'>): Scene['attach'] {
  const sizes = new Map<FileName, number>();
  const store = (name: FileName): number => {
    const bytes = readBytes(scene, name);
    scene.insert('attachment_bytes', { id: scene.id('bytes', name), bytes });
    sizes.set(name, bytes.byteLength);
    return bytes.byteLength;
  };
  return (names, home) => {
    for (const key of names) {
      const { name, mime, width, height }: FileDraft = files[key];
      scene.insert('attachments', {
        id: scene.id('attachment', `${home.entityId} ${key}`),
        entity_type: home.entityType,
        entity_id: home.entityId,
        org_id: home.orgId,
        project_id: home.projectId,
        uploaded_by: scene.user(home.by),
        filename: name,
        mime_type: mime,
        size_bytes: sizes.get(key) ?? store(key),
        width: width ?? null,
        height: height ?? null,
        bytes_id: scene.id('bytes', key),
        created_at: home.at,
      });
    }
  };
}

/** The content of a file, with the days of the world in logs. The build copies them to dist/. */
function readBytes({ calendar }: Pick<Scene, 'calendar'>, key: FileName): Uint8Array {
  const { name, mime } = files[key];
  const bytes = readPackageFile(`dist/texts/files/${key}${extname(name)}`);
  return mime === 'text/plain' ? Buffer.from(sayDates(bytes.toString(), calendar)) : bytes;
}
