import type { Context } from '../../context.js';
import { type KnownSetting, overriding, withSetting } from './known-settings.js';

/**
 * Stores a setting, or takes it out, and says so; warns where an environment variable wins over it. Throws `failed` where
 * the file cannot be written or is damaged, and then it is what it was.
 */
export async function changeSetting(
  { settings, show }: Context,
  setting: KnownSetting,
  value: string | number | undefined,
): Promise<void> {
  const { key, initial } = setting;
  await settings.config.update((content) => withSetting(content, key, value));
  const variable = value === undefined ? undefined : overriding(setting, settings.env);
  if (variable !== undefined) await show.warn(`${variable} is set, and wins over the setting ${key}`);
  const unset = initial === '' ? `${key} is unset.` : `${key} is ${initial} again, the default.`;
  const sentence = value === undefined ? unset : `${key} is ${value} now.`;
  await show.result(sentence, { key, value: value ?? initial }, key);
}
