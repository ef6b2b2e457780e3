import { expect, test } from 'vitest';
import type { Context } from '../../../src/args/context.js';
import type { Client } from '../../../src/client/client.js';
import { forEachReference } from '../../../src/commands/bulk/for-each-reference.js';

test('a token that something else found refused before does not keep it from being tried', async () => {
  const done: string[] = [];
  const client = { recovered: async () => false, lastShown: async () => ({}) } as unknown as Client;
  const context = {
    settings: { env: {}, dryRun: false },
    io: { stdout: { isTerminal: false }, stderr: { isTerminal: false } },
    show: { expect: async () => undefined, list: async () => undefined, choice: {} },
    signal: new AbortController().signal,
    now: () => new Date(0),
    client: async () => client,
  } as unknown as Context;
  await forEachReference(context, {
    find: async ({ text }) => ({ ref: text, uuid: `id-${text}` }) as never,
    refs: [1, 2, 3, 4, 5, 6].map((number) => ({ text: `A-${number}` })),
    doing: 'editing',
    work: async (_, { ref }) => {
      done.push(ref);
      return 'done';
    },
  });
  expect(done).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6']);
});
