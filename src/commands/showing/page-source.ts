import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { usageError } from '../../contract/errors.js';
import { refuseFormat } from './open-web.js';

/** Other ways to print or open a wiki page or a note. */
export const pageFlags = {
  html: toggle('--html', 'print the HTML from the server unchanged'),
  markdown: toggle('--markdown', 'print the text as Markdown'),
  web: toggle('--web', 'open its web page in the browser'),
};

/** The values of `pageFlags`. */
interface PageGiven {
  readonly html: boolean;
  readonly markdown: boolean;
  readonly web: boolean;
}

/** Throws a usage error for two of these flags, or for one with an output format. */
export function requireOneWay(context: Context, { html, markdown, web }: PageGiven): void {
  const ways = [html && '--html', markdown && '--markdown', web && '--web'].filter((each) => each !== false);
  if (ways.length > 1) throw usageError(`${ways.join(' and ')} cannot be used together`);
  if (ways[0] !== undefined) refuseFormat(context, ways[0]);
}

/**
 * Prints the HTML of a page as the server sent it (on a terminal, with control characters made visible), or as Markdown
 * (docs/requirements.md, R38). False if neither was requested.
 */
export async function printSource({ io, show }: Context, source: string, given: PageGiven): Promise<boolean> {
  if (given.markdown) {
    const { htmlToMarkdown } = await import('../../output/prose/markdown/blocks.js');
    const { givenUpWords } = await import('../../output/prose/patience.js');
    await show.text(await htmlToMarkdown(source, async () => await show.warn(givenUpWords)));
  } else if (given.html && !io.stdout.isTerminal) await show.text(source);
  else if (given.html)
    await show.text(`${(await import('../../contract/unsafe-characters.js')).cleanText(source).trimEnd()}\n`);
  return given.markdown || given.html;
}
