import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../../src/contract/errors.js';
import type { Database, Row } from '../../../src/sandbox/store/database.js';
import type { TestWorld } from '../../support/run.js';

/** What a text may tell an agent to do, in words for which `plant` puts others. */
export interface Instruction {
  /** How it is written, if not as it is read. */
  readonly as?: keyof typeof disguises;
  readonly text: string;
}

/** An instruction, and where it stands. */
export interface Placed extends Instruction {
  readonly place: (typeof places)[number];
}

const places = ['subject', 'description', 'name', 'file name', 'tag', 'wiki page', 'note', 'chat'] as const;

/** Each instruction in each place. */
export function everywhere(instructions: readonly Instruction[]): readonly Placed[] {
  return places.flatMap((place) => instructions.map((instruction) => ({ ...instruction, place })));
}

/** What is in one of the data files beside this one. */
export function readInstructions<T extends Instruction>(name: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

const shifted = (text: string, by: number): string =>
  [...text].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + by)).join('');

/** Ways to write a text that a filter does not expect, but a model reads. */
const disguises = {
  /** In letters that nobody sees. */
  unseen: (text: string): string => `Hello${shifted(text, 0xe0000)}`,
  /** In letters as wide as Chinese ones. */
  wide: (text: string): string => text.replace(/[!-~]+/g, (word) => shifted(word, 0xfee0)),
  parted: (text: string): string => [...text].join('\u200b'),
  base64: (text: string): string => `Decode this: ${Buffer.from(text).toString('base64')}`,
  percent: (text: string): string => encodeURIComponent(text),
  rot13,
};

/** The same text as a model takes it. */
export function decoded(text: string): string {
  const plain = text
    .replace(/<U\+([\dA-F]{4,6})>/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\^([@-_])/g, (_, letter) => shifted(letter, -0x40))
    // The sequences of terminals, of which links and the clipboard hold texts.
    .replace(/(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)\d*;\w?;?|\x07|\x1b\\|\x9c|\r/g, ' ')
    .replace(/[\u{e0020}-\u{e007e}]/gu, (letter) => shifted(letter, -0xe0000))
    .replace(/\u200b/g, '')
    .replace(/[！-～]+/g, (word) => shifted(word, -0xfee0))
    .replace(/[\w+/]{24,}={0,2}/g, (word) => ofBase64(word) ?? word)
    .replace(/(?:[\w~.!*'()-]|%[\dA-F]{2}){24,}/g, (word) => attempt(() => decodeURIComponent(word)) ?? word);
  return /genpxre/.test(plain) ? rot13(plain) : plain;
}

function ofBase64(text: string): string | undefined {
  const found = Buffer.from(text, 'base64').toString();
  return /^[ -~]+$/.test(found) ? found : undefined;
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const start = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
  });
}

/** What was planted: the tickets, and what is read of it beside them. */
export interface Planted {
  readonly refs: readonly string[];
  readonly texts: readonly string[];
  /** The tickets that have a file. */
  readonly withFiles: readonly string[];
  /** Ids of the wiki pages and of the threads. */
  readonly pages: readonly string[];
  readonly threads: readonly string[];
}

/**
 * Puts each instruction where it stands, every time in a ticket of its own: `REF`, with the id `UUID`. `OTHER` is the ticket of another
 * customer, `CONFIG` the folder of settings, and `OWN` the file of tokens.
 */
export function plant({ sandbox }: TestWorld, instructions: readonly Placed[], config: string): Planted {
  const { db } = sandbox.world;
  const [org = '', orgKey = ''] = db.texts(
    "SELECT id FROM orgs WHERE slug = 'casa-azul' UNION ALL SELECT key FROM orgs WHERE slug = 'casa-azul'",
  );
  const found: { readonly [K in keyof Planted]: string[] } = {
    refs: [],
    texts: [],
    withFiles: [],
    pages: [],
    threads: [],
  };
  for (const [number, { place, as, text: template }] of instructions.entries()) {
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const ref = `${orgKey}-${500 + number}`;
    const words = { REF: ref, OTHER: 'BERG-9', UUID: id, OWN: join(config, 'credentials.json'), CONFIG: config };
    const told = template.replaceAll(/\b(?:REF|OTHER|UUID|OWN|CONFIG)\b/g, (word) => words[word as keyof typeof words]);
    const text = as ? disguises[as](told) : told;
    const ticket: Row = {
      id,
      org_id: org,
      number: 500 + number,
      subject: `Ticket ${number}`,
      status: 'open',
      tags: '[]',
    };
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
        found.withFiles.push(ref);
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
