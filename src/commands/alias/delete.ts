import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { aliasesKey, readAliases } from '../../config/stored-settings.js';
import { TrackerError } from '../../contract/errors.js';
import { objectAt } from '../../contract/row.js';

export const verb = defineVerb({
  prints: 'result',
  arguments: [{ value: kind('alias', 'name'), help: 'its name in tracker alias list' }],
  examples: [{ line: 'tracker alias delete t', does: 'delete an alias' }],
  run: async (context, [name = '']) => {
    await context.show.expectResult(['name', 'expansion']);
    const { config } = context.settings;
    const aliases = readAliases(await config.read());
    const expansion = aliases.get(name);
    if (expansion === undefined) {
      const known = [...aliases.keys()].join(', ') || 'none';
      throw new TrackerError('not_found', `there is no alias ${JSON.stringify(name.slice(0, 60))} (known: ${known})`);
    }
    await config.update((content) => {
      const { [name]: _, ...left } = objectAt(content, aliasesKey);
      return { ...content, [aliasesKey]: left };
    });
    const sentence = `Deleted the alias ${name} (${expansion}).`;
    return { is: 'result', sentence, object: { name, expansion }, quiet: name };
  },
});
