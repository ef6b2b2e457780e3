import { verb as comment } from '../tasks/comment.js';
import { textVerb } from './text-verb.js';

export const verb = textVerb({
  verb: comment,
  of: 'tasks',
  details: 'The short form of tracker tasks comment, for one task.',
  examples: [
    { line: 'tracker comment @ "Reproduced on staging."', does: 'comment on what was shown last' },
    { line: 'tracker comment SCM-12 -e --attach trace.log', does: 'write it in your editor and attach a file' },
  ],
});
