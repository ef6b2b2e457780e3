import type { Env } from '../../config/folders.js';
import type { Stored } from '../../config/stored-file.js';
import { readStoredSettings, type SettingKey, settingChecks, settingsKey } from '../../config/stored-settings.js';
import { isRow } from '../../contract/row.js';
import { usageError } from '../../errors.js';
import { defaultPager } from '../../output/pager/spawn-pager.js';
import { nearest } from '../../output/text/nearest.js';

/** What a person has to know about one setting. */
export interface KnownSetting {
  readonly key: SettingKey;
  readonly help: string;
  /** What a value looks like, for usage errors. */
  readonly takes: string;
  /** The values, where they are a few words. */
  readonly choices?: readonly string[];
  readonly initial: string | number;
  /** Environment variables that win over it, the first that is set. */
  readonly variables: readonly string[];
}

export const knownSettings: readonly KnownSetting[] = [
  {
    key: 'browser',
    help: "command that opens web pages; %s is the address (default: the system's own)",
    takes: 'a command',
    initial: '',
    variables: ['BROWSER'],
  },
  {
    key: 'color',
    help: 'auto, always or never; --color wins',
    takes: 'auto, always or never',
    choices: ['auto', 'always', 'never'],
    initial: 'auto',
    variables: ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE'],
  },
  {
    key: 'editor',
    help: 'command for writing texts',
    takes: 'a command',
    initial: 'vi',
    variables: ['TRACKER_EDITOR', 'VISUAL', 'EDITOR'],
  },
  {
    key: 'pager',
    help: 'command for what is longer than the screen; cat for none',
    takes: 'a command',
    initial: defaultPager,
    variables: ['TRACKER_PAGER', 'PAGER'],
  },
  {
    key: 'service-name',
    help: 'the name a server must give at a sign-in',
    takes: 'a name',
    initial: 'tracker',
    variables: ['TRACKER_SERVICE_NAME'],
  },
  {
    key: 'timeout',
    help: 'seconds to wait for a silent server; --timeout wins',
    takes: 'a number of seconds above 0',
    initial: 30,
    variables: [],
  },
];

/** Their names, for completion and messages. */
export const settingNames: readonly string[] = knownSettings.map(({ key }) => key);

/** The values of the settings that have only a few, for completion. */
export const settingChoices: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  knownSettings.flatMap(({ key, choices }) => (choices ? [[key, choices]] : [])),
);

/** What the help says about the settings. */
export const settingsHelp: string = [
  'Flags win over the environment, and that over these settings:',
  ...knownSettings.map(({ key, help }) => `${key}: ${help}.`),
].join('\n\n');

/** The setting with this name. Throws a usage error with the one that was probably meant. */
export function findSetting(name: string): KnownSetting {
  const found = knownSettings.find(({ key }) => key === name);
  if (found) return found;
  const meant = nearest(name, settingNames);
  const told = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw usageError(
    `there is no setting ${JSON.stringify(name.slice(0, 60))}${told}`,
    `known: ${settingNames.join(', ')}`,
  );
}

/** The value a text stands for. Throws a usage error. */
export function parseSetting({ key, takes, initial }: KnownSetting, text: string): string | number {
  const value = typeof initial === 'number' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (settingChecks[key](value)) return value;
  throw usageError(`${key} takes ${takes}, not ${JSON.stringify(text.slice(0, 60))}`);
}

/** What the file says of a setting; undefined where it says nothing that makes sense. */
export function storedValue(content: Stored, key: SettingKey): string | number | undefined {
  return readStoredSettings(content).stored[key];
}

/** The content of the file with a setting changed, or taken out; whatever else stands there is kept. */
export function withSetting(content: Stored, key: SettingKey, value: string | number | undefined): Stored {
  const { [key]: _, ...others } = isRow(content[settingsKey]) ? content[settingsKey] : {};
  if (value !== undefined) return { ...content, [settingsKey]: { ...others, [key]: value } };
  const { [settingsKey]: before, ...rest } = content;
  if (Object.keys(others).length > 0) return { ...content, [settingsKey]: others };
  return before === undefined ? content : rest;
}

/** The environment variable that wins over the setting; undefined where none does. */
export function overriding({ variables }: KnownSetting, env: Env): string | undefined {
  return variables.find((name) => env[name]);
}
