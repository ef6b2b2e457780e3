import { toggle } from '../args/flag.js';
import type { Context } from '../context.js';
import { usageError } from '../errors.js';
import { refuseFormat } from './open-web.js';

/** The other ways to have a wiki page or a note than set for reading. */
export const pageFlags = {
  html: toggle('--html', "the server's HTML, as it is"),
  markdown: toggle('--markdown', 'the text as markdown'),
  web: toggle('--web', 'open its web page instead'),
};

/** What `pageFlags` were given. */
export interface PageGiven {
  readonly html: boolean;
  readonly markdown: boolean;
  readonly web: boolean;
}

/** Refuses two ways at once, and one of them beside a format, as usage errors. */
export function requireOneWay(context: Context, { html, markdown, web }: PageGiven): void {
  const ways = [html && '--html', markdown && '--markdown', web && '--web'].filter((each) => each !== false);
  if (ways.length > 1) throw usageError(`${ways.join(' and ')} cannot be used together`);
  if (ways[0] !== undefined) refuseFormat(context, ways[0]);
}

/**
 * Prints the HTML of a page as the server sent it, at a terminal with every control made visible, or as markdown
 * (docs/requirements.md, R38). False where neither is asked for.
 */
export async function printSource({ io, show }: Context, source: string, given: PageGiven): Promise<boolean> {
  if (given.markdown) {
    const { htmlToMarkdown } = await import('../output/prose/html-to-markdown.js');
    await show.text(htmlToMarkdown(source));
  } else if (given.html && !io.stdout.isTerminal) await show.text(source);
  else if (given.html) await show.text(`${(await import('../output/text/clean.js')).cleanText(source).trimEnd()}\n`);
  return given.markdown || given.html;
}
