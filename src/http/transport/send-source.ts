import type { ClientRequest, IncomingMessage } from 'node:http';
import type { BodySource } from '../message.js';

/** Bodies of at least this size are announced first, so that the server can refuse them before they are sent (bytes). */
const worthAnnouncing = 1024 * 1024;

/** How long to wait for the server to ask for an announced body before sending it anyway (milliseconds). */
const announcementMs = 1_000;

/** The header that announces a large body (RFC 9110, 10.1.1; docs/requirements.md, R53). */
export function announcement(source: BodySource): Readonly<Record<string, string>> {
  return source.length < worthAnnouncing ? {} : { expect: '100-continue' };
}

/**
 * Sends a body in chunks, no faster than the server accepts them, and stops if the server refuses it. An error while
 * reading ends the request with that error (docs/requirements.md, R52 and R53).
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

/** Resolves when the server asks for the body, responds without it, disconnects, or stays silent too long. */
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

/** Resolves when the chunk has been handed over, or the connection is closed. */
async function write(outgoing: ClientRequest, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve);
    outgoing.write(bytes, () => {
      outgoing.off('close', resolve);
      resolve();
    });
  });
}
