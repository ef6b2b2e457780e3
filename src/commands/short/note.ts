import { verb as note } from '../tickets/note.js';
import { textVerb } from './text-verb.js';

export const verb = textVerb({
  verb: note,
  of: 'tickets',
  details: 'The short form of tracker tickets note.',
  examples: [
    { line: 'tracker note @ "Same cause as BOP-7."', does: 'tell your colleagues about what was shown last' },
    { line: 'tracker note BERG-9 -F notes.md', does: 'read the note from a file' },
  ],
});
