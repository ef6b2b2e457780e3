import { ageIn } from '../contract/age.js';
import { objectAt } from '../contract/row.js';
import type { StoredObject } from './stored-file.js';

/** Keys in `config.json`. */
export const [settingsKey, aliasesKey] = ['settings', 'aliases'] as const;

/** How long a public reply can be taken back in triage, and the longest that can be set (seconds). */
export const [usualReplyDelay, longestReplyDelay] = [5, 30];

/** How much is kept of what is read, unless something else is set. */
export const usualMemorySize = '200M';

/** How many bytes a size like `500M` or `1G` is; NaN if it is none. */
export function bytesOf(size: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([MG])$/.exec(size) ?? [];
  return Number(number) * (unit === 'G' ? 2 ** 30 : 2 ** 20);
}

/** The least and the most that can be set. */
export const [leastMemorySize, mostMemorySize] = ['10M', '100G'];

/** The command that makes the memory larger than it may be now, with what it does. */
export function howToKeepMore(stored: { readonly 'memory-size'?: string | undefined }): string {
  const size = stored['memory-size'] ?? usualMemorySize;
  const next = bytesOf(size) < bytesOf('1G') ? '1G' : mostMemorySize;
  return `to keep more than ${size}: tracker config set memory-size ${next}`;
}

const isLine = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !/[\u0000-\u001f\u007f]/.test(value);

const isSwitch = (value: unknown): value is 'on' | 'off' => value === 'on' || value === 'off';

/** One to nine names or flags, separated by commas. */
const tabs = /^[^,]*[^,\s][^,]*(?:,[^,]*[^,\s][^,]*){0,8}$/;

/** Every setting, with a check of its value. */
export const settingChecks = {
  accessible: isSwitch,
  /** What known agents may do: full, propose or read; any other word counts as read, so that none counts as unset. */
  agents: isLine,
  bell: isSwitch,
  browser: isLine,
  color: (value: unknown): value is 'auto' | 'always' | 'never' =>
    value === 'auto' || value === 'always' || value === 'never',
  /** The NAME of the program `docker-credential-NAME`. */
  'credential-helper': (value: unknown): value is string => isLine(value) && /^[a-z0-9._-]{1,100}$/.test(value),
  /** Such as `8:00`. */
  'day-starts': (value: unknown): value is string => isLine(value) && /^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(value),
  editor: isLine,
  /** Such as `30s`. */
  'max-age': (value: unknown): value is string => isLine(value) && ageIn(value) !== undefined,
  memory: isSwitch,
  /** Such as `1G`. */
  'memory-size': (value: unknown): value is string =>
    isLine(value) && bytesOf(value) >= bytesOf(leastMemorySize) && bytesOf(value) <= bytesOf(mostMemorySize),
  /** Such as `mon-fri 9-17`. */
  'office-hours': isLine,
  pager: isLine,
  queue: isSwitch,
  /** Seconds. */
  'reply-delay': (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= longestReplyDelay,
  /** Such as `urgent=1h,high=4h`. */
  'response-target': isLine,
  'service-name': isLine,
  /** Seconds. */
  timeout: (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= 86_400,
  'triage-after': (value: unknown): value is 'stay' | 'next' => value === 'stay' || value === 'next',
  /** Such as `Overdue, --waiting, -s open`. */
  'triage-tabs': (value: unknown): value is string => isLine(value) && tabs.test(value),
};

export type SettingKey = keyof typeof settingChecks;

/** The settings under the key `settings` of `config.json`. A setting that is not set, or invalid, is absent. */
export type StoredSettings = {
  readonly [K in SettingKey]?: (typeof settingChecks)[K] extends (value: unknown) => value is infer T ? T : never;
};

/** Reads the settings, and names those with invalid values. Unknown keys are ignored; another version may use them. */
export function readStoredSettings(content: StoredObject) {
  const found = objectAt(content, settingsKey);
  const given = Object.entries(settingChecks).filter(([key]) => Object.hasOwn(found, key));
  const good = given.filter(([key, isGood]) => isGood(found[key]));
  return {
    // Each value has passed the check of its key.
    stored: Object.fromEntries(good.map(([key]) => [key, found[key]])) as StoredSettings,
    ignored: given.filter(([key, isGood]) => !isGood(found[key])).map(([key]) => key),
  };
}

/** What each alias stands for: words after `tracker`, or a shell command after a `!`. */
export type Aliases = ReadonlyMap<string, string>;

/** The aliases in the content of `config.json`. What is not a text is left out. */
export function readAliases(content: StoredObject): Aliases {
  const found = Object.entries(objectAt(content, aliasesKey));
  return new Map(found.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Whether an alias stands for a shell command. */
export function isForShell(text: string): boolean {
  return text.startsWith('!');
}
