import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { TrackerError } from '../../errors.js';
import { viewObject, viewRows } from '../../views/views.js';

export const verb = defineVerb({
  details: "In a pipe: key<TAB>value lines, saved views last. --json prints the page's object as views set takes it.",
  prints: 'object',
  arguments: [{ value: { ...ref('views'), name: 'key' }, help: 'a page, such as tasks' }],
  flags: {},
  examples: [
    { line: 'tracker views view tasks', does: 'read it' },
    { line: 'tracker views view tasks --json > tasks.json', does: 'keep it' },
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
    await context.show.object(viewObject(row));
  },
});
