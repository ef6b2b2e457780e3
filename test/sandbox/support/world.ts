import type { Hint } from '../../../src/contract/shapes/session.js';
import { handlers } from '../../../src/sandbox/http/app.js';
import { describeError } from '../../../src/sandbox/http/error-reply.js';
import { commit } from '../../../src/sandbox/inbox/notify.js';
import { openDatabase } from '../../../src/sandbox/store/database.js';
import {
  type Call,
  type Handler,
  JsonText,
  Refusal,
  type Shape,
  type UploadedFile,
  type World,
} from '../../../src/sandbox/world.js';

/** Who is in the small world, each with the one role that is called like that. */
export const roles = {
  superadmin: { org: 'studio', role: 'org.superadmin' },
  admin: { org: 'studio', role: 'org.admin' },
  staff: { org: 'studio', role: 'org.staff' },
  agent: { org: 'casa', role: 'org.agent' },
  client: { org: 'casa', role: 'org.client' },
  member: { org: 'casa', role: 'org.member' },
  stranger: { org: 'berg', role: 'org.client' },
  manager: { project: 'scm', role: 'project.manager' },
  worker: { project: 'scm', role: 'project.member' },
  viewer: { project: 'scm', role: 'project.viewer' },
} as const;

export type PersonName = keyof typeof roles;

export interface Announced {
  readonly userIds: readonly string[];
  readonly hint: Hint;
}

export interface Asked {
  readonly status: number;
  // Tests read answers as they come from the wire; a wrong field shows as a failed expectation.
  // biome-ignore lint/suspicious/noExplicitAny: the reason above
  readonly body: any;
}

/** A world of three organisations (studio is the internal one), the projects scm and ops, and one person per role. */
export interface SmallWorld {
  readonly world: World;
  readonly announced: Announced[];
  /** Moves the clock on, in milliseconds. */
  pass(milliseconds: number): void;
  /** Plays a request line such as `PATCH /tasks/<id>` as that person; a Refusal shows as its status and message. */
  ask(person: PersonName, line: string, body?: Call['body'], files?: readonly UploadedFile[]): Asked;
  /** The same without a person: the call the handlers get. */
  call(person: PersonName, parts?: Partial<Call>): Call;
  /** The kinds of a person's inbox rows, oldest first. */
  inboxOf(person: PersonName): string[];
}

const morning = Date.UTC(2026, 2, 2, 9);

export async function openSmallWorld(shape: Shape = 'spec'): Promise<SmallWorld> {
  const db = await openDatabase(':memory:');
  const announced: Announced[] = [];
  let time = morning;
  let ids = 0;
  const world: World = {
    db,
    shape,
    serviceName: 'tracker',
    now: () => new Date(time),
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    announce: (userIds, hint) => announced.push({ userIds: [...userIds].sort(), hint }),
  };
  fill(world);
  const call = (person: PersonName, parts: Partial<Call> = {}): Call => ({
    world,
    user: { id: person, name: nameOf(person), email: `${person}@example.org`, image: null },
    id: '',
    query: new URLSearchParams(),
    body: {},
    files: [],
    hints: [],
    ...parts,
  });
  return {
    world,
    announced,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    call,
    ask: (person, line, body = {}, files = []) => answer(line, (parts) => call(person, { ...parts, body, files })),
    inboxOf: (person) =>
      db
        .all<{ kind: string }>('SELECT kind FROM inbox WHERE user_id = ? ORDER BY created_at', person)
        .map((row) => row.kind),
  };
}

function answer(line: string, makeCall: (parts: Partial<Call>) => Call): Asked {
  const [method = '', target = ''] = line.split(' ', 2);
  const [path = '', query = ''] = target.split('?', 2);
  for (const [route, handler] of Object.entries<Handler>(handlers.json)) {
    const pattern = new RegExp(`^${route.replace(/[{}]/g, '\\$&').replace(':id', '([^/]*)')}$`);
    const match = pattern.exec(`${method} ${path}`);
    if (!match) continue;
    const call = makeCall({ id: match[1] ?? '', query: new URLSearchParams(query) });
    try {
      const { status, body } = commit(call, handler);
      return { status, body: body instanceof JsonText ? JSON.parse(Buffer.from(body.bytes).toString()) : body };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = describeError(error, call.world.shape);
      return { status, body: { message } };
    }
  }
  throw new Error(`no handler for ${line}`);
}

function nameOf(person: PersonName): string {
  return `${person.charAt(0).toUpperCase()}${person.slice(1)} Person`;
}

function fill({ db }: World): void {
  const start = new Date(morning).toISOString();
  for (const [slug, key, internal] of [
    ['studio', 'STU', 1],
    ['casa', 'CAS', 0],
    ['berg', 'BRG', 0],
  ] as const) {
    db.run(
      'INSERT INTO orgs (id, slug, key, name, color, is_internal, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      slug,
      slug,
      key,
      `${slug} org`,
      '#112233',
      internal,
      start,
    );
  }
  for (const [key, org] of [
    ['scm', 'casa'],
    ['ops', null],
  ] as const) {
    db.run(
      `INSERT INTO projects (id, key, name, color, icon, status, org_id, created_at, updated_at)
       VALUES (?, ?, ?, '#445566', 'box', 'active', ?, ?, ?)`,
      key,
      key.toUpperCase(),
      `${key} project`,
      org,
      start,
      start,
    );
  }
  for (const [person, place] of Object.entries(roles)) {
    db.run(
      "INSERT INTO users (id, name, email, password_hash, created_at) VALUES (?, ?, ?, '', ?)",
      person,
      // The keys of the table above.
      nameOf(person as PersonName),
      `${person}@example.org`,
      start,
    );
    if ('org' in place) db.run('INSERT INTO org_members VALUES (?, ?, ?)', place.org, person, place.role);
    else db.run('INSERT INTO project_members VALUES (?, ?, ?)', place.project, person, place.role);
  }
}
