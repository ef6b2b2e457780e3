import { expect, test } from 'vitest';
import { storeSignIn } from '../../src/auth/login/store-sign-in.js';
import type { Servers } from '../../src/auth/servers.js';
import { parseServerUrl } from '../../src/contract/server-url.js';
import { eachTest } from '../support/set-up.js';
import { makeVaultFolder } from './vault-folder.js';

const home = eachTest(makeVaultFolder, (home) => home.remove());

/** Servers that accept every token; `meanwhile` runs during the request. */
const serversWhere = (meanwhile: () => Promise<void>): Servers => {
  const client = {
    call: async () => {
      await meanwhile();
      return { user: { id: 'u1', name: 'Ann Lee' } };
    },
  };
  const unused = (): never => {
    throw new Error('not asked for');
  };
  return {
    vault: home.open(),
    trial: async (_server: unknown, token: string) => ({ client, token: () => token }),
    chosen: unused,
    unsigned: unused,
    currentToken: unused,
    endSession: unused,
    hostName: unused,
  } as unknown as Servers;
};

test('a name that another sign-in has taken for another server meanwhile is not taken from it', async () => {
  const first = { name: 'work', url: 'https://a.example' };
  const server = parseServerUrl('https://b.example');
  const unused = () => home.folder;
  const folders = { config: unused, cache: unused, state: unused, data: unused, warnings: [] };
  const servers = serversWhere(() =>
    home
      .open()
      .signIn(first, 'token-a', { makeDefault: true })
      .then(() => undefined),
  );
  const signIn = storeSignIn(servers, {
    vault: home.open(),
    folders,
    server,
    entry: { name: 'work', url: server.key },
    token: 'token-b',
    isNamed: true,
    again: 'tracker login',
    makeDefault: true,
  });
  await expect(signIn).rejects.toMatchObject({ kind: 'usage', message: expect.stringContaining('https://a.example') });
  expect(await home.open().token(first)).toMatchObject({ token: 'token-a' });
});
