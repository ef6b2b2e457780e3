import { TrackerError } from '../../src/contract/errors.js';
import { readBytes } from '../../src/http/body/read.js';
import type { HttpReply, HttpRequest, Send } from '../../src/http/message.js';

/** A request nobody interrupts. */
export function request(method: string, url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return { method, url: new URL(url), headers: {}, signal: new AbortController().signal, ...more };
}

export async function bodyOf(reply: HttpReply): Promise<string> {
  return (await readBytes(reply)).toString('utf8');
}

/** The TrackerError something ends with; anything else fails the test. */
export async function failureOf(work: Promise<unknown>): Promise<TrackerError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

/** What an answer comes to, read to its end. */
export async function ask(send: Send, asked: HttpRequest): Promise<{ readonly status: number; readonly body: string }> {
  const reply = await send(asked);
  return { status: reply.status, body: await bodyOf(reply) };
}
