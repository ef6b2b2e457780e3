import { verb as reply } from '../tickets/reply.js';
import { textVerb } from './text-verb.js';

export const verb = textVerb({
  verb: reply,
  of: 'tickets',
  details: 'The short form of tracker tickets reply.',
  examples: [
    { line: 'tracker reply @ "On it."', does: 'answer what was shown last' },
    { line: 'tracker reply BERG-9', does: 'write it in your editor and confirm' },
  ],
});
