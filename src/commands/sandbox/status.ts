import { defineVerb } from '../../args/verb.js';
import { dataFlag } from './flags.js';
import { findPlace, findRunningAt } from './place.js';

export const verb = defineVerb({
  prints: 'object',
  flags: { data: dataFlag },
  examples: [
    { line: 'tracker sandbox status', does: 'check whether it is running' },
    { line: 'tracker sandbox status --json | jq .running', does: 'use it in a script' },
  ],
  run: async (context, _args, { data }) => {
    const place = findPlace(context, data);
    const running = findRunningAt(context, place);
    const facts = {
      running: running !== undefined,
      url: running?.url ?? null,
      process: running?.process ?? null,
      since: running?.since ?? null,
      seed: running?.seed ?? null,
      shape: running?.shape ?? null,
      data: running?.memory ? null : place.folder,
    };
    return {
      is: 'object',
      data: {
        object: facts,
        fields: Object.entries(facts).map(([key, value]) => ({
          key,
          label: key[0]?.toUpperCase() + key.slice(1),
          value,
        })),
        quiet: running?.url ?? '',
        ...(!running && {
          human: () => [`The sandbox is not running. Its data: ${place.folder}`, 'To start it: tracker sandbox start'],
        }),
      },
    };
  },
});
