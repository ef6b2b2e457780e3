import { defineVerb } from '../../args/verb.js';
import { textOf } from '../../contract/row.js';
import { mergeLimit } from '../../lists/merge.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';
import { changeView, findView, shown, viewArguments } from './change-view.js';

export const verb = defineVerb({
  details: [
    'Asks for confirmation; in a script, --yes is required. A deleted view cannot be restored. Everyone may delete their own views.',
    '',
    mergeLimit,
  ].join('\n'),
  prints: 'result',
  arguments: viewArguments,
  examples: [{ line: 'tracker views delete tasks Overdue --yes', does: 'delete a saved view' }],
  writes: ['POST /me/views'],
  run: async (context, [key = '', name = '']) => {
    const client = await context.client();
    const from = await findView(client, key, name);
    const what = `the saved view ${shown(textOf(from.name) ?? name)} of ${key}`;
    await confirmOrThrow(context, `Delete ${what}?`, 'nothing was deleted');
    await changeView(context, client, key, { from, to: undefined });
    if (context.settings.dryRun) return undefined;
    await client.memory?.note({ under: `${key} view`, ref: textOf(from.name), isGone: true });
    return { is: 'result', sentence: `Deleted ${what}.`, object: { ref: key, ok: true, view: from }, quiet: key };
  },
});
