import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { probe } from '../../src/auth/login/probe.js';
import { storeSignIn } from '../../src/auth/login/store-sign-in.js';
import type { Servers } from '../../src/auth/servers.js';
import { type Client, createClient } from '../../src/client/client.js';
import { openReferenceIndex } from '../../src/client/state/references.js';
import { parseServerUrl } from '../../src/contract/server-url.js';
import type { Send } from '../../src/http/message.js';
import { withRedirects } from '../../src/http/redirect.js';
import { withSession } from '../../src/http/session.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { failureOf } from '../http/asking.js';
import { noJournal as journal } from '../support/no-journal.js';
import { nothingShown as lastShown } from '../support/nothing-shown.js';
import {
  html,
  json,
  type MisbehavingServer,
  redirect,
  startMisbehavingServer,
  text,
} from '../support/servers/misbehaving-server.js';
import { makeVaultFolder, never, type VaultFolder } from './vault-folder.js';

let home: VaultFolder;
let server: MisbehavingServer;
beforeEach(async () => {
  home = makeVaultFolder();
  server = await startMisbehavingServer();
});
afterEach(async () => {
  await server.close();
  home.remove();
});

const transport = withRedirects(createNodeTransport({ timeoutMs: 5_000 }));

function clientOf(send: Send, path = '/'): Client {
  const base = new URL(server.origin + path);
  const index = openReferenceIndex(() => home.folder, base.href);
  return createClient({
    send,
    base,
    instanceName: 'work',
    index,
    lastShown,
    journal,
    userId: undefined,
    signal: never,
  });
}

