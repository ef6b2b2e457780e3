import { noteDetail, noteFields, noteLines } from '../../views/notes.js';
import { pageVerb } from '../showing/page-verb.js';

export const verb = pageVerb({
  kind: 'note',
  noun: 'notes',
  details: [
    'Prints the note formatted for reading; --html prints its HTML unchanged, and --markdown prints it as Markdown.',
    'A quick note is visible to its owner and those it is shared with, a meeting note to the whole internal team.',
  ].join('\n\n'),
  lines: noteLines,
  fields: noteFields,
  layout: noteDetail,
  examples: [
    { line: 'tracker notes view "Before the demo"', does: 'view a note' },
    { line: 'tracker notes view demo --markdown > demo.md', does: 'save it as Markdown' },
    { line: 'tracker notes view demo --json | jq -r .note.bodyHtml', does: 'use it in a script' },
  ],
});
