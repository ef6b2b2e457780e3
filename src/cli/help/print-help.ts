import { page } from '../../output/pager.js';
import { createPaint, span } from '../../output/text/span.js';
import { firstSet } from '../../terminal/programs/first-set.js';
import { storedSettings } from '../accessible.js';
import type { Host } from '../host.js';
import { decideColor } from '../output-choice.js';

/** Prints help on a terminal, in the pager if it is longer than the screen. */
export async function printHelp(host: Host, text: string): Promise<void> {
  const { stdout } = host.io;
  const shown = await boldHeadings(host, text);
  if (text.split('\n').length <= stdout.rows()) await stdout.write(shown);
  else await pageHelp(host, shown);
}

/** The help of a command with its headings in bold, if the terminal gets colour. */
async function boldHeadings({ argv, env }: Host, text: string): Promise<string> {
  const when = /(?:^| )--color[= ](always|never)(?: |$)/.exec(argv.join(' '))?.[1] as 'always' | 'never' | undefined;
  const paint = await createPaint(decideColor({ when, stored: undefined }, env, true));
  return text.replaceAll(headings, (heading) => paint([span(heading, 'strong')]));
}

/** Alone on their lines, or one of the words that help begins lines with; a sentence may have a colon too. */
const headings = /^(?:[A-Z][A-Za-z ]{2,24}:$|(?:Usage|Aliases|More):(?= ))/gm;

/**
 * Shows help that is longer than the screen in the pager from the environment or the settings. Problems with files or folders
 * never keep it from being shown (docs/requirements.md, R65 and R67).
 */
async function pageHelp(host: Host, text: string): Promise<void> {
  const { argv, io } = host;
  const settings = await storedSettings(host);
  const { env = host.env, stored } = settings ?? {};
  await page(
    {
      io,
      choice: { pager: !argv.includes('--no-pager') && !env.ACCESSIBLE },
      env: { pager: firstSet(env.TRACKER_PAGER, env.PAGER, stored?.pager) },
      spawnPager: (command, given) =>
        host.yieldInterrupts(async () => (await import('../../output/spawn-pager.js')).spawnPager(command, given)),
    },
    [text],
  );
}
