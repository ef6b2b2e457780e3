import type { Context } from '../../args/context.js';
import { listWords } from '../../args/flag.js';
import { usualDayStart } from '../../args/moment.js';
import type { Env } from '../../config/folders.js';
import type { StoredObject } from '../../config/stored-file.js';
import {
  leastMemorySize,
  longestReplyDelay,
  mostMemorySize,
  type SettingKey,
  settingChecks,
  settingsKey,
  usualMemorySize,
  usualReplyDelay,
} from '../../config/stored-settings.js';
import { accessLevels } from '../../contract/allowed.js';
import { usageError } from '../../contract/errors.js';
import { objectAt } from '../../contract/row.js';
import { defaultPager } from '../../output/pager.js';
import type { VerbResult } from '../../output/shown.js';
import { nearest } from '../../output/text/nearest.js';

interface KnownSetting {
  readonly key: SettingKey;
  readonly help: string;
  /** What a value looks like, for usage errors; the words it may be, if they are few. */
  readonly takes: string | readonly string[];
  readonly initial: string | number;
  /** The form that it must have, if that is not checked wherever it is read. */
  readonly form?: RegExp;
  /** Environment variables that override it, in order of precedence. */
  readonly variables?: readonly string[];
}

const day = '(?:mon|tue|wed|thu|fri|sat|sun)';
const days = `${day}(?:-${day})?`;
const time = '(?:[01]?\\d|2[0-4])(?::[0-5]\\d)?';

const offAtFirst = { takes: ['on', 'off'], initial: 'off' } as const;

const known: Readonly<Record<SettingKey, Omit<KnownSetting, 'key'>>> = {
  accessible: {
    help: 'on or off: output for screen readers, as with --accessible',
    ...offAtFirst,
    variables: ['ACCESSIBLE'],
  },
  agents: {
    help: 'full, propose or read: what known agents may do; with propose, a person decides what is sent',
    takes: accessLevels,
    form: new RegExp(`^(?:${accessLevels.join('|')})$`),
    initial: 'full',
  },
  bell: {
    help: 'on or off: with accessible output, ring the terminal bell when something that took over 2 s is done',
    ...offAtFirst,
  },
  browser: {
    help: "command that opens web pages; %s stands for the URL (default: the system's browser)",
    takes: 'a command',
    initial: '',
    variables: ['BROWSER'],
  },
  color: {
    help: 'auto, always or never; --color overrides it',
    takes: ['auto', 'always', 'never'],
    initial: 'auto',
    variables: ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE'],
  },
  'credential-helper': {
    help: 'NAME of a program docker-credential-NAME that keeps the key with which tokens are encrypted',
    takes: 'the NAME of a program docker-credential-NAME: a to z, 0 to 9, dot, - and _',
    initial: '',
  },
  'day-starts': {
    help: 'the time of day at which a ticket put off until a day comes back',
    takes: 'a time such as 8:00',
    initial: usualDayStart,
  },
  editor: {
    help: 'command that opens when you write a text',
    takes: 'a command',
    initial: 'vi',
    variables: ['TRACKER_EDITOR', 'VISUAL', 'EDITOR'],
  },
  'max-age': {
    help: 'show what was read within this time, without asking the server; 0 always asks',
    takes: 'an age such as 30s, 10m or 1h',
    initial: '0',
    variables: ['TRACKER_MAX_AGE'],
  },
  memory: {
    help: 'on or off: keep what was read, for --offline and faster starts; off also removes it',
    takes: ['on', 'off'],
    initial: 'on',
  },
  'memory-size': {
    help: 'how much of what is read is kept, over all accounts; what is finished and least used goes first',
    takes: `a size from ${leastMemorySize} to ${mostMemorySize}, such as 500M or 1G`,
    initial: usualMemorySize,
  },
  'office-hours': {
    help: 'when the time of response-target is counted, in local time (default: always)',
    takes: 'days and hours such as mon-fri 9-17 or mon,wed 9:00-12:30',
    form: new RegExp(`^${days}(?:,${days})* ${time}-${time}$`, 'i'),
    initial: '',
  },
  pager: {
    help: 'command that shows output longer than the screen; cat turns paging off',
    takes: 'a command',
    initial: defaultPager,
    variables: ['TRACKER_PAGER', 'PAGER'],
  },
  queue: {
    help: 'on or off: use --queue for every command that writes',
    ...offAtFirst,
  },
  'reply-delay': {
    help: 'seconds in which you can take back a public reply in triage; 0 sends it at once',
    takes: `a number of seconds from 0 to ${longestReplyDelay}`,
    initial: usualReplyDelay,
  },
  'response-target': {
    help: 'how long tickets of a priority may wait for an answer, shown in triage and by tickets list --sort target',
    takes: 'priorities with times such as urgent=1h,high=4h or normal=1h30m',
    form: /^[\p{L}\d _-]+=(?=\d)(?:\d{1,4}h)?(?:\d{1,4}m)?(?:,[\p{L}\d _-]+=(?=\d)(?:\d{1,4}h)?(?:\d{1,4}m)?)*$/u,
    initial: '',
  },
  'service-name': {
    help: 'the service name a server must report at sign-in',
    takes: 'a name',
    initial: 'tracker',
    variables: ['TRACKER_SERVICE_NAME'],
  },
  timeout: {
    help: 'seconds to wait for a silent server; --timeout overrides it',
    takes: 'a number of seconds above 0',
    initial: 30,
  },
  'triage-after': {
    help: 'stay or next: where triage goes after every decision; if unset, on to the next once nobody is waiting any longer',
    takes: ['stay', 'next'],
    initial: '',
  },
  'triage-tabs': {
    help: 'the lists that 1 to 9 open in triage: saved views or flags of triage, separated by commas',
    takes: "up to nine saved views or flags, separated by commas, such as 'Overdue, --waiting, -s open'",
    initial: '',
  },
};

