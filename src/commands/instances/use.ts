import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findInstance } from './find.js';

export const verb = defineVerb({
  prints: 'result',
  arguments: [{ value: kind('instance', 'name'), help: 'its name in tracker instances list' }],
  flags: {},
  examples: [{ line: 'tracker instances use sandbox', does: 'from now on, commands go there' }],
  run: async (context, [name = '']) => {
    await context.show.expectResult(['default', 'url']);
    const entry = await findInstance(context, name);
    await context.servers.vault.makeDefault(entry.name);
    await context.show.result(
      `${entry.name} (${entry.url}) is now the default instance.`,
      { default: entry.name, url: entry.url },
      entry.name,
    );
  },
});
