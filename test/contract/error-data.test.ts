import { afterEach, expect, test } from 'vitest';
import { errorData, isRetryable } from '../../src/contract/error-data.js';
import { exitCodes, TrackerError } from '../../src/contract/errors.js';
import { startPlay } from '../client/signed-client.js';
import { failureOf } from '../http/asking.js';
import { type Answer, drop, json, text } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';

const play = eachTest(startPlay);
afterEach(() => play.end());

/** Which of a read, a write that may be repeated, and one that may not, is worth running again after an answer. */
test.each<readonly [what: string, answer: Answer, again: string]>([
  ['400', json({ message: 'no' }, 400), ''],
  ['401', json({ message: 'no' }, 401), ''],
  ['403', json({ message: 'no' }, 403), ''],
  ['404', json({ message: 'no' }, 404), ''],
  ['409', json({ message: 'no' }, 409), ''],
  ['413', json({}, 413), ''],
  ['422', json({}, 422), ''],
  ['429', json({}, 429), 'GET PATCH POST'],
  ['500', json({ message: 'on fire' }, 500), 'GET PATCH'],
  ['501', json({}, 501), 'GET PATCH'],
  // A gateway may have lost the answer of the server behind it.
  ['502', json({}, 502), 'GET'],
  // Not even this one says that nothing was done.
  ['503', json({}, 503), 'GET PATCH'],
  ['503 and a long wait', json({}, 503, { 'retry-after': '86400' }), 'GET PATCH'],
  ['504', json({}, 504), 'GET'],
  ['a dropped connection', drop, 'GET'],
  ['HTML after a success', text('<html>', 200), ''],
])('after %s, what is worth running again', async (_what, answer, again) => {
  const { server, client } = play;
  for (const route of ['GET /api/v1/tasks/u', 'PATCH /api/v1/tasks/u', 'POST /api/v1/tasks']) server.on(route, answer);
  const failed = {
    GET: await failureOf(client.call('GET /tasks/:id', { id: 'u' })),
    PATCH: await failureOf(client.call('PATCH /tasks/:id', { id: 'u', body: { priority: 'high' } })),
    POST: await failureOf(client.call('POST /tasks', { body: { title: 't', projectKey: 'P' } })),
  };
  const retryable = Object.entries(failed).flatMap(([method, error]) => (isRetryable(error) ? [method] : []));
  expect(retryable.join(' ')).toBe(again);
});

test('without an answer, only what certainly was not applied is worth running again', () => {
  const kinds = (Object.keys(exitCodes) as (keyof typeof exitCodes)[]).filter((kind) =>
    isRetryable(new TrackerError(kind, 'no')),
  );
  expect(kinds).toEqual(['network']);
});

test('an error as data', () => {
  expect(errorData(new TrackerError('network', 'away'))).toEqual({
    ...{ code: 'network', status: null, message: 'away', hint: null, retryable: true },
  });
});
