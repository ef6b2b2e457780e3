import { usageError } from '../../errors.js';

/** What is ours to say: who asks, whom, and where a message ends. */
const ours = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
];

/** Reads `name: value` headers; of two with one name the last counts. Throws usage errors, which do not repeat a value. */
export function readHeaders(given: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const text of given) {
    const at = text.indexOf(':');
    const name = text.slice(0, Math.max(at, 0)).trim().toLowerCase();
    const value = text.slice(at + 1).trim();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name))
      throw usageError("-H takes 'name: value'", "-H 'accept-language: de'");
    if (ours.includes(name)) throw usageError(`-H: ${name} cannot be set`);
    if (/[^\t\x20-\x7e\xa0-\xff]/.test(value))
      throw usageError(`-H: the value of ${name} holds a character that no header has`);
    headers[name] = value;
  }
  return headers;
}
