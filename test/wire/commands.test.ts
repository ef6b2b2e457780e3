import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../src/contract/routes.js';
import { type HttpRequest, isSource, type Send } from '../../src/http/message.js';
import { allShapes, type TestWorld } from '../support/run.js';
import { answer } from '../support/sandbox/in-process.js';
import { type Part, readParts } from '../support/servers/multipart-text.js';
import { splitWords } from '../support/words.js';
import { type Checklists, commandTable, files, type Ids, readIds, type Try } from './command-table.js';

/** A request as it went out. */
interface Sent {
  readonly method: string;
  /** Below the server's address. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

const noIds = { me: '', sean: '', task: '', other: '', ticket: '', project: '', org: '', customerOrg: '' } as const;
const emptyIds: Ids = { ...noIds, thread: '', note: '', page: '', file: '', notification: '' };
const routes = Object.keys(commandTable(emptyIds, { task: [], ticket: [] })) as readonly Route[];

describe('docs/api.md', () => {
  test('every method and path of its endpoint tables is reached by a command', () => {
    expect([...routes].sort()).toEqual([...documentedRoutes()].sort());
  });
});

/** Pages and calls of the sign-in itself (docs/api.md, Authentication): `login` and `logout` are tested in test/auth. */
const ofSignIn = ['{base}/login', '{base}/api/auth/…'];

/** The endpoint tables: rows whose first cell holds methods and whose second is a path. */
function documentedRoutes(): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL('../../docs/api.md', import.meta.url)), 'utf8');
  const section = /\n## Endpoints\n(.*?)\n## /s.exec(text)?.[1] ?? '';
  const found = [...section.matchAll(/^\| ([A-Z]+(?:, [A-Z]+)*) +\| ((?:\{base\})?\/\S*) +\|(.*)$/gm)];
  const rows = found.flatMap(([, methods = '', path = '', rest = '']) => {
    const also = /\b([A-Z]+) is answered as well/.exec(rest)?.[1];
    return ofSignIn.includes(path)
      ? []
      : [...methods.split(', '), ...(also ? [also] : [])].map((method) => `${method} ${path.replace(':uuid', ':id')}`);
  });
  expect(found.length - ofSignIn.length).toBeGreaterThan(40);
  return [...new Set(rows)];
}

const base = 'https://work.example';

allShapes('what each command sends, %s shape', (world) => {
  let table: ReturnType<typeof commandTable>;
  let folder = '';
  beforeAll(async () => {
    table = commandTable(await readIds(world), await readChecklists(world));
    const machine = await world.machine();
    folder = machine.workingFolder;
    writeFiles(folder);
  });

  test.each(routes)('%s', async (route) => {
    for (const each of table[route]) {
      const sent: Sent[] = [];
      const send: Send = async (request) => {
        sent.push(await sentOf(request));
        return request.url.pathname === '/api/v1/events' ? answer(204, '') : await world.send(request);
      };
      const words = splitWords(each.line).map((word) => (Object.hasOwn(files, word) ? join(folder, word) : word));
      const { code, stderr } = await world.run(words, { send, ...(each.stdin !== undefined && { stdin: each.stdin }) });
      expect(code, `${each.line}: ${stderr}`).toBe(0);
      expect(stderr).not.toContain('the server accepted it, but');
      checkSent(sent, route, each);
    }
  });
});

async function sentOf({ method, url, headers, body }: HttpRequest): Promise<Sent> {
  const { pathname: path, searchParams } = url;
  expect(url.origin).toBe(base);
  const chunks: Uint8Array[] = [];
  if (isSource(body)) for await (const chunk of body.open()) chunks.push(chunk);
  const text = body === undefined || isSource(body) ? Buffer.concat(chunks).toString('utf8') : body.toString();
  return { method, path, query: Object.fromEntries(searchParams), headers, body: text };
}

/** The one request of the route is what the table says, and beside it nothing was written. */
function checkSent(sent: readonly Sent[], route: Route, expected: Try): void {
  const [method = '', template = ''] = route.split(' ');
  const relative = template.startsWith('{base}') ? template.slice('{base}'.length) : `/api/v1${template}`;
  const path = relative.replace(':id', expected.id ?? '');
  const ours = sent.filter((each) => each.method === method && each.path === path);
  expect(ours.length, `${expected.line} sent ${sent.map((each) => `${each.method} ${each.path}`)}`).toBeGreaterThan(0);
  const own = ours.find(({ query }) => isEqual(query, expected.query ?? {})) ?? ours[0];
  if (!own) return;
  expect(own.query).toEqual(expected.query ?? {});
  checkHeaders(own, expected);
  checkBody(own, expected);
  const writes = sent.filter((each) => !['GET', 'OPTIONS'].includes(each.method));
  expect(writes).toEqual(['GET', 'OPTIONS'].includes(method) ? [] : [own]);
}

function isEqual(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

function checkHeaders({ headers }: Sent, { isPublic, accept = 'application/json', body, files: parts }: Try): void {
  expect(headers.accept).toBe(accept);
  if (isPublic) expect(headers).not.toHaveProperty('authorization');
  else expect(headers.authorization).toMatch(/^Bearer \S{20,}$/);
  if (body === undefined) expect(headers).not.toHaveProperty('content-type');
  else expect(headers['content-type']).toMatch(parts ? /^multipart\/form-data; / : /^application\/json$/);
}

function checkBody({ headers, body }: Sent, expected: Try): void {
  if (expected.files) checkParts(readParts(String(headers['content-type']), body), expected);
  else expect(body === '' ? undefined : JSON.parse(body)).toEqual(expected.body);
}

/** One field with the JSON and the files after it, and nothing else (docs/api.md, Conventions 5). */
function checkParts([payload, ...parts]: readonly Part[], expected: Try): void {
  expect(payload?.head).toEqual(['content-disposition: form-data; name="payload"']);
  expect(JSON.parse(payload?.text ?? '')).toEqual(expected.body);
  expect(parts).toEqual(
    expected.files?.map(({ name, type, text }) => ({
      head: [
        `content-disposition: form-data; name="attachments"; filename="${name.replaceAll('"', '%22')}"`,
        `content-type: ${type}`,
      ],
      text,
    })),
  );
}

async function readChecklists(world: TestWorld): Promise<Checklists> {
  const { task } = (await world.json('tasks view SCM-12')) as { task: { checklist: unknown[] } };
  const { ticket } = (await world.json('tickets view BERG-9')) as { ticket: { checklist: unknown[] } };
  return { task: task.checklist, ticket: ticket.checklist };
}

function writeFiles(folder: string): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
