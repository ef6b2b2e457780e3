import type { DetailBody, JsonObject } from '../../output/view.js';
import { textOf } from '../read-row.js';

/** The text of a page or note: its HTML, or the plain text of servers that send no HTML. */
export function htmlBody(row: JsonObject): { readonly body: DetailBody } | undefined {
  const html = textOf(row, 'bodyHtml');
  if (html !== undefined) return { body: { key: 'bodyHtml', html } };
  const plain = textOf(row, 'body', 'text', 'content');
  return plain === undefined ? undefined : { body: { key: 'body', plain } };
}
