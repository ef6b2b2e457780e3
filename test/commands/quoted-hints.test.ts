import { beforeEach, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { openWorld } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { carrierOf, renameKey } from '../support/sandbox/keys.js';
import { meddling } from '../support/servers/meddling.js';
import { eachTest } from '../support/set-up.js';

/** What a server calls its things may be anything; a command in a hint is there to be pasted into a shell. */
const key = 'X$(id);';

const world = eachTest(openWorld);
let ids: Readonly<Record<'TICKET' | 'TASK', string>>;
beforeEach(async () => {
  const { db } = world.sandbox.world;
  ids = { TICKET: carrierOf(db, 'tickets', 'BERG-9').id, TASK: carrierOf(db, 'tasks', 'SCM-12').id };
  renameKey(db, 'orgs', ['BERG', key]);
  renameKey(db, 'projects', ['SCM', key]);
});

/** A server that claims to have written something, and has written nothing. */
const idle = (): Send =>
  meddling(world.send, ({ method }) =>
    method === 'GET' ? undefined : answerJson(200, { id: 'x', internal: false, ok: true }),
  );

test('so is the folder of a sandbox', async () => {
  const { stderr } = await world.run(['sandbox', 'users', '--data', 'two words']);
  expect(stderr).toBe("error: the sandbox is not running\nhint: tracker sandbox start --data 'two words'\n");
});

test.each([
  ['comment ticket:TICKET hello', `tracker tickets note '${key}-9'`],
  ['reply task:TASK hello', `tracker tasks comment '${key}-12'`],
  ['tasks edit TASK --set-assignee zoë', `tracker tasks view '${key}-12' --jq '.assignableUsers[].name'`],
  ['tickets note TICKET -b hello', `do not send it again: tracker tickets view '${key}-9'`],
])('the reference in the hint of %s is quoted for a shell', async (line, hint) => {
  const words = line.replace('TICKET', ids.TICKET).replace('TASK', ids.TASK);
  expect((await world.run(words, { send: idle() })).stderr).toContain(`${hint}\n`);
});
