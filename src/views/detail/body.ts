import type { DetailBody, JsonObject } from '../../output/view.js';
import { textOf } from '../read-row.js';

/** The text of a page or a note: its HTML, else the plain text that servers without HTML send. */
export function htmlBody(row: JsonObject): { readonly body: DetailBody } | undefined {
  const html = textOf(row, 'bodyHtml');
  if (html !== undefined) return { body: { key: 'bodyHtml', html } };
  const plain = textOf(row, 'body', 'text', 'content');
  return plain === undefined ? undefined : { body: { key: 'body', plain } };
}
