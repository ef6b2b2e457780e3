import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { cleanText } from '../../contract/text/unsafe-characters.js';
import type { Send } from '../../http/message.js';
import { withRetry } from '../../http/retry.js';
import { createWait } from '../../http/waiting.js';
import { indentJson } from '../../output/data/json.js';

/** Sends requests, with retries until a response starts, which cannot be taken back (docs/requirements.md, R46 and R47). */
export function streaming({ io, show, now }: Context, client: Client): Send {
  const notice = io.stderr.isTerminal ? (...said: Parameters<typeof show.say>) => void show.say(...said) : undefined;
  return withRetry(client.raw, { now, wait: createWait(notice) });
}

/** The largest JSON that is indented on a terminal (bytes). */
const laidOutBytes = 4 * 1024 * 1024;

/**
 * Writes a body to stdout: byte for byte, in constant memory, unless it is a terminal. There, control characters are made visible
 * (docs/requirements.md, R36) and JSON is indented with its tokens unchanged.
 */
export async function writeBody({ io, show }: Context, body: AsyncIterable<Uint8Array>): Promise<void> {
  if (!io.stdout.isTerminal) {
    for await (const bytes of body) await show.text(bytes);
    return;
  }
  const decoder = new TextDecoder();
  let text = '';
  let isLong = false;
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    isLong ||= text.length > laidOutBytes;
    if (!isLong) continue;
    // CR LF must not be split between two chunks.
    const end = text.endsWith('\r') ? text.length - 1 : text.length;
    await show.text(cleanText(text.slice(0, end)));
    text = text.slice(end);
  }
  text += decoder.decode();
  if (text !== '') await show.text(isLong ? cleanText(text) : layOut(text));
}

function layOut(text: string): string {
  const shown = indentJson(text) ?? cleanText(text);
  return shown.endsWith('\n') ? shown : `${shown}\n`;
}
