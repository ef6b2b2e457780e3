import type { ClientRequest } from 'node:http';
import type { BodySource } from './message.js';

/**
 * Sends a body piece by piece as it is read, never faster than the server takes it. What goes wrong while reading ends the
 * request with that very error (docs/requirements.md, R52).
 */
export async function sendSource(outgoing: ClientRequest, source: BodySource): Promise<void> {
  try {
    for await (const bytes of source.open()) {
      if (outgoing.destroyed) return;
      await write(outgoing, bytes);
      outgoing.emit('moved');
    }
    if (!outgoing.destroyed) outgoing.end();
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Resolves when the piece is on its way, or will never be because the connection has gone. */
async function write(outgoing: ClientRequest, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.write(bytes, () => {
      outgoing.off('close', resolve);
      resolve();
    });
  });
}
