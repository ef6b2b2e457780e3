import { defineVerb } from '../../args/verb.js';
import { preferencesObject, readPreferences } from './preferences.js';

export const verb = defineVerb({
  details: [
    'Preferences you have not set show their defaults. In a pipe, the output is key<TAB>value lines with dotted keys. --json',
    'prints the object.',
  ].join('\n'),
  prints: 'object',
  examples: [
    { line: 'tracker prefs list', does: 'list all preferences' },
    { line: 'tracker prefs list --json | jq .notifications', does: 'use it in a script' },
  ],
  run: async (context) => {
    const client = await context.client();
    return { is: 'object', data: preferencesObject(await readPreferences(client)) };
  },
});
