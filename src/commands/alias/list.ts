import { defineVerb } from '../../args/verb.js';
import { readAliases } from '../../config/stored-settings.js';
import { aliasList } from '../../views/this-computer.js';
import { listRows } from '../showing/arrange.js';

export const verb = defineVerb({
  prints: { list: aliasList, isLocal: true },
  examples: [{ line: 'tracker alias', does: 'list your aliases' }],
  run: async (context, _args, order) => {
    const aliases = readAliases(await context.settings.config.read());
    const rows = [...aliases].map(([name, expansion]) => ({ id: name, name, expansion }));
    const emptyHint = "yet: tracker alias set t 'tickets list --segment all'";
    return listRows(context, aliasList, rows, { ...order, emptyHint });
  },
});
