import { freeText, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { changeSetting } from './change.js';
import { findSetting, parseSetting, settingChoices, settingNames, settingsHelp } from './known-settings.js';

export const verb = defineVerb({
  details: `The value none goes back to the default. ${settingsHelp}`,
  prints: 'result',
  arguments: [
    { value: oneOf('key', settingNames), help: 'a setting' },
    { value: freeText('value'), help: 'what it is to be', wordsAfter: settingChoices },
  ],
  flags: {},
  examples: [
    { line: 'tracker config set timeout 60', does: 'be patient' },
    { line: 'tracker config set pager cat', does: 'no pager' },
    { line: 'tracker config set editor "code --wait"', does: 'your editor' },
  ],
  run: async (context, [name = '', value = '']) => {
    const setting = findSetting(name);
    await changeSetting(context, setting, value === 'none' ? undefined : parseSetting(setting, value));
  },
});
