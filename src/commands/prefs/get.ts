import { freeText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { isRow } from '../../contract/row.js';
import { cleanText } from '../../output/clean.js';
import { dataText, toJson } from '../../output/json.js';
import { valueAt } from '../../output/path.js';
import { requireTextOrJson } from '../own-format.js';
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
    const { show, io } = context;
    requireTextOrJson(context, 'a single preference is printed as text or with --json');
    const preferences = await readPreferences(await context.client());
    const value = valueAt(preferences, key);
    if (value === undefined) throw noSuchPreference(preferences, key);
    if (isRow(value)) return await show.object(preferencesObject(value));
    if (show.isJson) return await show.text(`${toJson(value)}\n`);
    const text = dataText(value);
    await show.text(`${io.stdout.isTerminal ? cleanText(text) : text}\n`);
  },
});
