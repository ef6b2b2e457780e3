import { extname } from 'node:path';
import { readPackageFile } from '../../disk/package-file.js';
import { type Columns, type FileName, files, type PersonName } from './content.js';
import type { Scene, Topic } from './scene.js';
import type { SaidLine } from './texts.js';

/** How many workdays the longest inbox goes back: several pages. */
export const inboxReach = 16;

/** Where messages are stored, who wrote them, and as what their readers learn of them: whoever is mentioned, and the others. */
const places = {
  task: ['task_comments', 'user_id', 'taskMentioned', 'taskCommented'],
  ticket: ['ticket_messages', 'author_id', 'ticketMentioned', 'ticketMessage'],
  thread: ['thread_messages', 'author_id', 'chatMentioned', 'chatMessage'],
} as const;

/** What a message is about, in which project or organisation, and those who can read it. */
interface Subject {
  readonly kind: keyof typeof places;
  readonly topic: Topic;
  readonly home: Columns;
  readonly readers: readonly PersonName[];
  /** Those who learn of it without a mention, if not all who can read it. */
  readonly around?: Iterable<PersonName>;
}

/** Inserts what somebody said, with its files, and collects the notifications; the record of a change is only inserted. */
export function insertSaid(scene: Scene, subject: Subject, said: SaidLine, row: Columns & { id: string }): void {
  const [by, at, body, { files, ...columns } = {}] = said;
  const { topic, home, readers, around = readers } = subject;
  const [table, author, mentionedKind, otherKind] = places[subject.kind];
  scene.put(table, { ...row, [author]: by, body, created_at: at, ...columns });
  if (columns.meta) return;
  const message = { entity_type: 'message', entity_id: scene.id(row.id) };
  attach(scene, files, { ...home, ...message, uploaded_by: by, created_at: at });
  if (at > inboxReach) return;
  const mentioned = mentionedIn(body).filter((person) => readers.includes(person));
  const others = [...around].filter((person) => !mentioned.includes(person));
  const notice = { ...topic, at, by, body };
  scene.notices.push({ ...notice, kind: mentionedKind, to: mentioned }, { ...notice, kind: otherKind, to: others });
}

/** The people a seed text mentions. */
export function mentionedIn(text: string): readonly PersonName[] {
  // The marks name people by the keys of the table; the tests find a mark that names nobody.
  return [...text.matchAll(/\{@([a-z]+)\}/g)].map((match) => match[1] as PersonName);
}

/** Attaches files to something; a file's bytes are stored once, however often it is attached. */
export function attach(scene: Scene, names: readonly FileName[] | undefined, home: Columns): void {
  for (const name of names ?? []) {
    const sql = 'SELECT length(bytes) FROM attachment_bytes WHERE id = ?';
    const size_bytes = scene.db.value<number>(sql, scene.id(`bytes ${name}`)) ?? storeBytes(scene, name);
    const id = `attachment ${home.entity_id} ${name}`;
    scene.put('attachments', { ...files[name], ...home, id, size_bytes, bytes_id: name });
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
