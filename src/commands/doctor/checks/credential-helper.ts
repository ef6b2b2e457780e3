import type { Context } from '../../../args/context.js';
import { DamagedFile } from '../../../config/stored-file.js';
import { TrackerError } from '../../../contract/errors.js';
import { broken, type Finding, ok, warning } from './environment.js';

const check = 'credential-helper';

/** Which helper has the keys of tokens, and whether it answers; nothing where none is set or needed. */
export async function checkHelper({ settings, servers }: Context): Promise<readonly Finding[]> {
  try {
    if (!(await servers.vault.needsHelper())) return [];
    const { openKeys, trialUrl } = await import('../../../auth/helper/keys.js');
    const { helperSetting, helpersIn, keptItems } = await import('../../../auth/helper/sealed.js');
    const helper = helperSetting(await settings.config.read());
    const stored = await settings.credentials.read();
    const places = helpersIn(stored);
    const keys = openKeys(settings.env);
    for (const { helper, url } of places)
      if (!(await keys.find(helper, url)))
        return [broken(check, `docker-credential-${helper} has no key for ${url}`, `tracker login ${url}`)];
    if (helper !== undefined && places.length === 0) await keys.find(helper, trialUrl);
    const items = keptItems(stored);
    const others = items.filter(({ kept }) => ('token' in kept ? undefined : kept.helper) !== helper);
    const names = [...new Set([helper, ...places.map((each) => each.helper)])].filter((each) => each !== undefined);
    const detail = `${names.map((each) => `docker-credential-${each}`).join(', ')} answers`;
    if (others.length === 0) return [ok(check, `${detail}; encrypted tokens: ${items.length}`)];
    const remedy = helper === undefined ? `tracker config unset ${check}` : `tracker config set ${check} ${helper}`;
    return [warning(check, `${detail}; tokens that are not kept as ${check} says: ${others.length}`, remedy)];
  } catch (error) {
    // That is found by the checks of files.
    if (error instanceof DamagedFile) return [];
    if (!(error instanceof TrackerError)) throw error;
    return [broken(check, error.message, error.hint)];
  }
}
