import { attempt, type Reason, TrackerError } from '../../contract/errors.js';
import { isRow, type Row } from '../../contract/row.js';
import { isTooHeavy, lightBytes, readBytes, readStart } from '../../http/body/read.js';
import type { HttpReply, HttpRequest } from '../../http/message.js';
import type { refusal } from './refusal.js';

/** What only a response that is not as it should be needs. */
const refusals = () => import('./refusal.js');
const exactJson = () => import('./exact-json.js');

interface ReadParts extends Omit<Parameters<typeof refusal>[0], 'method' | 'url' | 'reply' | 'bytes'> {
  /** Keys that the response may not have twice. */
  readonly once?: readonly string[];
  /** Called if the response to a write contains an error in addition to its result. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** Reads a whole response. Throws `unknown_outcome` if a write succeeded but its response is unreadable (docs/requirements.md, R44). */
export async function readReply(request: HttpRequest, reply: HttpReply, parts: ReadParts): Promise<Row> {
  const { method } = request;
  const isSuccess = reply.status >= 200 && reply.status < 300;
  const bytes = await (isSuccess ? readBytes(reply) : readStart(reply)).catch(async (error: unknown) => {
    const isCutOff = isSuccess && method !== 'GET' && error instanceof TrackerError;
    throw isCutOff ? await unreadable(request, reply, 'was cut off') : error;
  });
  if (!isSuccess) throw await explainRefusal(request, reply, { bytes, parts });
  if (bytes.length === 0 && method !== 'GET') return {};
  if (bytes.length > lightBytes && isTooHeavy(bytes))
    throw await unreadable(request, reply, 'has more than 2.5 million values');
  const text = decode(bytes);
  const parsed = await parse(text);
  if (parsed === undefined) throw await unreadable(request, reply, 'is not JSON', 'not_service');
  if (method !== 'GET') return (await import('./write-result.js')).resultOf(parsed, reply.status, parts.warn);
  if (parts.once) await refuseTwice(parts.once, text, request, reply);
  if (isRow(parsed)) return parsed;
  const list = (await refusals()).withoutWrapper(request.url, parsed);
  if (list) return list;
  throw await unreadable(request, reply, 'is not a JSON object');
}

/** Throws if an object has one of the keys twice: one of the values would be lost. */
async function refuseTwice(keys: readonly string[], text: string, request: HttpRequest, reply: HttpReply) {
  // Letters written as `\u0061` to `\u007a` may be in such a key.
  const isPlain = !text.includes('\\u006') && !text.includes('\\u007');
  for (const key of keys) {
    const quoted = JSON.stringify(key);
    if (isPlain && !text.includes(quoted, text.indexOf(quoted) + 1)) continue;
    if ((await exactJson()).hasTwice(text, key)) throw await unreadable(request, reply, `has ${quoted} twice`);
  }
}

export async function explainRefusal(
  { method, url }: Pick<HttpRequest, 'method' | 'url'>,
  reply: HttpReply,
  { bytes, parts }: { readonly bytes: Uint8Array; readonly parts: ReadParts },
): Promise<TrackerError> {
  return (await refusals()).refusal({ ...parts, method, url, reply, bytes });
}

/** Matches text that may contain a number JSON.parse would change. */
const oddNumber = /[:[,\s]-?(?:\d{16}[\d.eE+-]*|\d[\d.]*[eE][+-]?\d+)(?=[,\]}\s]|$)/;

/** The parsed JSON; undefined if it is invalid. */
export async function parse(text: string, mayBeOdd = oddNumber.test(text)): Promise<unknown> {
  const read = mayBeOdd ? (await exactJson()).parseExactly : JSON.parse;
  return attempt(() => read(text));
}

async function unreadable(request: HttpRequest, reply: HttpReply, why: string, reason?: Reason): Promise<TrackerError> {
  return (await refusals()).unreadable(request, reply, why, reason);
}

/** Decodes UTF-8: drops a byte order mark, and replaces invalid sequences by U+FFFD. */
export function decode(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
