import { afterSpace, ascii, textBetween } from '../../contract/bytes/characters.js';
import { Skipper } from '../../contract/bytes/skipper.js';

/** Whether the object of a valid JSON text has a key twice. JSON.parse would keep the last one, and a long list shows the first. */
export function hasTwice(bytes: Uint8Array, key: string): boolean {
  const skipper = new Skipper();
  let count = 0;
  for (let at = bytes.indexOf(ascii.openObject); at >= 0; ) {
    const start = afterSpace(bytes, at + 1);
    const end = skipper.skip(bytes, start);
    if (end < 0 || bytes[start] !== ascii.quote) return false;
    if (JSON.parse(textBetween(bytes, start, end)) === key) count += 1;
    const value = afterSpace(bytes, afterSpace(bytes, end) + 1);
    at = afterSpace(bytes, skipper.skip(bytes, value));
    if (bytes[at] !== ascii.comma) return count > 1;
  }
  return false;
}
