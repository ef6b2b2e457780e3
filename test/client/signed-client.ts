import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../src/client/client.js';
import { openReferenceIndex } from '../../src/client/state/references.js';
import { withRedirects } from '../../src/http/redirect.js';
import { withRetry } from '../../src/http/retry.js';
import { withSession } from '../../src/http/session.js';
import { createNodeTransport } from '../../src/http/transport/node.js';
import { within } from '../support/computer/folder.js';
import { noRecorder as recorder } from '../support/no-recorder.js';
import { nothingShown as lastShown } from '../support/nothing-shown.js';
import { type MisbehavingServer, startMisbehavingServer } from '../support/servers/misbehaving-server.js';

/** A server that answers as it is told, and a signed-in client of it. */
export interface Play {
  readonly server: MisbehavingServer;
  readonly client: Client;
  /** What the client has warned of so far. */
  readonly warnings: readonly string[];
  /** `METHOD /path?query` of everything that was asked so far. */
  asked(): readonly string[];
  /** One more process with the same cache folder, after this one has written what it learned. */
  next(more?: { readonly userId?: string }): Client;
  end(): Promise<void>;
}

export async function startPlay(path = '/'): Promise<Play> {
  const server = await startMisbehavingServer();
  const folder = mkdtempSync(join(tmpdir(), 'tracker-play-'));
  const base = new URL(server.origin + path);
  const signal = new AbortController().signal;
  const tokens = {
    current: async () => 'ACCESS_TOKEN',
    rotate: async () => undefined,
    repeatWithNewer: async () => undefined,
  };
  const session = withSession(createNodeTransport({ timeoutMs: 5_000 }), { tokens, warn: () => undefined });
  const send = withRetry(withRedirects(session), { now: () => new Date(), wait: async () => undefined });
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  const now = (): Date => new Date();
  const open = (userId?: string): Client => {
    const index = openReferenceIndex(within(folder), base.href, userId ?? '');
    return createClient({ send, base, instanceName: 'work', index, lastShown, recorder, userId, now, signal, warn });
  };
  const client = open();
  return {
    server,
    client,
    warnings,
    asked: () => server.requests.map(({ method, target }) => `${method} ${target}`),
    next: ({ userId } = {}) => {
      client.index.flush();
      return open(userId);
    },
    end: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
