import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { TrackerError } from '../../contract/errors.js';
import { viewObject, viewRows } from '../../views/views.js';
import { namesOfIds } from '../showing/setting.js';

export const verb = defineVerb({
  details:
    'In a pipe, the output is key<TAB>value lines with the saved views last. --json prints the object that tracker views set takes.',
  prints: 'object',
  arguments: [{ value: { ...ref('views'), name: 'key' }, help: 'a page, such as tasks' }],
  examples: [
    { line: 'tracker views view tasks', does: 'show the saved views of a page' },
    { line: 'tracker views view tasks --json > tasks.json', does: 'save them to a file' },
  ],
  run: async (context, [key = '']) => {
    const client = await context.client();
    const rows = viewRows(await client.call('GET /me/views'));
    const row = rows.find((each) => each.key === key);
    if (!row) {
      const known = rows.map((each) => each.key).join(', ');
      throw new TrackerError('not_found', `nothing is saved for ${JSON.stringify(key.slice(0, 80))}`, {
        hint: known === '' ? 'nothing is saved for any page' : `saved: ${known}`,
      });
    }
    return { is: 'object', data: viewObject(row, namesOfIds(client)) };
  },
});
