import { choices } from '../../args/more-flags.js';
import { oneOf } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { noteGroups, noteRows } from '../../contract/shapes/knowledge.js';
import { listed } from '../../output/shown.js';
import { noteList } from '../../views/notes.js';
import { withListPage } from '../showing/open-web.js';
import { sourceOf } from '../showing/row-source.js';

const list = defineVerb({
  details: [
    "Lists your quick notes, the team's meeting notes, and quick notes that others have shared with you. Notes are for the",
    'internal team only.',
  ].join('\n'),
  prints: { list: noteList },
  flags: { kind: choices('--kind', 'only these: quick, meetings, shared', oneOf('kind', noteGroups)) },
  examples: [
    { line: 'tracker notes', does: 'list all notes' },
    { line: 'tracker notes list --kind meetings --sort -date', does: 'list meeting notes, newest first' },
  ],
  run: async (context, _args, { kind, sort, limit }) => {
    const client = await context.client();
    const all = noteRows(await client.call('GET /notes/list'));
    const rows = kind.length === 0 ? all : all.filter(({ group }) => kind.some((each) => each === group));
    const source = sourceOf(context, client, { kind: 'note', view: noteList, rows: all });
    const arranged = await source.arrange(rows, { sort, limit });
    return listed(noteList, { ...arranged, emptyHint: kind.length > 0 ? 'of this kind' : 'yet' });
  },
});

export const verb: VerbBody = withListPage(list, 'notes');
