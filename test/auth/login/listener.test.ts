import { expect, test } from 'vitest';
import { listenForCallback } from '../../../src/auth/callback/listener.js';

test('a signal that came before opens no port', async () => {
  const listening = listenForCallback({
    ...{ state: 'state', instead: 'tracker login', signal: AbortSignal.abort() },
    ...{ user: { uid: undefined, home: undefined }, loginUrl: String },
  });
  await expect(listening).rejects.toMatchObject({ kind: 'interrupted', exitCode: 130 });
});
