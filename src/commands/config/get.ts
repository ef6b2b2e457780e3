import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { readStoredSettings } from '../../config/stored-settings.js';
import { requireTextOrValue } from '../showing/open-web.js';
import { findSetting, settingNames, settingsHelp } from './known-settings.js';

export const verb = defineVerb({
  details: `Prints the value from config.json or, if it is not set there, the default. ${settingsHelp}`,
  prints: 'text',
  arguments: [{ value: oneOf('key', settingNames), help: 'the setting' }],
  examples: [{ line: 'tracker config get timeout', does: 'print the timeout' }],
  run: async ({ show, settings }, [name = '']) => {
    const { key, initial } = findSetting(name);
    requireTextOrValue({ show }, 'a single setting is printed as text or with --json');
    const { stored } = readStoredSettings(await settings.config.read());
    return { is: 'value', value: stored[key] ?? initial };
  },
});
