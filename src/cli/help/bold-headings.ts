import { createPaint } from '../../output/text/colour.js';
import { span } from '../../output/text/span.js';
import type { Host } from '../host.js';
import { decideColor } from '../output-choice.js';

/** The help of a command with its headings in bold, if the terminal gets colour. */
export async function boldHeadings({ argv, env }: Host, text: string): Promise<string> {
  const when = /(?:^| )--color[= ](always|never)(?: |$)/.exec(argv.join(' '))?.[1] as 'always' | 'never' | undefined;
  const paint = await createPaint(decideColor({ when, stored: undefined }, env, true));
  return text.replaceAll(headings, (heading) => paint([span(heading, 'strong')]));
}

/** Alone on their lines, or one of the words that help begins lines with; a sentence may have a colon too. */
const headings = /^(?:[A-Z][A-Za-z ]{2,24}:$|(?:Usage|Aliases|More):(?= ))/gm;
