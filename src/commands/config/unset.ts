import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { changeSetting, findSetting, settingNames, settingsHelp } from './known-settings.js';

export const verb = defineVerb({
  details: settingsHelp,
  prints: 'result',
  arguments: [{ value: oneOf('key', settingNames), help: 'the setting' }],
  examples: [{ line: 'tracker config unset pager', does: 'use the default pager again' }],
  run: async (context, [name = '']) => await changeSetting(context, findSetting(name), undefined),
});
