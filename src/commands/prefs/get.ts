import { freeText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { isRow } from '../../contract/row.js';
import { valueAt } from '../../output/columns/path.js';
import { requireTextOrValue } from '../showing/open-web.js';
import { noSuchPreference, preferencesObject, readPreferences } from './preferences.js';

export const verb = defineVerb({
  details: 'Prints a string unchanged and an object as key<TAB>value lines. --json prints the value as JSON.',
  prints: 'text',
  arguments: [{ value: freeText('key'), help: 'a dotted key, such as digest.hour' }],
  examples: [
    { line: 'tracker prefs get theme', does: 'print one preference' },
    { line: 'tracker prefs get notifications.taskAssigned --json', does: 'print a group as JSON' },
  ],
  run: async (context, [key = '']) => {
    requireTextOrValue(context, 'a single preference is printed as text or with --json');
    const preferences = await readPreferences(await context.client());
    const value = valueAt(preferences, key);
    if (value === undefined) throw noSuchPreference(preferences, key);
    return isRow(value) ? { is: 'object', data: preferencesObject(value) } : { is: 'value', value };
  },
});
