import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { isRow } from '../../../src/contract/row.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { openWorld, owner, wide } from '../../support/run.js';
import { changingJson } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

beforeEach(async () => {
  mkdirSync(join(machine.folder, 'config', 'templates'));
  writeFileSync(join(machine.folder, 'config', 'templates', 'hi.md'), 'Hello\n');
});

describe('(true.17) a no to sending is no error', () => {
  const writes = (): readonly string[] => world.takeRequests().filter((line) => !line.startsWith('GET'));

  test.each(['reply CASA-9 --template hi', 'tickets note CASA-9 --template hi'])('%s', async (line) => {
    const { code, stdout, stderr } = await machine.run(line, { ...wide, stdin: 'n\r' });
    const [draft] = draftsOf(machine);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(new RegExp(`Not sent; kept as draft ${draft?.id}\\.\n$`));
    expect(stderr).not.toMatch(/error|warning|hint/);
    expect(writes()).toEqual([]);
  });
});

test('(true.17) where there is no customer, none is said to read a reply', async () => {
  const send = changingJson(world.send, (body, route) =>
    route.startsWith('GET /tickets/') && isRow(body) && isRow(body.ticket)
      ? { ...body, ticket: { ...body.ticket, customerId: undefined } }
      : body,
  );
  const { stderr } = await machine.run('reply CASA-9 Hello', { send });
  expect(stderr).toMatch(/Replied to CASA-9; everyone who can see it can read it\.\n$/);
});
