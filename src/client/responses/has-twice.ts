import { outsideStrings } from '../../contract/json-strings.js';

/** Whether the object of a valid JSON text has a key twice. JSON.parse would keep the last one, and a long list shows the first. */
export function hasTwice(json: string, key: string): boolean {
  let depth = 0;
  let count = 0;
  outsideStrings(json, (piece, before) => {
    if (depth === 1 && /^\s*:/.test(piece) && JSON.parse(before) === key) count += 1;
    depth += piece.replace(/[^[{]/g, '').length - piece.replace(/[^\]}]/g, '').length;
    return piece;
  });
  return count > 1;
}
