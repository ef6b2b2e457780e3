import { freeText, kind, ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { textOf } from '../../contract/row.js';
import { cleanLine, quote } from '../../contract/unsafe-characters.js';
import { mergeLimit } from '../../lists/merge.js';
import { changeView, findView, readName } from './change-view.js';

export const verb = defineVerb({
  details: ['All else in the view stays as it is. Everyone may rename their own views.', '', mergeLimit].join('\n'),
  prints: 'result',
  arguments: [
    { value: { ...ref('views'), name: 'key' }, help: 'a page, such as tasks' },
    { value: kind('task-view', 'name'), help: 'the view: its whole name, or its id' },
    { value: freeText('new-name'), help: 'its new name' },
  ],
  flags: {},
  examples: [{ line: "tracker views rename tasks Overdue 'Too late'", does: 'rename a saved view' }],
  writes: ['POST /me/views'],
  run: async (context, [key = '', name = '', given = '']) => {
    const newName = readName(given);
    const client = await context.client();
    const from = await findView(client, key, name);
    const view = { ...from, name: newName };
    const former = textOf(from.name) ?? '';
    if (former !== newName) await changeView(context, client, key, { from, to: view });
    if (context.settings.dryRun) return;
    const shown = quote(cleanLine(newName));
    await context.show.result(
      former === newName
        ? `Nothing to change: the saved view of ${key} is already called ${shown}.`
        : `Renamed the saved view ${quote(cleanLine(former))} of ${key} to ${shown}.`,
      { ref: key, ok: true, view },
      key,
    );
  },
});
