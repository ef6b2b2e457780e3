import type { Context } from '../context.js';
import { indentJson } from '../output/data/indent-json.js';
import { cleanText } from '../output/text/clean.js';

/** A body up to this size is laid out at a terminal where it is JSON; a longer one is shown as it comes (bytes). */
const laidOutBytes = 4 * 1024 * 1024;

/**
 * Writes a body to stdout: byte for byte as it comes where that is no terminal, in constant memory. At a terminal controls
 * are made visible (docs/requirements.md, R36), and JSON is indented, its
 * tokens as they came.
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
    // A pair of CR and LF must not be cut between two pieces.
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
