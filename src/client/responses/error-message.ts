import { isRow } from '../../contract/row.js';

const longestMessage = 400;

/**
 * The message of an error body, in one line: `message` or `error` (docs/api.md, Errors), or what other services send: `errors`, or
 * the `detail` or `title` of a problem (RFC 9457). Each may be a text, an object with a `message`, or a list of those; undefined if
 * there is none.
 */
export function messageOf(body: unknown): string | undefined {
  if (!isRow(body)) return undefined;
  const { message, error, errors, detail, title } = body;
  for (const value of [message, error, errors, detail, title]) {
    const texts = (Array.isArray(value) ? value : [value]).map((each) => (isRow(each) ? each.message : each));
    const lines = texts.filter((each) => typeof each === 'string').map((text) => text.trim().replace(/\s+/g, ' '));
    const line = lines.filter(Boolean).join('; ');
    if (line) return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
  }
  return undefined;
}
