import { excerptOf } from '../inbox/notify.js';
import type { Database } from '../store/database.js';
import type { World } from '../world.js';
import { type Calendar, makeCalendar } from './calendar.js';
import { givenNameOf, internalOrg, nameOf, type OrgName, type PersonName, type ProjectKey, people } from './content.js';
import { marks, sayDates } from './marks.js';
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

/** An entry of a project's history. */
interface Event {
  readonly project: ProjectKey;
  readonly type: string;
  readonly task?: string;
  readonly by: PersonName;
  readonly at: string;
  readonly text: string;
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
  /** Replaces the marks of a text by names, mentions and references and days (see marks.ts). */
  say(text: Text): string;
  /** The same as an inbox shows it: mentions and references flattened, at most 280 characters; null if there is none. */
  flatten(text: Text | null): string | null;
  /** The checklist of `owner` (such as `task SCM-3`) as JSON text; checklists of the same owner share item ids. */
  checklist(owner: string, lines: readonly ChecklistLine[] | undefined): string;
}

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
  return {
    number,
    calendar,
    random: makeRandom(`world ${number}`),
    insert: world.db.insert,
    notices: [],
    events: [],
    id,
    user,
    org: (slug) => (isWire && slug === internalOrg ? 'org_trackr_internal' : id('org', slug)),
    template: (name) => (isWire ? `tmpl-${name.toLowerCase().replaceAll(' ', '-')}` : id('note template', name)),
    nameOf: (person) => nameOf(person, number),
    say,
    flatten: (text) => excerptOf(text === null ? null : say(text)),
    checklist(owner, lines = []) {
      const items = lines.map((line, index) => ({
        id: id('item', `${owner} ${index}`),
        text: say(line.replace(/^x /, '')),
        done: line.startsWith('x '),
      }));
      return JSON.stringify(items);
    },
  };
}

function refer(name: string, id: Scene['id']): string {
  const ref = name.replace('ticket:', '');
  const kind = ref === name ? 'task' : 'ticket';
  return `~[${ref}](${kind}:${id(kind, ref)})`;
}

function isPerson(name: string): name is PersonName {
  return Object.hasOwn(people, name);
}