describe('the probe', () => {
  const instance = { name: 'tracker', version: '4.2.0', api: 1, branding: { name: 'Ours' } };

  test('asks GET /instance without a token, and accepts the service name', async () => {
    server.on('GET /base/api/v1/instance', json(instance));
    expect(await probe(clientOf(transport, '/base/'), 'tracker')).toEqual({ instance, warning: undefined });
    expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual(['GET /base/api/v1/instance']);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('warns of a generation it does not know', async () => {
    server.on('GET /api/v1/instance', json({ ...instance, api: 2 }));
    expect((await probe(clientOf(transport), 'tracker')).warning).toBe(
      `127.0.0.1:${server.port} uses API generation 2, but this client only knows 1; some commands may not work`,
    );
  });

  test('names both names when they differ', async () => {
    server.on('GET /api/v1/instance', json({ ...instance, name: 'trackr' }));
    expect(await failureOf(probe(clientOf(transport), 'tracker'))).toMatchObject({
      kind: 'failed',
      exitCode: 1,
      message: `127.0.0.1:${server.port} is not the right service: it calls itself "trackr", not "tracker"`,
      hint: `if it is the right server: tracker login ${server.origin} --service-name trackr`,
    });
    expect((await probe(clientOf(transport), 'trackr')).warning).toBeUndefined();
  });

  test('never puts a foreign name into a command', async () => {
    server.on('GET /api/v1/instance', json({ name: '$(touch X)' }));
    expect((await failureOf(probe(clientOf(transport), 'tracker'))).hint).toBe(
      `if it is the right server: tracker login ${server.origin} --service-name NAME`,
    );
  });

  test.each([
    ['no name', json({ version: '1' }), 'it reports no service name'],
    ['a name that is no text', json({ name: 5 }), 'it reports no service name'],
    ['a 404', json({ message: 'no' }, 404), 'GET /api/v1/instance returned 404'],
    ['a 401', json({ message: 'no' }, 401), 'GET /api/v1/instance returned 401'],
    ['HTML', html(), 'GET /api/v1/instance did not return JSON'],
    ['nothing', text('', 204), 'GET /api/v1/instance did not return JSON'],
    ['null', json(null), 'it reports no service name'],
    ['a list', json([instance]), 'it reports no service name'],
  ])('says why a server that gives %s is not a tracker server', async (_name, answer, why) => {
    server.on('GET /api/v1/instance', answer);
    expect(await failureOf(probe(clientOf(transport), 'tracker'))).toMatchObject({
      kind: 'failed',
      message: `${server.origin} is not a tracker server: ${why}`,
      hint: 'check the address, including the path if the server has one',
    });
  });

  test('does not follow a redirect elsewhere', async () => {
    const elsewhere = await startMisbehavingServer();
    server.on('GET /api/v1/instance', redirect(`${elsewhere.origin}/api/v1/instance`));
    expect((await failureOf(probe(clientOf(transport), 'tracker'))).message).toContain(elsewhere.origin);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
  });

  test('reports a server error as such', async () => {
    server.on('GET /api/v1/instance', json({ message: 'on fire' }, 500));
    expect(await failureOf(probe(clientOf(transport), 'tracker'))).toMatchObject({ message: 'on fire', status: 500 });
  });
});

describe('a new sign-in', () => {
  /** Servers of which only the vault and the trial of a token matter here. */
  function servers(): Servers {
    const unused = (): never => {
      throw new Error('not used in these tests');
    };
    return {
      vault: home.open(),
      chosen: unused,
      unsigned: unused,
      currentToken: unused,
      endSession: unused,
      hostName: () => 'workbench',
      trial: (_server, given) => {
        let token = given;
        const tokens = {
          current: async () => token,
          rotate: async (next: string) => {
            token = next;
            return undefined;
          },
          repeatWithNewer: async () => undefined,
        };
        return { client: clientOf(withSession(transport, { tokens, warn: () => undefined })), token: () => token };
      },
    };
  }
  const entry = () => ({ name: 'work', url: server.origin });
  const sign = (token: string) =>
    storeSignIn(servers(), {
      vault: home.open(),
      server: parseServerUrl(server.origin),
      entry: entry(),
      token,
      isNamed: true,
      again: 'tracker login again',
      makeDefault: true,
    });

  test('is tried with GET /me, stored with its user, and reported', async () => {
    server.on('GET /api/v1/me', json({ user: { id: 'u1', name: 'Ada', email: 'ada@example.com' } }));
    expect(await sign('token')).toEqual({
      sentence: `Signed in to ${server.origin} as Ada <ada@example.com>, stored as work.`,
      result: { instance: 'work', url: server.origin, user: { id: 'u1', name: 'Ada', email: 'ada@example.com' } },
    });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer token');
    expect(await home.open().token(entry())).toEqual({ token: 'token', signIn: 1, userId: 'u1' });
    expect(await home.open().instances()).toEqual([{ ...entry(), userId: 'u1', userName: 'Ada' }]);
  });

  test('stores the token it was rotated to meanwhile', async () => {
    server.on('GET /api/v1/me', json({ user: {} }, 200, { 'set-auth-token': 'rotated' }));
    expect((await sign('token')).sentence).toBe(`Signed in to ${server.origin} as an unnamed user, stored as work.`);
    expect(await home.open().token(entry())).toEqual({ token: 'rotated', signIn: 1 });
  });

  test('that is refused changes nothing, and the older one still works', async () => {
    await home.open().signIn(entry(), 'older', { makeDefault: true });
    server.on('GET /api/v1/me', json({}, 401));
    expect(await failureOf(sign('token'))).toMatchObject({
      kind: 'sign_in_required',
      exitCode: 3,
      message: `127.0.0.1:${server.port} rejected this token; nothing was stored`,
    });
    expect(await home.open().token(entry())).toEqual({ token: 'older', signIn: 1 });
  });

  test.each([
    ['500', json({ message: 'on fire' }, 500)],
    ['HTML', html()],
    ['null', json(null)],
  ])('whose trial gives %s is not stored', async (_name, answer) => {
    server.on('GET /api/v1/me', answer);
    expect(await failureOf(sign('token'))).toMatchObject({ kind: 'failed', exitCode: 1 });
    expect(await home.open().instances()).toEqual([]);
  });

  test.each([{}, { user: null }, { user: [] }])('is not stored if the response has no user (%j)', async (me) => {
    server.on('GET /api/v1/me', json(me));
    expect(await failureOf(sign('token'))).toMatchObject({
      kind: 'failed',
      message: `the response from 127.0.0.1:${server.port} to GET /api/v1/me cannot be read: it has no "user"`,
    });
    expect(await home.open().instances()).toEqual([]);
  });

  test('of a user with odd values is stored without them', async () => {
    server.on('GET /api/v1/me', json({ user: { id: 5, name: {}, email: [] } }));
    expect((await sign('token')).sentence).toBe(`Signed in to ${server.origin} as an unnamed user, stored as work.`);
    expect(await home.open().instances()).toEqual([entry()]);
  });
});
