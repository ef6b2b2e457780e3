import { usageError } from '../../contract/errors.js';

/** Headers that the client sets itself. */
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

/** Reads `name: value` headers; the last of a name wins. Throws usage errors, which do not repeat a value. */
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
      throw usageError(`-H: the value of ${name} contains a character that is not allowed in a header`);
    headers[name] = value;
  }
  return headers;
}
