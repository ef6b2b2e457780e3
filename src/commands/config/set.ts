import { freeText, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import {
  changeSetting,
  findSetting,
  parseSetting,
  settingChoices,
  settingNames,
  settingsHelp,
} from './known-settings.js';

export const verb = defineVerb({
  details: `The value none resets a setting to its default. ${settingsHelp}`,
  prints: 'result',
  arguments: [
    { value: oneOf('key', settingNames), help: 'the setting' },
    { value: freeText('value'), help: 'its new value', wordsAfter: settingChoices, mayBeginWithDash: true },
  ],
  examples: [
    { line: 'tracker config set timeout 60', does: 'wait longer for slow servers' },
    { line: 'tracker config set pager cat', does: 'turn paging off' },
    { line: 'tracker config set editor "code --wait"', does: 'choose your editor' },
  ],
  run: async (context, [name = '', value = '']) => {
    const setting = findSetting(name);
    return await changeSetting(context, setting, value === 'none' ? undefined : parseSetting(setting, value));
  },
});
