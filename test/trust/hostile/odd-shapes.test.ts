import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { runHere } from '../../support/run-here.js';
import { type Meddle, startMeddledService } from '../../support/servers/meddled-service.js';
import { expectSense } from '../../support/servers/odd-shapes.js';
import { allTests } from '../../support/set-up.js';
import { startAtTerminal } from '../../support/terminal/terminal.js';

const home = allTests(makeHome);
const service = allTests(startMeddledService);

/** Each list and view with a request of its own, and the field of the answer that it is made of. */
const fields: readonly (readonly [words: string, route: string, field: string])[] = [
  ['inbox list', 'GET /inbox', 'items'],
  ['inbox count', 'GET /inbox/badge', 'unread'],
  ['tasks list', 'GET /tasks', 'tasks'],
  ['status --json', 'GET /tasks', 'tasks'],
  ['status --json', 'GET /tickets', 'tickets'],
  ['status --json', 'GET /me', 'user'],
  ['status --json', 'GET /inbox/badge', 'unread'],
  ['tickets list', 'GET /tickets', 'tickets'],
  ['projects list', 'GET /projects', 'projects'],
  ['chat list --org lantern-works', 'GET /chat/threads', 'threads'],
  ['notes list', 'GET /notes/list', 'quick'],
  ['notes list --kind meetings', 'GET /notes/list', 'meetings'],
  ['wiki list', 'GET /wiki', 'pages'],
  ['search roster', 'GET /search', 'results'],
  ['orgs list', 'GET /me', 'orgs'],
  ['whoami', 'GET /me', 'user'],
  ['prefs list', 'GET /me/preferences', 'preferences'],
  ['views list', 'GET /me/views', 'views'],
  ['tasks view SCM-12', 'GET /tasks/c6661e83-b7b8-487a-ac7d-31555564f8ed', 'task'],
];

/** What may be left out may be null; the others suit where they are what is wanted. */
describe.each([
  ['null', null],
  ['an object', { a: 1 }],
  ['a number', 3],
  ['a text', 'x'],
  ['true', true],
])('%s where a list or an object belongs', (what, value) => {
  const suits = (field: string): boolean =>
    (what === 'null' && /^(?:quick|meetings|views)$/.test(field)) ||
    (what === 'an object' && /^(?:user|preferences|task|views)$/.test(field)) ||
    (what === 'a number' && field === 'unread');

  test.each(fields.filter(([, , field]) => !suits(field)))(
    'R40: is an error that names the field (%s, %s, %s)',
    async (words, wanted, field) => {
      const meddle: Meddle = (body, route) => (route === wanted ? { ...(body as object), [field]: value } : body);
      service.meddle(meddle);
      const outcome = await runHere(home, words, { env: service.env });
      if (!words.includes('--json')) expectSense(words, outcome);
      expect(outcome.code).toBe(words.startsWith('status') ? 8 : 1);
      expect((outcome.stderr + outcome.stdout).replaceAll('\\"', '"')).toContain(`"${field}"`);
    },
  );
});

test('R40: an assignee nobody knows is shown by id', async () => {
  const ids = ['constructor', '__proto__', '77777777-7777-4777-8777-777777777777'];
  service.meddle((body, route) => {
    const { tasks } = body as { readonly tasks?: readonly object[] };
    return route === 'GET /tasks'
      ? { ...(body as object), tasks: tasks?.map((row) => ({ ...row, assignees: ids })) }
      : body;
  });
  const { stdout } = await runHere(home, 'tasks list -L 1 --tsv --fields assignees', { env: service.env });
  expect(stdout).toBe(`${ids.join(',')}\n`);
  const at = startAtTerminal(home, ['tracker', 'tasks', 'list', '-L', '1'], {
    size: { columns: 300, rows: 50 },
    env: service.env,
  });
  expect((await at.ended).raw).toMatch(/constructor.*(?:__proto__|\+2)/);
});
