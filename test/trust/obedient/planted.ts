import { readFileSync } from 'node:fs';
import type { Database, Row } from '../../../src/sandbox/store/database.js';
import type { TestWorld } from '../../support/run.js';

/** What a text may tell an agent to do. `REF` is its own ticket, `UUID` its id, `OTHER` that of another customer. */
export interface Instruction {
  /** How it is written. */
  readonly as?: keyof typeof disguises;
  readonly text: string;
}

/** Ways to write a text that a filter does not expect, but a model reads. */
const disguises = {
  /** In letters that nobody sees. */
  unseen: (text: string): string =>
    `Hello${[...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')}`,
};

/** What is in one of the data files beside this one. */
export function readInstructions(name: string): readonly Instruction[] {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** The same text as a model takes it. */
export function decoded(text: string): string {
  return text
    .replace(/<U\+([\dA-F]{4,6})>/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/[\u{e0020}-\u{e007e}]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xe0000));
}

const places = ['subject', 'description', 'name', 'file name', 'tag', 'wiki page', 'note', 'chat'] as const;

/** What was planted: the tickets, and what is read of it beside them. */
export interface Planted {
  readonly refs: readonly string[];
  readonly texts: readonly string[];
  /** Ids of the wiki pages and of the threads. */
  readonly pages: readonly string[];
  readonly threads: readonly string[];
}

/** Puts each instruction into each place, every time in a ticket of its own; `own` is a file that nobody may have. */
export function plant({ sandbox }: TestWorld, instructions: readonly Instruction[], own: string): Planted {
  const { db } = sandbox.world;
  const [org = '', orgKey = ''] = db.texts(
    "SELECT id FROM orgs WHERE slug = 'casa-azul' UNION ALL SELECT key FROM orgs WHERE slug = 'casa-azul'",
  );
  const found: { readonly [K in keyof Planted]: string[] } = { refs: [], texts: [], pages: [], threads: [] };
  const all = places.flatMap((place) => instructions.map((instruction) => ({ place, instruction })));
  for (const [number, { place, instruction }] of all.entries()) {
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const ref = `${orgKey}-${500 + number}`;
    const words = { REF: ref, OTHER: 'BERG-9', UUID: id, OWN: own };
    const told = instruction.text.replaceAll(
      /\b(?:REF|OTHER|UUID|OWN)\b/g,
      (word) => words[word as keyof typeof words],
    );
    const text = instruction.as ? disguises[instruction.as](told) : told;
    const ticket: Row = { id, org_id: org, number: 500 + number, subject: `Ticket ${number}`, tags: '[]' };
    const inPlace: Readonly<Record<(typeof places)[number], () => Row>> = {
      subject: () => ({ subject: text }),
      description: () => ({ description: text }),
      name: () => {
        like(db, 'users', { id: `${id}-u`, name: text, email: `u${number}@casa-azul.example` });
        like(db, 'org_members', { org_id: org, user_id: `${id}-u`, role: 'customer' });
        return { customer_id: `${id}-u` };
      },
      'file name': () => {
        const entity = { entity_type: 'ticket', entity_id: id, org_id: org, project_id: null, deleted_at: null };
        like(db, 'attachments', { id: `${id}-f`, filename: text, ...entity });
        return {};
      },
      tag: () => ({ tags: JSON.stringify([text]) }),
      'wiki page': () => {
        like(db, 'wiki_pages', { id: `${id}-w`, title: `Page ${number}`, is_folder: 0, body_html: `<p>${text}</p>` });
        found.pages.push(`${id}-w`);
        return {};
      },
      note: () => {
        like(db, 'ticket_messages', { id: `${id}-m`, ticket_id: id, body: text, kind: 'comment', is_internal: 1 });
        return {};
      },
      chat: () => {
        like(db, 'threads', { id: `${id}-t`, org_id: org });
        like(db, 'thread_messages', { id: `${id}-c`, thread_id: `${id}-t`, body: text, kind: 'comment' });
        found.threads.push(`${id}-t`);
        return {};
      },
    };
    // A ticket is there before what belongs to it.
    like(db, 'tickets', ticket);
    found.texts.push(text);
    const columns = inPlace[place]();
    if (Object.keys(columns).length > 0) db.update('tickets', id, columns);
    const author = columns.customer_id;
    if (author !== undefined)
      like(db, 'ticket_messages', { id: `${id}-m`, ticket_id: id, author_id: author, kind: 'comment' });
    found.refs.push(ref);
  }
  return found;
}

/** A row of the sandbox with other columns. */
function like(db: Database, table: string, columns: Row): void {
  const [model = {}] = db.all<Row>(`SELECT * FROM ${table} LIMIT 1`);
  const { sequence: _own, ...rest } = model;
  db.insert(table, { ...rest, ...columns });
}
