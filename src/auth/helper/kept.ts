import { loadStored, type StoredObject } from '../../config/stored-file.js';
import { settingsKey } from '../../config/stored-settings.js';
import { attempt } from '../../contract/errors.js';
import { objectAt } from '../../contract/row.js';
import { helperKey, type Keep, type KeptTokens, type SealedTokens, type SignInFiles } from './form.js';

/** Tokens as they are; what a helper is needed for is loaded late. */
export function openKeptTokens(files: SignInFiles): KeptTokens {
  const { config, credentials } = files;
  let opened: Promise<SealedTokens> | undefined;
  const sealed = () => (opened ??= import('./sealed.js').then(({ openSealedTokens }) => openSealedTokens(files)));
  /** Whether a helper is set; undefined if the file cannot be read. */
  const isSet = (content: StoredObject | undefined): boolean | undefined =>
    content && objectAt(content, settingsKey)[helperKey] !== undefined;
  const isSetAtStart = async (): Promise<boolean> => isSet(await config.read().catch(() => ({}))) ?? false;
  return {
    open: async (kept, belonging) => ('token' in kept ? kept.token : (await sealed()).open(kept, belonging)),
    async store(url, change, options) {
      let isDue = false;
      const plainly: Keep = (token) => {
        isDue = isSet(attempt(() => loadStored(config.path))) !== false;
        if (isDue) throw new Error();
        return { token };
      };
      try {
        await credentials.update((stored) => change(stored, plainly), options);
      } catch (error) {
        if (!isDue) throw error;
        await (await sealed()).store(url, change, options);
      }
    },
    async warm(url) {
      if (await isSetAtStart()) await (await sealed()).warm(url);
    },
    isSet: isSetAtStart,
    sealed,
  };
}
