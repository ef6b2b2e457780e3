import type { ClientRequest, IncomingMessage } from 'node:http';
import type { BodySource } from '../message.js';

/** From this size on a body is announced first, so that a server can refuse it before it is sent (bytes). */
const worthAnnouncing = 1024 * 1024;

/** How long a server may take to ask for an announced body; some never do, and get it then (milliseconds). */
const announcementMs = 1_000;

/** The header that announces a large body (RFC 9110, 10.1.1; docs/requirements.md, R53). */
export function announcement(source: BodySource): Readonly<Record<string, string>> {
  return source.length < worthAnnouncing ? {} : { expect: '100-continue' };
}

/**
 * Sends a body piece by piece as it is read, never faster than the server takes it, and stops when it is refused. What goes
 * wrong while reading ends the request with that very error (docs/requirements.md, R52 and R53).
 */
export async function sendSource(outgoing: ClientRequest, source: BodySource): Promise<void> {
  let isRefused = false;
  outgoing.once('response', ({ statusCode = 0 }: IncomingMessage) => {
    isRefused = statusCode >= 300;
  });
  const isOver = (): boolean => isRefused || outgoing.destroyed;
  try {
    if (outgoing.hasHeader('expect')) await isAskedFor(outgoing);
    if (isOver()) return;
    for await (const bytes of source.open()) {
      if (isOver()) return;
      await write(outgoing, bytes);
      outgoing.emit('moved');
    }
    if (!isOver()) outgoing.end();
  } catch (error) {
    outgoing.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Resolves when the server asks for the body, answers without it, goes away, or says nothing for a while. */
async function isAskedFor(outgoing: ClientRequest): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, announcementMs);
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    for (const event of ['continue', 'response', 'close']) outgoing.once(event, settle);
    outgoing.flushHeaders();
  });
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
