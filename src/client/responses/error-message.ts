import { isRow, textOf } from '../../contract/row.js';

const longestMessage = 400;

/** The message of an error body, in one line: `message`, `error`, or `error.message`; undefined if there is none. */
export function messageOf(body: unknown): string | undefined {
  if (!isRow(body)) return undefined;
  const text =
    textOf(body.message) ?? textOf(body.error) ?? (isRow(body.error) ? textOf(body.error.message) : undefined);
  const line = text?.trim().replace(/\s+/g, ' ');
  if (!line) return undefined;
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}
