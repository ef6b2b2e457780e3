import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { labelOf, taskChoices, ticketChoices } from '../../src/sandbox/fields/fields.js';
import { sizes } from '../../src/sandbox/seed/large.js';
import { fixedAnchor, seedNames, seedWorld } from '../../src/sandbox/seed/seed.js';
import { type Database, openDatabase, type Value } from '../../src/sandbox/store/database.js';
import { ownerEmail, type World } from '../../src/sandbox/world.js';
import { allTests } from '../support/set-up.js';

async function fill(name: string, number = 1, anchor = fixedAnchor): Promise<Database> {
  const db = await openDatabase(':memory:');
  const world: World = {
    db,
    shape: 'spec',
    serviceName: 'tracker',
    now: () => anchor,
    newId: () => 'never used',
    announce: () => undefined,
  };
  db.transaction(() => seedWorld(world, { name, number, anchor, passwordHash: 'hash' }));
  return db;
}

function tablesOf(db: Database): string[] {
  return db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").map((row) => row.name);
}

/** One hash over every row of every table. */
function digest(db: Database): string {
  const hash = createHash('sha256');
  for (const table of tablesOf(db)) {
    for (const row of db.all(`SELECT * FROM ${table}`)) hash.update(`${table} ${JSON.stringify(row)}\n`);
    if (table === 'attachment_bytes') {
      for (const row of db.all(`SELECT hex(bytes) AS hex FROM ${table} ORDER BY id`)) hash.update(String(row.hex));
    }
  }
  return hash.digest('hex');
}

function count(db: Database, sql: string, ...values: Value[]): number {
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...values)?.n ?? 0;
}

function column(db: Database, sql: string, ...values: Value[]): string[] {
  return db.all<{ value: string }>(sql, ...values).map((row) => row.value);
}

/** Every kind of moment that a table keeps; dates of plans and due dates are not among them. */
const moments: Readonly<Record<string, readonly string[]>> = {
  users: ['created_at'],
  orgs: ['created_at'],
  projects: ['created_at', 'updated_at'],
  project_activity: ['created_at'],
  tasks: ['created_at', 'updated_at', 'archived_at', 'deleted_at'],
  task_comments: ['created_at'],
  time_logs: ['created_at', 'date'],
  tickets: ['created_at', 'updated_at', 'first_response_at', 'resolved_at', 'closed_at'],
  ticket_messages: ['created_at', 'updated_at'],
  threads: ['created_at', 'updated_at'],
  thread_messages: ['created_at', 'edited_at'],
  thread_reads: ['read_at'],
  notes: ['created_at', 'updated_at', 'meeting_date'],
  wiki_pages: ['updated_at'],
  attachments: ['created_at'],
  inbox: ['created_at', 'read_at'],
};

function latestMoment(db: Database): string {
  const all = Object.entries(moments).flatMap(([table, columns]) =>
    columns.flatMap((name) => column(db, `SELECT coalesce(max(${name}), '') AS value FROM ${table}`)),
  );
  return all.sort().at(-1) ?? '';
}

