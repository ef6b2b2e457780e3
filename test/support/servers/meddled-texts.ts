import { readBytes } from '../../../src/http/body/read.js';
import type { Send } from '../../../src/http/message.js';
import { answer } from '../sandbox/in-process.js';

/** Keys whose values are written by people, so they may contain anything. */
const written = /^(title|subject|name|orgName|subtitle|label|description|body|text|note|message|filename|group)$/;

/** A network that replaces every text people write in JSON responses: `replace` gets the text and its number. */
export function withTexts(send: Send, replace: (text: string, index: number) => string): Send {
  let index = 0;
  const change = (key: string, value: unknown): unknown => {
    if (typeof value === 'string') return written.test(key) ? replace(value, index++) : value;
    if (Array.isArray(value)) return value.map((item) => change(key, item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(name, item)]));
  };
  return async (request) => {
    const reply = await send(request);
    const text = (await readBytes(reply)).toString();
    const isJson = String(reply.headers['content-type']).includes('json');
    const headers = { 'content-type': String(reply.headers['content-type'] ?? '') };
    return answer(reply.status, isJson ? JSON.stringify(change('', JSON.parse(text))) : text, headers);
  };
}
