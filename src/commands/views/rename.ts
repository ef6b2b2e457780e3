import { freeText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { textOf } from '../../contract/row.js';
import { mergeLimit } from '../../lists/merge.js';
import { changeView, findView, readName, shown, viewArguments } from './change-view.js';

export const verb = defineVerb({
  details: ['All else in the view stays as it is. Everyone may rename their own views.', '', mergeLimit].join('\n'),
  prints: 'result',
  arguments: [...viewArguments, { value: freeText('new-name'), help: 'its new name' }],
  examples: [{ line: "tracker views rename tasks Overdue 'Too late'", does: 'rename a saved view' }],
  writes: ['POST /me/views'],
  run: async (context, [key = '', name = '', given = '']) => {
    const newName = readName(given);
    const client = await context.client();
    const from = await findView(client, key, name);
    const view = { ...from, name: newName };
    const former = textOf(from.name) ?? '';
    if (former !== newName) await changeView(context, client, key, { from, to: view });
    if (context.settings.dryRun) return undefined;
    const sentence =
      former === newName
        ? `Nothing to change: the saved view of ${key} is already called ${shown(newName)}.`
        : `Renamed the saved view ${shown(former)} of ${key} to ${shown(newName)}.`;
    return { is: 'result', sentence, object: { ref: key, ok: true, view }, quiet: key };
  },
});
