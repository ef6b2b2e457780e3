import { beforeEach, expect, test } from 'vitest';
import { rehearseRotation } from '../../src/auth/tokens/stored.js';
import type { Send } from '../../src/http/message.js';
import type { TokenStore } from '../../src/http/session.js';
import { withSession } from '../../src/http/session.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { json, startMisbehavingServer } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { ask, request } from './asking.js';

/** A store in memory: the tokens it was given, and those that other processes put there in time for a repeat. */
function memoryStore(token: string, others: string[] = []): TokenStore & { readonly kept: readonly string[] } {
  let inUse = token;
  const kept: string[] = [];
  return {
    kept,
    current: async () => inUse,
    async rotate(next) {
      inUse = next;
      kept.push(next);
      return undefined;
    },
    async repeatWithNewer(sent, repeat) {
      inUse = others.shift() ?? inUse;
      return inUse === sent ? undefined : await repeat(inUse);
    },
  };
}

const server = eachTest(startMisbehavingServer);
let warnings: string[];

beforeEach(async () => {
  warnings = [];
});

function open(tokens: TokenStore): Send {
  return withSession(createNodeTransport({ timeoutMs: 5_000 }), {
    tokens,
    warn: (message) => void warnings.push(message),
  });
}

const get = () => request('GET', `${server.origin}/x`);

test('the token in use is not stored again', async () => {
  server.on('GET /x', json({}, 200, { 'set-auth-token': 'first' }));
  const tokens = memoryStore('first');
  await ask(open(tokens), get());
  expect([tokens.kept, warnings]).toEqual([[], []]);
});

test('a rotation is rehearsed without a server, and stores once (#10.17)', async () => {
  let stored = 0;
  await rehearseRotation(async () => void stored++);
  expect(stored).toBe(1);
  await expect(rehearseRotation(async () => Promise.reject(new Error('no folder')))).rejects.toThrow('no folder');
});
