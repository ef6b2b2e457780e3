import type { TextLook } from '../prose/node.js';
import { textWidth } from '../text/page-width.js';
import type { Line } from '../text/span.js';
import type { DetailBody } from '../view.js';

/** The long text of a detail as the server sent it. */
export function bodySource(body: DetailBody): string {
  if ('html' in body) return body.html;
  return 'markdown' in body ? body.markdown : body.plain;
}

/** The long text of a detail for a terminal; no lines if there is nothing to read. */
export async function bodyLines(
  body: DetailBody,
  look: TextLook & { readonly width: number; readonly title: string },
): Promise<readonly Line[]> {
  if (bodySource(body).trim() === '') return [];
  const width = textWidth(look.width);
  if ('markdown' in body)
    return await (await import('../prose/render-markdown.js')).renderMarkdown(body.markdown, width, look);
  const { renderHtml, renderPlain } = await import('../prose/render-html.js');
  return 'html' in body ? await renderHtml(body.html, width, look) : await renderPlain(body.plain, width);
}
