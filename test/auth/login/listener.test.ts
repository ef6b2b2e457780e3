import { expect, test } from 'vitest';
import { listenForCallback } from '../../../src/auth/callback/listener.js';

const listen = (port: number | undefined, signal = new AbortController().signal) =>
  listenForCallback({ state: 'state', instead: 'tracker login', signal, ...(port === undefined ? {} : { port }) });

test.each([0, 80, 1023, 65_536])('never on %d, where no server redirects to', async (port) => {
  await expect(listen(port)).rejects.toMatchObject({ kind: 'usage', exitCode: 2 });
});

test('a signal that came before opens no port', async () => {
  await expect(listen(undefined, AbortSignal.abort())).rejects.toMatchObject({ kind: 'interrupted', exitCode: 130 });
});
