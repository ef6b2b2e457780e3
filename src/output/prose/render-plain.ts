import { cleanText } from '../../contract/text/unsafe-characters.js';
import { type Line, span } from '../text/span.js';
import { asciiRuler, rulerFor } from '../text/width.js';
import { wrapLong, wrapText } from '../text/wrap.js';

/** Plain text: its lines are kept, and wrapped to `width` cells, below a line that says `why` it is not formatted. */
export async function renderPlain(
  source: string,
  width: number,
  { signal, why }: { readonly signal?: AbortSignal | undefined; readonly why?: string } = {},
): Promise<readonly Line[]> {
  const text = cleanText(source.trimEnd());
  const lines = await wrapLong(await rulerFor(text.split('\n')), [span(text)], width, signal);
  return why === undefined ? lines : [...(await wrapText(asciiRuler, why, width, 'dim')), ...lines];
}
