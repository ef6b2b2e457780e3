import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Route, WriteRoute } from '../../src/contract/routes.js';
import { isRow } from '../../src/contract/row.js';
import { writeRoutes } from '../../src/contract/writes.js';
import { openWorld, owner, type TestWorld } from '../support/run.js';
import { answer } from '../support/sandbox/in-process.js';
import { allTests } from '../support/set-up.js';
import { splitWords } from '../support/words.js';
import { commandTable, files, readIds, type Try } from '../wire/command-table.js';

type Becomes = 'done' | 'proposed' | 'refused';

/** What becomes of a write where access is `propose`. One that is missing does not compile. */
const table: { readonly [R in WriteRoute]: Becomes | ((body: object) => Becomes) } = {
  ...{ 'PATCH /tasks/:id': 'done', 'PUT /tickets/:id/checklist': 'done' },
  'PATCH /tickets/:id': (body) => ('status' in body ? 'proposed' : 'done'),
  ...{ 'POST /tasks': 'proposed', 'DELETE /tasks/:id': 'proposed', 'POST /tasks/:id/comments': 'proposed' },
  ...{ 'POST /tasks/:id/time': 'proposed', 'POST /tickets': 'proposed', 'DELETE /tickets/:id': 'proposed' },
  ...{ 'POST /tickets/:id/messages': 'proposed', 'POST /tickets/:id/tasks': 'proposed' },
  ...{ 'POST /projects/:id/activity': 'proposed', 'POST /chat/threads': 'proposed' },
  ...{ 'POST /chat/threads/:id/messages': 'proposed', 'POST /notes': 'proposed' },
  ...{ 'POST /inbox/read': 'refused', 'POST /me/views': 'refused', 'PATCH /me/preferences': 'refused' },
  ...{ 'PATCH /me/profile': 'refused', 'POST /push/tokens': 'refused', 'DELETE /push/tokens': 'refused' },
};

const ids = { me: '', sean: '', task: '', other: '', ticket: '', project: '', org: '', customerOrg: '' };
const noIds = { ...ids, thread: '', note: '', page: '', file: '', notification: '' };
const routes = Object.keys(commandTable(noIds, { task: [], ticket: [] })) as readonly Route[];

const isWrite = (route: Route): route is WriteRoute => writeRoutes.some((each) => each === route);

function becomesOf(route: Route, { body }: Try): Becomes {
  if (!isWrite(route)) return route === 'GET /chat/threads/:id' ? 'refused' : 'done';
  const becomes = table[route];
  return typeof becomes === 'function' ? becomes(isRow(body) ? body : {}) : becomes;
}

const routeOf = (line: string): string => line.replace('/api/v1', '').replace(/[\da-f-]{36}/, ':id');

describe.each(['read', 'propose'] as const)('R98: with access %s, all commands of', (level) => {
  const world = allTests(openWorld);
  const seeded = allTests(() => readIds(world));

  /** Runs a line on another computer, as it is or by an alias, and gives what has left. */
  async function send({ machine }: TestWorld, { line, stdin }: Try, isAlias: boolean) {
    const { run, workingFolder } = await machine(owner);
    writeFileSync(join(workingFolder, '.tracker.json'), '{"instance": "work"}');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(workingFolder, name), text);
    const given = splitWords(line).map((word) => (Object.hasOwn(files, word) ? join(workingFolder, word) : word));
    const words = isAlias ? ['other-words'] : given;
    if (isAlias) await run(['alias', 'set', 'other-words', given.map((word) => `'${word}'`).join(' ')]);
    const sent: string[] = [];
    const ran = await run(words, {
      env: { TRACKER_ACCESS: level, TRACKER_AGENT: 'bot' },
      stdin: stdin ?? '',
      async send(request) {
        const { method, url } = request;
        sent.push(`${method} ${url.pathname}`);
        return url.pathname === '/api/v1/events' ? answer(204, '') : await world.send(request);
      },
    });
    const drafts = await run('drafts --json --fields state,author');
    return { ...ran, sent, proposed: JSON.parse(drafts.stdout).length };
  }

  test.each(routes)('%s', async (route) => {
    const done = new Set<string>();
    const ofRead = level === 'read' && isWrite(route);
    for (const [at, each] of commandTable(seeded, { task: [], ticket: [] })[route].entries())
      for (const isAlias of at === 0 ? [false, true] : [false]) {
        const becomes = ofRead ? 'refused' : becomesOf(route, each);
        const { code, sent, proposed } = await send(world, each, isAlias);
        const writes = sent.filter((line) => !/^(?:GET|OPTIONS) /.test(line) || /chat\/threads\/./.test(line));
        const expected = [becomes === 'refused' ? 5 : 0, becomes === 'proposed' ? 1 : 0];
        expect([each.line, isAlias, code, proposed]).toEqual([each.line, isAlias, ...expected]);
        if (becomes === 'done' && isWrite(route)) for (const line of writes) done.add(routeOf(line));
        else expect([each.line, writes]).toEqual([each.line, []]);
        if (ofRead) expect([each.line, sent]).toEqual([each.line, []]);
      }
    const isDone = level === 'propose' && /^(?:PATCH \/t|PUT )/.test(route);
    expect([...done]).toEqual(isDone ? [route] : []);
  });
});
