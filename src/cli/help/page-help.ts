import { resolveSettings, withStoredSettings } from '../../config/settings.js';
import { page } from '../../output/pager.js';
import { firstSet } from '../../terminal/programs/launch.js';
import type { Host } from '../host.js';

/**
 * Shows help that is longer than the screen in the pager from the environment or the settings. Problems with files or folders
 * never keep it from being shown (docs/requirements.md, R65 and R67).
 */
export async function pageHelp(host: Host, text: string): Promise<void> {
  const { argv, env, io } = host;
  const pager = firstSet(env.TRACKER_PAGER, env.PAGER) ?? (await storedPager(host));
  await page(
    {
      io,
      choice: { pager: !argv.includes('--no-pager') },
      env: { pager },
      spawnPager: async (command, given) => {
        const { spawnPager } = await import('../../output/pager.js');
        return await host.yieldInterrupts(() => spawnPager(command, given));
      },
    },
    [text],
  );
}

async function storedPager(host: Host): Promise<string | undefined> {
  try {
    return (await withStoredSettings(resolveSettings({ ...host, flags: {} }), {})).settings.stored.pager;
  } catch {
    return undefined;
  }
}
