import { expect, test } from 'vitest';
import { openWorld, printed, type TestWorld } from '../../support/run.js';
import { answer } from '../../support/sandbox/in-process.js';

test('a count with more digits than a number holds is passed on as it came', async () => {
  const world = await openWorld();
  const send: TestWorld['send'] = async (request) =>
    request.url.pathname.endsWith('/inbox/badge')
      ? answer(200, '{"unread":12345678901234567890}', { 'content-type': 'application/json' })
      : await world.send(request);
  expect(await world.run('inbox count --json', { send })).toEqual(printed('{"unread":12345678901234567890}\n'));
  expect(await world.run('inbox count', { send })).toEqual(printed('12345678901234567890\n'));
  expect(await world.run('status --short', { send })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^12345678901234567890 unread/),
  });
  expect(await world.run('status', { send, terminal: { columns: 80 } })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('12345678901234567890 unread'),
  });
});
