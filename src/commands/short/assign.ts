import { splitNames } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { verb as task } from '../tasks/edit.js';
import { verb as ticket } from '../tickets/edit.js';
import { shortVerb } from './short-verb.js';

export const verb = shortVerb({
  details:
    'Adds people to those assigned, like --add-assignee of tracker tasks edit and tracker tickets edit.\n\nRequires what tracker tasks edit or tracker tickets edit requires.',
  prints: 'result',
  verbs: { task, ticket },
  flags: {},
  translate: (_kind, _given, words) => ({ addAssignee: words.flatMap((word) => splitNames(word, 'USER')) }),
  moreArguments: [{ value: kind('user'), isRepeatable: true, help: 'people: @me, a name or part of one, an id' }],
  examples: [
    { line: 'tracker assign @ @me', does: 'assign what was shown last to yourself' },
    { line: 'tracker assign BERG-9 zoë sean', does: 'assign two people' },
  ],
});
