import { beforeAll, describe, expect, it } from 'vitest';
import { allTests } from '../../support/set-up.js';
import { send } from '../bare-service.js';
import { openSmallApp } from '../support/small-app.js';

/** docs/requirements.md, R74: a literal match or 400; nothing else is touched; nothing is 500. */
const oddValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  "' OR 1=1--",
  '%',
  '_',
  'a\0b',
  '\u{1f600}',
  '\ud800',
  '__proto__',
  '2026-02-30',
  '0000-00-00',
  '275760-09-13',
  '9'.repeat(400),
  'x'.repeat(100_000),
  [],
  [null],
  [[1]],
  ["' OR 1=1--", 'a\0b'],
  [{}],
  {},
  { length: 3 },
];

const taskFields = {
  title: 't',
  description: 'd',
  status: 'todo',
  priority: 'low',
  type: 'bug',
  due: '2026-03-31',
  estimate: 30,
  tags: ['a'],
  assigneeIds: ['staff'],
};
const planned = { ...taskFields, dependsOnIds: [], plannedFor: '2026-03-05' };

const bodies: Record<string, Record<string, unknown>> = {
  'POST /api/v1/tasks': { ...planned, projectKey: 'SCM' },
  'PATCH /api/v1/tasks/{task}': { ...planned, checklist: [] },
  'POST /api/v1/tasks/{task}/comments': { body: 'x' },
  'POST /api/v1/tasks/{task}/time': { minutes: 5, date: '2026-03-02', note: 'n' },
  'POST /api/v1/tickets': {
    orgId: 'casa',
    subject: 's',
    description: 'd',
    priority: 'low',
    category: 'billing',
    assigneeIds: ['staff'],
  },
  'PATCH /api/v1/tickets/{ticket}': { status: 'open', priority: 'low', category: 'billing', assigneeIds: [], tags: [] },
  'POST /api/v1/tickets/{ticket}/messages': { body: 'x', internal: false },
  'PUT /api/v1/tickets/{ticket}/checklist': { checklist: [] },
  'POST /api/v1/tickets/{ticket}/tasks': { ...taskFields, projectKey: 'SCM' },
  'POST /api/v1/projects/scm/activity': { body: 'x' },
  'POST /api/v1/inbox/read': { all: true, id: 'x', entityType: 'task', entityId: 'x' },
  'POST /api/v1/chat/threads': { orgId: 'casa', title: 't', body: 'b' },
  'POST /api/v1/chat/threads/{thread}/messages': { body: 'x' },
  'POST /api/v1/notes': { title: 't', body: 'b' },
  'PATCH /api/v1/me/profile': { name: 'n', image: 'i' },
  'POST /api/v1/me/views': { key: 'tasks', patch: {} },
  'POST /api/v1/push/tokens': { token: 't', platform: 'ios', deviceName: 'd' },
  'DELETE /api/v1/push/tokens': { token: 't' },
};

const queries: Record<string, string[]> = {
  '/api/v1/tasks': ['scope'],
  '/api/v1/tickets': ['segment', 'status'],
  '/api/v1/inbox': ['limit', 'filter', 'cursor'],
  '/api/v1/projects/scm/activity': ['offset'],
  '/api/v1/chat/threads': ['orgId'],
  '/api/v1/search': ['q', 'types', 'orgId'],
  '/api/v1/search?types=ticket,task,project,wiki,note': ['q'],
};

const idPaths = [
  'GET /api/v1/tasks/{id}',
  'PATCH /api/v1/tasks/{id}',
  'DELETE /api/v1/tasks/{id}',
  'POST /api/v1/tasks/{id}/comments',
  'POST /api/v1/tasks/{id}/time',
  'GET /api/v1/tickets/{id}',
  'PATCH /api/v1/tickets/{id}',
  'DELETE /api/v1/tickets/{id}',
  'POST /api/v1/tickets/{id}/messages',
  'PUT /api/v1/tickets/{id}/checklist',
  'POST /api/v1/tickets/{id}/tasks',
  'GET /api/v1/projects/{id}',
  'POST /api/v1/projects/{id}/activity',
  'GET /api/v1/chat/threads/{id}',
  'POST /api/v1/chat/threads/{id}/messages',
  'GET /api/v1/notes/{id}',
  'GET /api/v1/wiki/{id}',
  'GET /api/tasks/{id}/meetings',
  'GET /api/attachments/{id}',
];

const oddTexts = oddValues.map((value) => (typeof value === 'string' ? value.slice(0, 500) : String(value)));

const open = allTests(() => openSmallApp('spec'));
let token: string;
beforeAll(async () => {
  token = open.signIn('superadmin');
});

async function statusOf(line: string, body?: unknown): Promise<number> {
  const target = line.replace(/\{(\w+)\}/g, (mark, name: string) => open.ids[name] ?? mark);
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await send(open.app, target, { token, ...text })).status;
}

function countRows(): number {
  const tables = ['tasks', 'tickets', 'task_comments', 'time_logs', 'ticket_messages', 'threads', 'notes', 'inbox'];
  const sum = tables.map(
    (table) => `(SELECT COUNT(*) FROM ${table} ${/^t(asks|ickets)$/.test(table) ? 'WHERE deleted_at IS NULL' : ''})`,
  );
  return open.small.world.db.get<{ n: number }>(`SELECT ${sum.join(' + ')} AS n`)?.n ?? 0;
}

describe('odd values', () => {
  it.each(Object.entries(bodies))('in every field of %s are taken literally or refused', async (line, good) => {
    for (const field of Object.keys(good)) {
      for (const value of oddValues) {
        const before = countRows();
        const status = await statusOf(line, { ...good, [field]: value });
        const about = `${line} ${field} = ${JSON.stringify(value).slice(0, 60)}`;
        expect(status, about).toBeLessThan(500);
        if (status >= 400) expect(countRows(), about).toBe(before);
      }
    }
  });

  it.each(Object.keys(bodies))('instead of the body of %s are refused', async (line) => {
    for (const value of [null, [], 'text', 7, true]) expect(await statusOf(line, value), `${line} ${value}`).toBe(400);
  });

  it.each(Object.entries(queries))('in the query of %s do no harm', async (path, names) => {
    for (const name of names) {
      for (const text of oddTexts) {
        const separator = path.includes('?') ? '&' : '?';
        const encoded = encodeURIComponent(text.replace('\ud800', ''));
        const status = await statusOf(`GET ${path}${separator}${name}=${encoded}`);
        expect(status, `${path} ${name}=${text.slice(0, 60)}`).toBeLessThan(500);
      }
    }
  });

  it.each(idPaths)('in place of the id of %s are unknown', async (line) => {
    const before = countRows();
    for (const text of oddTexts) {
      const encoded = encodeURIComponent(text.replace('\ud800', ''));
      if (encoded === '') continue;
      const good = { title: 'x', projectKey: 'SCM', body: 'x', minutes: 5, date: '2026-03-02', checklist: [] };
      const status = await statusOf(line.replace('{id}', encoded), line.startsWith('GET') ? undefined : good);
      const about = `${line} ${text.slice(0, 60)}`;
      if (line.endsWith('/meetings')) expect(status, about).toBeLessThan(500);
      else expect([400, 404], about).toContain(status);
    }
    expect(countRows()).toBe(before);
  });
});
