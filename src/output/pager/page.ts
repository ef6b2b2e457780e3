import type { ShowParts } from '../show.js';
import { defaultPager, type Pieces } from './spawn-pager.js';

/** What decides between the pager and plain output. */
export type PageParts = Pick<ShowParts, 'io' | 'spawnPager'> & {
  readonly choice: Pick<ShowParts['choice'], 'pager'>;
  readonly env: Pick<ShowParts['env'], 'pager'>;
};

/**
 * Shows text through the pager if there is one, or else writes it to stdout. Text that fits is not paged; its first line must stay
 * on the screen above a line about it and the next prompt.
 */
export async function page(
  { io, choice, env, spawnPager }: PageParts,
  text: Pieces,
  paged?: () => Promise<string>,
): Promise<void> {
  const { stdout } = io;
  const command = env.pager ?? defaultPager;
  const isWanted = stdout.isTerminal && choice.pager && command.trim() !== '' && command.trim() !== 'cat';
  if (isWanted && (await isLongerThan(text, stdout.rows() - 2))) {
    const spawn = spawnPager ?? (await import('./spawn-pager.js')).spawnPager;
    if (await spawn(command, paged ? [await paged()] : text)) return;
  }
  for await (const piece of text) await stdout.write(piece);
}

async function isLongerThan(text: Pieces, lines: number): Promise<boolean> {
  let count = 0;
  for await (const piece of text) {
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) {
      count += 1;
      if (count > lines) return true;
    }
  }
  return false;
}
