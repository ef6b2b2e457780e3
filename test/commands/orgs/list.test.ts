import { describe, expect, test } from 'vitest';
import { narrow, openWorld, printed, refused, remarked } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { allTests } from '../../support/set-up.js';

const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

describe('orgs list', () => {
  const world = allTests(openWorld);

  test('a customer has one, with the role of a customer', async () => {
    expect(await world.run('orgs list', { as: customer })).toEqual(
      printed('bergmann-orthopaedie\tBergmann Orthopädie GmbH & Co. KG\torg.member\n'),
    );
  });
});

test('none, and an answer without a list', async () => {
  const world = await openWorld();
  const none = await world.run('orgs', { ...narrow, send: async () => answerJson(200, { orgs: [] }) });
  expect(none).toEqual(remarked('', 'No organisations of yours.\n'));
  const broken = await world.run('orgs', { send: async () => answerJson(200, { orgs: null }) });
  expect(broken).toEqual(refused(1, `the server's response cannot be read: its "orgs" is not a list`));
  const odd = await world.run('orgs', {
    send: async () => answerJson(200, { orgs: [{ id: 'o1', name: null }], capabilities: 5 }),
  });
  expect(odd).toEqual(printed('o1\t\t\n'));
});
