import { expect, test } from 'vitest';
import type { Context } from '../../../src/args/context.js';
import { splitByConflict } from '../../../src/commands/triage/decisions/conflict.js';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Decision } from '../../../src/triage/model/decision.js';

const targets = ['one', 'two', 'three'].map((uuid) => ({ uuid, ref: uuid, valueSeen: 'low' }));

const decision: Decision = { id: 1, what: 'priority', kind: 'ticket', targets, value: 'high', shown: 'high' };

/** A service whose second ticket gives this error. */
function contextWith(error: TrackerError): Context {
  const call = async (_route: string, { id }: { readonly id: string }) => {
    if (id === 'two') throw error;
    return { ticket: { uuid: id, priority: 'low' } };
  };
  return { client: async () => ({ call }) } as unknown as Context;
}

test('a row that cannot be read is refused by itself', async () => {
  const split = await splitByConflict(contextWith(new TrackerError('not_found', 'two not found')), decision);
  expect(split.free.map(({ ref }) => ref)).toEqual(['one', 'three']);
  expect(split.conflicts).toEqual([{ target: targets[1], is: 'refused', why: 'priority not set: two not found' }]);
});

test('without a server, all rows wait', async () => {
  const away = new TrackerError('network', 'no server');
  await expect(splitByConflict(contextWith(away), decision)).rejects.toBe(away);
});

test('the subject of a notification, and the status after a message, are compared too', async () => {
  const seanClosed = async () => ({ ticket: { uuid: 't', status: 'closed', priority: 'low' } });
  const client = { call: seanClosed, userId: 'me', base: new URL('http://here'), index: { find: () => undefined } };
  const context = {
    client: async () => client,
    now: () => new Date(),
    settings: { target: { kind: 'default' } },
  } as unknown as Context;
  const target = { uuid: 'n', ref: 'A-1', about: { uuid: 't', ref: 'A-1' } };
  const why = async (part: Partial<Decision>, valueSeen: string) =>
    (await splitByConflict(context, { ...decision, ...part, targets: [{ ...target, valueSeen }] })).conflicts[0];
  const message = { draft: undefined, body: 'Hi', status: 'waiting_on_customer', attach: [] };
  expect(await why({}, 'medium')).toMatchObject({ why: 'someone else changed the priority to low' });
  expect(await why({ what: 'reply', value: '', message }, 'open')).toMatchObject({
    ...{ is: 'conflict', row: { status: 'closed' } },
    why: 'reply not sent: someone else changed the status to closed',
  });
  expect(await why({ what: 'reply', value: '', message: { ...message, status: 'closed' } }, 'open')).toBeUndefined();
  expect(await why({ what: 'reply', value: '', message: { ...message, status: undefined } }, 'open')).toBeUndefined();
});