describe('the demo world', () => {
  const db = allTests(() => fill('demo'));

  test('is the same every time, and another one with another number', async () => {
    const [again, other] = [await fill('demo'), await fill('demo', 2)];
    expect(digest(again)).toBe(digest(db));
    expect(digest(other)).not.toBe(digest(db));
    expect(count(other, 'tasks')).toBe(count(db, 'tasks'));
    again.close();
    other.close();
  });

  test('has references that lead somewhere', () => {
    expect(db.all('PRAGMA foreign_key_check')).toEqual([]);
    expect(db.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    expect(count(db, 'tasks WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM tasks)')).toBe(0);
    expect(count(db, 'tasks WHERE source_ticket_id NOT IN (SELECT id FROM tickets)')).toBe(0);
    expect(count(db, 'notes WHERE task_id NOT IN (SELECT id FROM tasks)')).toBe(0);
    expect(count(db, 'notes WHERE parent_id NOT IN (SELECT id FROM notes)')).toBe(0);
    expect(count(db, 'wiki_pages WHERE parent_id NOT IN (SELECT id FROM wiki_pages)')).toBe(0);
    expect(count(db, 'project_activity WHERE task_id NOT IN (SELECT id FROM tasks)')).toBe(0);
    expect(count(db, 'attachments WHERE bytes_id NOT IN (SELECT id FROM attachment_bytes)')).toBe(0);
    const homes = `SELECT id FROM tasks UNION SELECT id FROM tickets UNION SELECT id FROM task_comments
      UNION SELECT id FROM ticket_messages UNION SELECT id FROM thread_messages`;
    expect(count(db, `attachments WHERE entity_id NOT IN (${homes})`)).toBe(0);
    const things =
      'SELECT id FROM tasks UNION SELECT id FROM tickets UNION SELECT id FROM threads UNION SELECT id FROM projects';
    expect(count(db, `inbox WHERE entity_id NOT IN (${things})`)).toBe(0);
  });

  test('mentions people and things that exist, and has no unreplaced marks', () => {
    const texts = [
      'SELECT title AS value FROM tasks',
      'SELECT description AS value FROM tasks WHERE description IS NOT NULL',
      'SELECT body AS value FROM task_comments',
      'SELECT subject AS value FROM tickets',
      'SELECT description AS value FROM tickets WHERE description IS NOT NULL',
      'SELECT body AS value FROM ticket_messages',
      'SELECT body AS value FROM thread_messages',
      'SELECT text AS value FROM project_activity',
      'SELECT body_html AS value FROM notes',
      'SELECT body_html AS value FROM wiki_pages',
    ].flatMap((sql) => column(db, sql));
    const users = new Set(column(db, 'SELECT id AS value FROM users'));
    const targets = new Set(column(db, 'SELECT id AS value FROM tasks UNION SELECT id FROM tickets'));
    let [mentions, references] = [0, 0];
    for (const text of texts) {
      expect(text).not.toMatch(/\{[@#][^}]*\}|\{[a-z]+\}|\{(on|in|week):|´/);
      for (const [, id = ''] of text.matchAll(/@\[[^\]]+\]\(([^)]+)\)/g)) {
        expect(users).toContain(id);
        mentions++;
      }
      for (const [, id = ''] of text.matchAll(/~\[[^\]]+\]\((?:task|ticket):([^)]+)\)/g)) {
        expect(targets).toContain(id);
        references++;
      }
    }
    expect(mentions).toBeGreaterThan(10);
    expect(references).toBeGreaterThan(30);
  });

  test('has 82 tasks in five projects and 45 tickets of three organisations', () => {
    expect(count(db, 'tasks')).toBe(82);
    expect(column(db, 'SELECT key AS value FROM projects ORDER BY key')).toEqual(['BOP', 'EXPO', 'OPS', 'SCM', 'WEB']);
    expect(count(db, 'tickets')).toBe(45);
    expect(count(db, 'users')).toBe(20);
    expect(new Set(column(db, 'SELECT org_id AS value FROM tickets')).size).toBe(3);
    expect(count(db, "projects WHERE status = 'archived'")).toBe(1);
    expect(count(db, "projects WHERE status = 'planned'")).toBe(1);
    expect(count(db, 'projects WHERE id NOT IN (SELECT project_id FROM project_members)')).toBe(1);
    expect(count(db, 'tasks WHERE deleted_at IS NOT NULL')).toBe(1);
    expect(count(db, 'tasks WHERE archived_at IS NOT NULL')).toBe(1);
  });

  test('counts on where its numbers end', () => {
    for (const row of db.all<{ next: number; top: number | null }>(
      `SELECT next_task AS next, (SELECT max(number) FROM tasks WHERE project_id = projects.id) AS top FROM projects
       UNION ALL SELECT next_ticket, (SELECT max(number) FROM tickets WHERE org_id = orgs.id) FROM orgs`,
    )) {
      expect(row.next).toBe((row.top ?? 0) + 1);
    }
  });

  test('has SCM-5 twice, as a task and as a ticket, but SCM-12 only as a task', () => {
    const task = (number: number) =>
      count(db, "tasks t JOIN projects p ON p.id = t.project_id WHERE p.key = 'SCM' AND t.number = ?", number);
    const ticket = (number: number) =>
      count(db, "tickets t JOIN orgs o ON o.id = t.org_id WHERE o.key = 'SCM' AND t.number = ?", number);
    expect([task(5), ticket(5)]).toEqual([1, 1]);
    expect([task(12), ticket(12)]).toEqual([1, 0]);
  });

  test('shows every allowed value somewhere', () => {
    const values = (table: string, name: string) =>
      column(db, `SELECT DISTINCT ${name} AS value FROM ${table} WHERE deleted_at IS NULL`).sort();
    expect(values('tasks', 'status')).toEqual([...taskChoices.status].sort());
    expect(values('tasks', 'priority')).toEqual([...taskChoices.priority].sort());
    expect(values('tasks', 'type')).toEqual([...taskChoices.type].sort());
    expect(values('tasks', 'channel')).toEqual(['api', 'import', 'mcp', 'template', 'web']);
    expect(values('tickets', 'status')).toEqual([...ticketChoices.status].sort());
    expect(values('tickets', 'priority')).toEqual(['high', 'low', 'medium', 'urgent']);
    expect(values('tickets', 'category')).toEqual(['billing', 'feature_request', 'general', 'technical_issue']);
    expect(values('tickets', 'channel')).toEqual(['api', 'chat', 'email', 'web_form']);
    expect(column(db, 'SELECT DISTINCT kind AS value FROM notes ORDER BY 1')).toEqual(['meeting', 'quick']);
    expect(column(db, 'SELECT DISTINCT kind AS value FROM ticket_messages ORDER BY 1')).toEqual(['comment', 'system']);
    expect(column(db, 'SELECT DISTINCT kind AS value FROM thread_messages ORDER BY 1')).toEqual(['comment', 'system']);
    expect(column(db, 'SELECT DISTINCT role AS value FROM org_members ORDER BY 1')).toEqual([
      'org.admin',
      'org.agent',
      'org.client',
      'org.member',
      'org.staff',
      'org.superadmin',
    ]);
    expect(column(db, 'SELECT DISTINCT role AS value FROM project_members ORDER BY 1')).toEqual([
      'project.manager',
      'project.member',
      'project.viewer',
    ]);
  });

  test('records every kind of change that a timeline knows', () => {
    const events = column(
      db,
      "SELECT DISTINCT meta ->> 'event' AS value FROM ticket_messages WHERE kind = 'system' ORDER BY 1",
    );
    expect(events).toEqual(['assigned', 'category_changed', 'edited', 'priority_changed', 'status_changed']);
    expect(count(db, "ticket_messages WHERE is_internal = 0 AND meta ->> 'event' = 'edited'")).toBe(0);
  });

  test('lets a ticket arrive at its status by the changes on its timeline', () => {
    const rows = db.all<{ status: string; last: string | null; resolved_at: string | null; closed_at: string | null }>(
      `SELECT t.status, t.resolved_at, t.closed_at, (SELECT m.meta ->> 'to' FROM ticket_messages m
         WHERE m.ticket_id = t.id AND m.meta ->> 'event' = 'status_changed' ORDER BY m.created_at DESC LIMIT 1) AS last
       FROM tickets t`,
    );
    for (const row of rows) {
      expect(row.last ?? 'open').toBe(row.status);
      if (row.status === 'resolved') expect(row.resolved_at).not.toBeNull();
      if (row.status === 'closed') expect(row.closed_at).not.toBeNull();
      if (row.status === 'open' || row.status === 'in_progress')
        expect([row.resolved_at, row.closed_at]).toEqual([null, null]);
    }
  });

  test('keeps the lines of code apart', () => {
    const [html] = column(db, "SELECT body_html AS value FROM wiki_pages WHERE title = 'Rest hours explained'");
    expect(html).toContain('shift.end };\nif (');
  });

  test('describes changes as the service does', () => {
    const [body] = column(db, "SELECT body AS value FROM ticket_messages WHERE meta ->> 'event' = 'status_changed'");
    expect(body).toBe(`changed the status from Open to ${labelOf('in_progress')}`);
  });

  test('has timelines in chronological order', () => {
    for (const [table, parent] of [
      ['ticket_messages', 'ticket_id'],
      ['task_comments', 'task_id'],
    ]) {
      const rows = db.all<{ parent: string; created_at: string }>(
        `SELECT ${parent} AS parent, created_at FROM ${table} ORDER BY sequence`,
      );
      const last = new Map<string, string>();
      for (const row of rows) {
        expect(row.created_at >= (last.get(row.parent) ?? '')).toBe(true);
        last.set(row.parent, row.created_at);
      }
    }
    const late = `SELECT count(*) AS n FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id WHERE m.created_at < t.created_at`;
    expect(db.get(late)).toEqual({ n: 0 });
    expect(count(db, 'task_comments c JOIN tasks t ON t.id = c.task_id WHERE c.created_at < t.created_at')).toBe(0);
    expect(count(db, 'time_logs l JOIN tasks t ON t.id = l.task_id WHERE l.created_at < t.created_at')).toBe(0);
    const unborn = 'tasks t JOIN users u ON u.id = t.created_by WHERE u.created_at > t.created_at';
    expect(count(db, unborn)).toBe(0);
    const outOfOrder = `tasks a JOIN tasks b ON b.project_id = a.project_id AND b.number = a.number + 1
      WHERE b.created_at < a.created_at`;
    expect(count(db, outOfOrder)).toBe(0);
    const ticketsOutOfOrder = `tickets a JOIN tickets b ON b.org_id = a.org_id AND b.number = a.number + 1
      WHERE b.created_at < a.created_at`;
    expect(count(db, ticketsOutOfOrder)).toBe(0);
  });

  test('has dependencies within a project, and none in a circle', () => {
    const edges = db.all<{ task_id: string; depends_on_id: string }>('SELECT * FROM task_dependencies');
    expect(edges.length).toBeGreaterThan(15);
    const acrossProjects = `task_dependencies d JOIN tasks a ON a.id = d.task_id JOIN tasks b ON b.id = d.depends_on_id
      WHERE a.project_id <> b.project_id`;
    expect(count(db, acrossProjects)).toBe(0);
    const visit = (id: string, path: readonly string[]): void => {
      expect(path).not.toContain(id);
      for (const edge of edges) if (edge.task_id === id) visit(edge.depends_on_id, [...path, id]);
    };
    for (const edge of edges) visit(edge.task_id, []);
    expect(
      count(db, "task_dependencies d JOIN tasks b ON b.id = d.depends_on_id WHERE b.status <> 'done'"),
    ).toBeGreaterThan(5);
  });

  test('keeps the times of one inbox apart', () => {
    expect(count(db, '(SELECT 1 FROM inbox GROUP BY user_id, created_at HAVING count(*) > 1)')).toBe(0);
    expect(count(db, 'inbox WHERE read_at < created_at')).toBe(0);
    expect(count(db, 'inbox WHERE actor_id = user_id')).toBe(0);
  });

  test('has files whose bytes are what their names say', () => {
    const files = db.all<{ mime_type: string; size_bytes: number; width: number; height: number; bytes: ArrayBuffer }>(
      'SELECT a.*, b.bytes FROM attachments a JOIN attachment_bytes b ON b.id = a.bytes_id',
    );
    const kinds = new Set<string>();
    for (const file of files) {
      const bytes = Buffer.from(file.bytes);
      kinds.add(file.mime_type);
      expect(bytes.byteLength).toBe(file.size_bytes);
      if (file.mime_type === 'image/png') checkPng(bytes, file.width, file.height);
      if (file.mime_type === 'application/pdf') checkPdf(bytes);
    }
    expect([...kinds].sort()).toEqual(['application/pdf', 'image/png', 'text/csv', 'text/plain']);
    expect(count(db, `attachments WHERE filename LIKE '%"%' AND filename LIKE '%ä%'`)).toBeGreaterThan(0);
  });

  test('has passed before the anchor', () => {
    expect(latestMoment(db) < fixedAnchor.toISOString()).toBe(true);
  });
});

