import type { Context } from '../../args/context.js';
import { type KnownSetting, overriding, withSetting } from './known-settings.js';

/**
 * Stores or unsets a setting and says so; warns if an environment variable overrides it. Throws `failed` if the file cannot be
 * written or is damaged, and leaves it unchanged.
 */
export async function changeSetting(
  { settings, show }: Context,
  setting: KnownSetting,
  value: string | number | undefined,
): Promise<void> {
  const { key, initial } = setting;
  await settings.config.update((content) => withSetting(content, key, value));
  const variable = value === undefined ? undefined : overriding(setting, settings.env);
  if (variable !== undefined) await show.warn(`${variable} is set and overrides the setting ${key}`);
  const unset = initial === '' ? `Unset ${key}.` : `Reset ${key} to its default, ${initial}.`;
  const sentence = value === undefined ? unset : `Set ${key} to ${value}.`;
  await show.result(sentence, { key, value: value ?? initial }, key);
}
