import { isRow } from '../contract/row.js';
import type { Stored } from './stored-file.js';

/** The settings of `config.json`, below its key `settings`; what is not set, or makes no sense, is absent. */
export interface StoredSettings {
  readonly browser?: string;
  readonly color?: 'auto' | 'always' | 'never';
  readonly editor?: string;
  readonly pager?: string;
  readonly 'service-name'?: string;
  /** Seconds. */
  readonly timeout?: number;
}

export type SettingKey = keyof StoredSettings;

/** The key of the file that holds them. */
export const settingsKey = 'settings';

const isLine = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && !/[\u0000-\u001f\u007f]/.test(value);

/** Every setting there is, and whether a value can be one of it. */
export const settingChecks: Readonly<Record<SettingKey, (value: unknown) => boolean>> = {
  browser: isLine,
  color: (value) => value === 'auto' || value === 'always' || value === 'never',
  editor: isLine,
  pager: isLine,
  'service-name': isLine,
  timeout: (value) => typeof value === 'number' && value > 0 && value <= 86_400,
};

/** Reads the settings, and names those whose value makes no sense. Other keys are left to other versions. */
export function readStoredSettings(content: Stored): {
  readonly stored: StoredSettings;
  readonly ignored: readonly string[];
} {
  const found = isRow(content[settingsKey]) ? content[settingsKey] : {};
  const given = Object.entries(settingChecks).filter(([key]) => Object.hasOwn(found, key));
  const good = given.filter(([key, isGood]) => isGood(found[key]));
  return {
    // Each value was checked to be one of its key.
    stored: Object.fromEntries(good.map(([key]) => [key, found[key]])) as StoredSettings,
    ignored: given.filter(([key, isGood]) => !isGood(found[key])).map(([key]) => key),
  };
}
