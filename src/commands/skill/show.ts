import { defineVerb } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';
import { composeSkill } from './text.js';

export const verb = defineVerb({
  details:
    'A skill is a file that tells an agent when to use a program and how to begin. This one fits this version of tracker, and is at most 6 kB.',
  prints: 'text',
  examples: [
    { line: 'tracker skill show', does: 'read what agents are told' },
    { line: 'tracker skill show > SKILL.md', does: 'write it to a file of your own' },
  ],
  run: async ({ show, commands }) => {
    if (show.isAsked) throw usageError('the skill is printed unchanged; output formats do not apply');
    await show.text(await composeSkill(commands));
  },
});
