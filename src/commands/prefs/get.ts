import { freeText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { isRow } from '../../contract/row.js';
import { valueAt } from '../../output/columns/path.js';
import { requireTextOrValue } from '../own-format.js';
import { noSuchPreference, preferencesObject, readPreferences } from './preferences.js';

export const verb = defineVerb({
  details: 'A text is printed as it is, an object as key<TAB>value lines. --json prints the value as JSON.',
  prints: 'text',
  arguments: [{ value: freeText('key'), help: 'a dotted key, such as digest.hour' }],
  flags: {},
  examples: [
    { line: 'tracker prefs get theme', does: 'one value' },
    { line: 'tracker prefs get notifications.taskAssigned --json', does: 'a part of them' },
  ],
  run: async (context, [key = '']) => {
    const { show } = context;
    requireTextOrValue(context, 'a single preference is printed as text or with --json');
    const preferences = await readPreferences(await context.client());
    const value = valueAt(preferences, key);
    if (value === undefined) throw noSuchPreference(preferences, key);
    if (isRow(value)) return await show.object(preferencesObject(value));
    await show.value(value);
  },
});
