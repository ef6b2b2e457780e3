import { Duplex } from 'node:stream';
import { withSession } from './session.js';
import { createNodeTransport } from './transport/node.js';

const rotation = 'HTTP/1.1 200 OK\r\nset-auth-token: next\r\ncontent-length: 0\r\n\r\n';

/**
 * Receives a made-up response with a rotated token, without a server. All code between the arrival of a response and
 * `store` is compiled when a real one comes; its first run takes twice as long (docs/requirements.md, D12).
 */
export async function rehearseRotation(store: () => Promise<void>): Promise<void> {
  const send = withSession(createNodeTransport({ timeoutMs: 1_000, connect: openRehearsal }), {
    tokens: {
      current: async () => 'now',
      async rotate() {
        await store();
        return undefined;
      },
      repeatWithNewer: async () => undefined,
    },
    warn: () => undefined,
  });
  const { signal } = new AbortController();
  const reply = await send({ method: 'GET', url: new URL('http://localhost/'), headers: {}, signal });
  reply.discard();
}

/** A connection on which every request gets the made-up response. */
function openRehearsal(): Duplex {
  return new Duplex({
    read: () => undefined,
    write(_bytes, _encoding, done) {
      done();
      this.push(rotation);
    },
  });
}
