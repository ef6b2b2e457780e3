import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { InstanceEntry } from '../../../src/auth/instances.js';
import { rehearseRotation, storedTokens } from '../../../src/auth/tokens/stored.js';
import { repeatWithNewerToken } from '../../../src/auth/tokens/waiting.js';
import { type Sentence, TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import type { TokenStore } from '../../../src/http/session.js';
import { withSession } from '../../../src/http/session.js';
import { createNodeTransport } from '../../../src/http/transport/node.js';
import { ask, failureOf, request } from '../../http/asking.js';
import { first, json, startMisbehavingServer } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { makeVaultFolder, never } from '../vault-folder.js';

const entry = { name: 'work', url: 'https://tracker.example.com' };

const home = eachTest(makeVaultFolder, (home) => home.remove());
const server = eachTest(startMisbehavingServer);
let warnings: Sentence[];

beforeEach(async () => {
  warnings = [];
  await home.open().signIn(entry, 'first', { makeDefault: true });
});

/** What one process sends with. */
function open(waitMs = 0): { readonly tokens: TokenStore; readonly send: Send } {
  const tokens = storedTokens({ vault: home.open(), entry, signal: never, waitMs });
  const warn = (message: Sentence): void => void warnings.push(message);
  return { tokens, send: withSession(createNodeTransport({ timeoutMs: 5_000 }), { tokens, warn }) };
}

const get = (path = '/x') => request('GET', `${server.origin}${path}`);
const sent = (): readonly (string | undefined)[] =>
  server.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
const stored = async () => await home.open().token(entry);

test('a refused API key is reported at once, unless another one has been stored meanwhile', async () => {
  await home.open().signIn(entry, 'trk_key', { makeDefault: true });
  server.on('GET /x', json({}, 401));
  const { tokens, send } = open(60_000);
  expect((await ask(send, get())).status).toBe(401);
  expect(sent()).toEqual(['trk_key']);
  await home.open().signIn(entry, 'trk_new', { makeDefault: true });
  expect(await tokens.current()).toBe('trk_key');
  await ask(send, get());
  expect(sent()).toEqual(['trk_key', 'trk_key', 'trk_new']);
});

test('the token in use is not stored again', async () => {
  server.on('GET /x', json({}, 200, { 'set-auth-token': 'first' }));
  const stored: string[] = [];
  const rotate = async (token: string) => void stored.push(token);
  const warn = (message: Sentence): void => void warnings.push(message);
  const tokens = { ...open().tokens, rotate };
  await ask(withSession(createNodeTransport({ timeoutMs: 5_000 }), { tokens, warn }), get());
  expect([stored, warnings]).toEqual([[], []]);
});

test('a rotation is rehearsed without a server, and stores once (#10.17)', async () => {
  let rehearsed = 0;
  await rehearseRotation(async () => void rehearsed++);
  expect(rehearsed).toBe(1);
  await expect(rehearseRotation(async () => Promise.reject(new Error('no folder')))).rejects.toThrow('no folder');
});

test('a sign-out in the meantime ends it', async () => {
  server.on('GET /x', json({}, 401));
  const { tokens, send } = open(5_000);
  await tokens.current();
  await home.open().signOut(entry);
  expect((await ask(send, get())).status).toBe(401);
  expect(sent()).toEqual(['first']);
});

describe('a sign-in during a request', () => {
  test('is kept although this process already uses it when an old response arrives', async () => {
    const { tokens } = open();
    await tokens.current();
    await home.open().signIn(entry, 'second-sign-in', { makeDefault: true });
    await tokens.repeatWithNewer('first', async () => 'repeated');
    await tokens.rotate('of the first', 'first');
    expect(await stored()).toEqual({ token: 'second-sign-in', signIn: 2 });
    expect(await tokens.current()).toBe('second-sign-in');
  });
});

describe('a process keeps the account it began with', () => {
  const ada = { ...entry, userId: 'u1', userName: 'Ada' };
  const zoe = { ...entry, userId: 'u2', userName: 'Zoë' };
  const begin = async (as: InstanceEntry): Promise<TokenStore> => {
    await home.open().signIn(as, 'second', { makeDefault: true });
    const tokens = storedTokens({ vault: home.open(), entry: as, signal: never, waitMs: 0 });
    await tokens.current();
    return tokens;
  };
  const another = {
    ...{ kind: 'sign_in_required', exitCode: 3, hint: 'tracker login --name work' },
    message: 'you are now signed in to tracker.example.com as Zoë, no longer as Ada',
  };

  test('when somebody of the same name signs in, as after sandbox reset', async () => {
    const tokens = await begin(ada);
    await home.open().signIn({ ...zoe, userName: 'Ada' }, 'third', { makeDefault: true });
    await expect(tokens.current(true)).rejects.toMatchObject({
      ...{ kind: 'sign_in_required', hint: 'run the command again' },
      message: 'you are now signed in to tracker.example.com as another user, also called Ada',
    });
  });

  test('when somebody else signs in under the same name', async () => {
    const tokens = await begin(ada);
    await home.open().signIn(zoe, 'third', { makeDefault: true });
    const reads = [
      async () => await tokens.repeatWithNewer('second', async (token) => token),
      async () => await tokens.inTurn?.(async (token) => token),
      async () => await tokens.current(true),
    ];
    for (const read of reads) expect(await failureOf(read())).toMatchObject(another);
    expect(await tokens.current()).toBe('second');
    await tokens.rotate('of the second', 'second');
    expect(await stored()).toMatchObject({ token: 'third' });
    await home.open().signIn(ada, 'fourth', { makeDefault: true });
    expect(await tokens.repeatWithNewer('second', async (token) => token)).toBe('fourth');
  });

  test('when somebody else signs in before its first request', async () => {
    await home.open().signIn(zoe, 'second', { makeDefault: true });
    const { current } = storedTokens({ vault: home.open(), entry: ada, signal: never });
    expect(await failureOf(current())).toMatchObject(another);
  });

  test('also after its token was rotated', async () => {
    const tokens = await begin(ada);
    await tokens.rotate('third', 'second');
    const other = storedTokens({ vault: home.open(), entry: zoe, signal: never });
    expect(await failureOf(other.current())).toMatchObject({ kind: 'sign_in_required' });
  });

  test.each([
    ['at the beginning', entry, ada],
    ['at the new sign-in', ada, entry],
  ])('and a user without an id %s is the same as any other', async (_when, before, after) => {
    const tokens = await begin(before);
    await home.open().signIn(after, 'third', { makeDefault: true });
    expect(await tokens.repeatWithNewer('second', async (token) => token)).toBe('third');
  });
});

describe('a rotated token that cannot be saved', () => {
  const spoil = (): void => {
    renameSync(home.folder, `${home.folder}-gone`);
    writeFileSync(home.folder, 'not a folder');
  };
  const repair = (): void => {
    rmSync(home.folder);
    renameSync(`${home.folder}-gone`, home.folder);
  };

  test('is what a request that was refused meanwhile is repeated with', async () => {
    server.on('GET /x', first(spoil, json({}, 200, { 'set-auth-token': 'second' })));
    const { tokens, send } = open();
    await ask(send, get());
    expect(await tokens.repeatWithNewer('first', async (token) => token)).toBe('second');
    expect(await tokens.current()).toBe('second');
    repair();
  });

  test('is not given up for the older one on disk', async () => {
    const { tokens } = open();
    await tokens.current();
    spoil();
    await tokens.rotate('second', 'first');
    repair();
    expect(await tokens.repeatWithNewer('first', async (token) => token)).toBe('second');
    // As an event stream asks, which reads the token again.
    expect(await tokens.current(true)).toBe('second');
  });
});

test('waiting for a newer token can be interrupted', async () => {
  const controller = new AbortController();
  const reason = new TrackerError('interrupted', 'interrupted');
  const waiting = repeatWithNewerToken(
    {
      host: 'tracker.example.com',
      sent: 'a',
      waitMs: 60_000,
      signal: controller.signal,
      locked: (work) => work(),
      read: async () => {
        controller.abort(reason);
        return 'a';
      },
    },
    async () => 'repeated',
  );
  await expect(waiting).rejects.toBe(reason);
});
