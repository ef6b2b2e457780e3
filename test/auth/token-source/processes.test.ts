import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startChild } from '../../disk/child.js';
import { json, startMisbehavingServer } from '../../support/servers/misbehaving-server.js';
import { bundleProgram } from '../../terminal/pseudo-terminal.js';
import { makeVaultFolder } from '../vault-folder.js';

test('eight processes all succeed at a server that revokes the old token at once, and its newest token is the stored one', async () => {
  const program = await bundleProgram(fileURLToPath(new URL('strict-program.ts', import.meta.url)));
  const home = makeVaultFolder();
  const server = await startMisbehavingServer();
  let current = 'token-0';
  let rotations = 0;
  server.on('GET /x', (exchange) => {
    if (exchange.request.headers.authorization !== `Bearer ${current}`) return json({ message: 'who?' }, 401)(exchange);
    current = `token-${++rotations}`;
    json({}, 200, { 'set-auth-token': current })(exchange);
  });
  const entry = { name: 'work', url: server.origin };
  await home.open().signIn(entry, current, { makeDefault: true });
  const children = Array.from({ length: 8 }, () => startChild(program.file, [home.folder, server.origin]));
  for (const child of children) expect(await child.next()).toBe('ready');
  for (const child of children) child.tell('go');
  expect(await Promise.all(children.map((child) => child.ended()))).toEqual(children.map(() => 0));
  expect(rotations).toBe(24);
  expect(await home.open().token(entry)).toEqual({ token: current, signIn: 1 });
  await server.close();
  home.remove();
  await program.remove();
});
