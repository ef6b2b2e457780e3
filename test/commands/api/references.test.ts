import { beforeAll, beforeEach, expect, test } from 'vitest';
import { narrow, openWorld, refused } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const world = allTests(openWorld);
const uuids = new Map<string, string>();
beforeAll(async () => {
  for (const line of ['tasks view SCM-12', 'tickets view BERG-9', 'projects view SCM', 'tasks view SCM-3']) {
    const { uuid } = (await world.json(line)) as { readonly uuid: string };
    uuids.set(line, uuid);
  }
});
beforeEach(() => void world.takeRequests());

const hint =
  'references look like {BERG-9}; {base} at the beginning is the address of the server, and a brace itself %7B or %7D';

test.each([
  ['/tickets/{BERG-9}', 'tickets view BERG-9', '/api/v1/tickets/ID'],
  ['/tickets/{berg-9}', 'tickets view BERG-9', '/api/v1/tickets/ID'],
  ['tasks/{SCM-12}', 'tasks view SCM-12', '/api/v1/tasks/ID'],
  ['/tasks/{task:SCM-3}', 'tasks view SCM-3', '/api/v1/tasks/ID'],
  ['/projects/{scm}/activity?offset=5', 'projects view SCM', '/api/v1/projects/ID/activity?offset=5'],
  ['{base}/api/tasks/{SCM-12}/meetings', 'tasks view SCM-12', '/api/tasks/ID/meetings'],
  ['/search?q={BERG-9}', 'tickets view BERG-9', '/api/v1/search?q=ID'],
])('api %s', async (path, line, target) => {
  expect((await world.run(['api', path])).code).toBe(0);
  expect(world.takeRequests().at(-1)).toBe(`GET ${target.replace('ID', uuids.get(line) ?? '')}`);
});

test('a reference that was given as a different kind is sent nowhere', async () => {
  expect(await world.run('api /tasks/{BERG-9}')).toEqual(
    refused(4, 'BERG-9 is a ticket', 'tracker tickets view BERG-9'),
  );
  const { code, stderr } = await world.run('api -X POST /search?q={SCM-3} -f a=b');
  expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining('matches more than one') });
});

test('it is what was last shown', async () => {
  await world.run('view BERG-9', narrow);
  expect((await world.run('api /tickets/{@}', narrow)).code).toBe(0);
  expect(world.takeRequests().at(-1)).toBe(`GET /api/v1/tickets/${uuids.get('tickets view BERG-9')}`);
});

test('a dry run names it too', async () => {
  const { stdout } = await world.run('api -X PATCH /tickets/{BERG-9} -f status=open -n');
  expect(stdout).toContain(`/api/v1/tickets/${uuids.get('tickets view BERG-9')}\t`);
});

test.each([
  ['/tickets/{}', '"{}" is not a reference'],
  ['/me/{nobody}', '"{nobody}" is not a reference'],
  ['/search?q={"a":1}', '"{\\"a\\":1}" is not a reference'],
  ['/tickets/{BERG-9', '"/tickets/{BERG-9" has a brace without its counterpart'],
  ['/tickets/BERG-9}', '"/tickets/BERG-9}" has a brace without its counterpart'],
  ['/x/{base}/y', '"{base}" is not a reference'],
])('api %s is refused before any request', async (path, error) => {
  expect(await world.run(['api', path])).toEqual(refused(2, error, hint));
  expect(world.takeRequests()).toEqual([]);
});

test('what is no such reference, or not there', async () => {
  expect(await world.run('api /tickets/{BERG-999}')).toEqual(
    refused(4, 'there is no ticket BERG-999 that you can see'),
  );
  expect((await world.run(['api', '/tickets/{two words}'])).code).toBe(2);
});
