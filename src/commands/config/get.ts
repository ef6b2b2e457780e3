import { defineVerb } from '../../args/verb.js';
import { toJson } from '../../output/data/json.js';
import { cleanText } from '../../output/text/clean.js';
import { requireTextOrJson } from '../own-format.js';
import { findSetting, settingNames, settingsHelp, storedValue } from './known-settings.js';

export const verb = defineVerb({
  details: `Prints what config.json says, else the default. ${settingsHelp}`,
  arguments: [{ usage: '<key>', help: 'a setting', choices: settingNames }],
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