function checkPng(bytes: Buffer, width: number, height: number): void {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
  const data = bytes.indexOf('IDAT');
  const lines = inflateSync(bytes.subarray(data + 4, data + 4 + bytes.readUInt32BE(data - 4)));
  expect(lines.byteLength).toBe((width + 1) * height);
}

/** The table at the end of a PDF must have the offset of each object. */
function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  expect(text).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/);
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]));
  expect(offsets.length).toBe(5);
  offsets.forEach((offset, index) => {
    expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
  });
}

describe('other worlds', () => {
  test('lie before their anchor, whatever weekday and hour that is', async () => {
    for (const anchor of [
      '2026-11-21T00:00:30Z',
      '2026-11-22T23:59:00Z',
      '2026-11-23T05:00:00Z',
      '2027-01-01T12:00:00Z',
      '2027-01-04T06:30:00Z',
      '2027-01-04T07:01:00Z',
    ]) {
      const db = await fill('demo', 3, new Date(anchor));
      expect(latestMoment(db) < new Date(anchor).toISOString()).toBe(true);
      expect(db.all('PRAGMA foreign_key_check')).toEqual([]);
      db.close();
    }
  });

  test('are large when asked for: 20,000 tasks, 5,000 tickets', async () => {
    const db = await fill('large');
    expect(count(db, 'tasks')).toBe(20_000);
    expect(count(db, 'tickets')).toBe(5_000);
    expect(db.all('PRAGMA foreign_key_check')).toEqual([]);
    expect(count(db, "tickets t JOIN orgs o ON o.id = t.org_id WHERE o.key = 'SCM'")).toBe(9);
    expect(latestMoment(db) < fixedAnchor.toISOString()).toBe(true);
    db.close();
  });

  test('are huge when asked for, by the same means: 100,000 tasks and as many tickets', () => {
    expect(sizes.huge).toEqual({ tasks: 100_000, tickets: 100_000 });
  });

  test('hold one person and one organisation when empty', async () => {
    const db = await fill('empty');
    const filled = tablesOf(db).filter((table) => count(db, table) > 0);
    expect(filled.sort()).toEqual(['org_members', 'orgs', 'users']);
    expect(column(db, 'SELECT email AS value FROM users')).toEqual([ownerEmail]);
    expect(column(db, 'SELECT role AS value FROM org_members')).toEqual(['org.superadmin']);
    db.close();
  });

  test('have names', () => {
    expect(seedNames).toEqual(['demo', 'large', 'huge', 'empty']);
  });
});
