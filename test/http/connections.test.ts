import { type ChildProcess, fork } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { startMisbehavingServer } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { ask, failureOf, request } from './asking.js';

describe('a server that closes a connection after an answer without saying so (R96)', () => {
  const server = eachTest(() =>
    startMisbehavingServer({
      otherwise({ socket, response, request: { method } }) {
        // What comes after the answer is not read.
        if (answered.has(socket)) return void socket.destroy();
        answered.add(socket);
        response.end(method);
      },
    }),
  );
  const answered = new WeakSet<Socket>();

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('gets each %s', async (method) => {
    const send = createNodeTransport({ timeoutMs: 5_000, writes: true });
    for (let at = 0; at < 3; at++)
      expect((await ask(send, request(method, `${server.origin}/${at}`))).body).toBe(method);
  });

  test('has a connection open for a write before the read is over, and none where no write can follow', async () => {
    for (const [writes, connections] of [
      [false, 1],
      [true, 3],
    ] as const) {
      const send = createNodeTransport({ timeoutMs: 5_000, writes });
      await ask(send, request('GET', `${server.origin}/x`));
      await expect.poll(() => server.connections()).toBe(connections);
    }
  });
});

describe('a host with several addresses (R96)', () => {
  const dns = process.getBuiltinModule('node:dns');
  const { lookup } = dns;
  const children: ChildProcess[] = [];
  const filling: Socket[] = [];
  let port = 0;

  /** The host has these addresses from now on, each of which takes connections after so many milliseconds. */
  const hasAddresses = async (addresses: Readonly<Record<string, number>>): Promise<void> => {
    for (const [host, deafMs] of Object.entries(addresses)) {
      const child = fork(new URL('deaf-server.mjs', import.meta.url), [host, String(port), String(deafMs)]);
      children.push(child);
      port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
      for (let at = 0; at < 3; at++) filling.push(connect(port, host).on('error', () => undefined));
    }
    const all = Object.keys(addresses).map((address) => ({ address, family: 4 }));
    const found = (_host: string, _options: object, done: (error: null, all: object[]) => void): void =>
      done(null, all);
    Object.assign(dns, { lookup: found });
    syncBuiltinESMExports();
  };

  beforeEach(() => {
    port = 0;
  });

  afterEach(() => {
    Object.assign(dns, { lookup });
    syncBuiltinESMExports();
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const socket of filling.splice(0)) socket.destroy();
  });

  test.each(['directly', 'through a proxy of that name'])(
    'is reached %s at the one that is only far away',
    async (how) => {
      await hasAddresses({ '127.0.0.2': 60_000, '127.0.0.3': 700 });
      const proxy = how === 'directly' ? undefined : new URL(`http://proxy.example.com:${port}`);
      const send = createNodeTransport({ timeoutMs: 8_000, proxy });
      expect(await ask(send, request('GET', `http://tracker.example.com:${port}/`))).toEqual({
        status: 200,
        body: 'here',
      });
    },
  );

  test('is given up after the time-out, with nothing sent, if none leads anywhere', async () => {
    await hasAddresses({ '127.0.0.2': 60_000 });
    const send = createNodeTransport({ timeoutMs: 600 });
    const failure = await failureOf(ask(send, request('POST', `http://tracker.example.com:${port}/`)));
    const message = `tracker.example.com:${port} could not be reached within 0.6 s`;
    expect(failure).toMatchObject({ unsent: true, message });
  });

  test('is not waited for after an interruption', async () => {
    await hasAddresses({ '127.0.0.2': 60_000 });
    const signal = AbortSignal.timeout(300);
    const send = createNodeTransport({ timeoutMs: 8_000 });
    const asked = ask(send, request('GET', `http://tracker.example.com:${port}/`, { signal }));
    expect(await asked.catch((error: unknown) => error)).toBe(signal.reason);
  });
});