/** The names of all settings, for completion and messages. */
export const settingNames = Object.keys(known) as readonly SettingKey[];

export const knownSettings: readonly KnownSetting[] = settingNames.map((key) => ({ key, ...known[key] }));

/** The allowed values of settings that have just a few, for completion. */
export const settingChoices: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  knownSettings.flatMap(({ key, takes }) => (typeof takes === 'string' ? [] : [[key, takes]])),
);

export const settingsHelp: string = [
  'Flags override the environment, which overrides these settings:',
  ...knownSettings.map(({ key, help }) => `${key}: ${help}.`),
].join('\n\n');

/** The setting with this name. Throws a usage error that suggests the one that was probably meant. */
export function findSetting(name: string): KnownSetting {
  const found = knownSettings.find(({ key }) => key === name);
  if (found) return found;
  const meant = nearest(name, settingNames);
  const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`;
  throw usageError(
    `unknown setting ${JSON.stringify(name.slice(0, 60))}${suggestion}`,
    `known: ${settingNames.join(', ')}`,
  );
}

/** Parses the value of a setting. Throws a usage error. */
export function parseSetting({ key, takes, initial, form }: KnownSetting, text: string): string | number {
  const value = typeof initial === 'number' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (settingChecks[key](value) && (!form || form.test(text))) return value;
  const taken = typeof takes === 'string' ? takes : listWords(takes);
  throw usageError(`${key} takes ${taken}, not ${JSON.stringify(text.slice(0, 60))}`);
}

/** The content of the file with a setting changed or removed and everything else kept. */
function withSetting(content: StoredObject, key: SettingKey, value: string | number | undefined): StoredObject {
  const { [key]: _, ...others } = objectAt(content, settingsKey);
  if (value !== undefined) return { ...content, [settingsKey]: { ...others, [key]: value } };
  const { [settingsKey]: before, ...rest } = content;
  if (Object.keys(others).length > 0) return { ...content, [settingsKey]: others };
  return before === undefined ? content : rest;
}

/** The environment variable that overrides the setting; undefined if none does. */
export function overriding({ variables = [] }: KnownSetting, env: Env): string | undefined {
  return variables.find((name) => env[name]?.trim());
}

/** Stores or unsets a setting; warns if a variable overrides it. Throws `failed`, and leaves the file unchanged. */
export async function changeSetting(
  context: Context,
  setting: KnownSetting,
  value: string | number | undefined,
): Promise<VerbResult> {
  const { settings, show } = context;
  const { key, initial } = setting;
  const change = (content: StoredObject): StoredObject => withSetting(content, key, value);
  if (key === 'credential-helper') await (await import('./change-helper.js')).changeHelper(context, value, change);
  else await settings.config.update(change);
  if (key === 'memory' && value === 'off')
    (await import('../../client/state/remove-account.js')).removeAnswers(settings.folders.cache());
  const variable = value === undefined ? undefined : overriding(setting, settings.env);
  if (variable !== undefined) await show.warn(`${variable} is set and overrides the setting ${key}`);
  const unset = initial === '' ? `Unset ${key}.` : `Reset ${key} to its default, ${initial}.`;
  const sentence = value === undefined ? unset : `Set ${key} to ${value}.`;
  return { is: 'result', sentence, object: { key, value: value ?? initial }, quiet: key };
}
