import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { cleanText } from '../../output/clean.js';
import { toJson } from '../../output/json.js';
import { requireTextOrJson } from '../own-format.js';
import { findSetting, settingNames, settingsHelp, storedValue } from './known-settings.js';

export const verb = defineVerb({
  details: `Prints what config.json says, else the default. ${settingsHelp}`,
  prints: 'text',
  arguments: [{ value: oneOf('key', settingNames), help: 'a setting' }],
  flags: {},
  examples: [{ line: 'tracker config get timeout', does: 'one setting' }],
  run: async ({ show, settings, io }, [name = '']) => {
    const { key, initial } = findSetting(name);
    requireTextOrJson({ show }, 'a single setting is printed as text or with --json');
    const value = storedValue(await settings.config.read(), key) ?? initial;
    const text = show.isJson ? toJson(value) : String(value);
    await show.text(`${io.stdout.isTerminal ? cleanText(text) : text}\n`);
  },
});
