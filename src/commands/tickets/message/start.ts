import { text, toggle } from '../../../args/flag.js';
import { kind } from '../../../args/value.js';
import { textInstead } from '../../../compose/text/text-flags.js';

/** What a text for a ticket may begin with. */
export const startFlags = {
  quote: {
    ...toggle('--quote', 'begin with the last message, who wrote it and when, in your editor'),
    needsTerminal: textInstead,
  },
  template: text('--template', 'use templates/NAME.md in the config folder', kind('template', 'name')),
};

/** Paragraphs in the help of replies and notes. */
export const startHelp = [
  '--template NAME uses the text of templates/NAME.md in the config folder, and fills in {{ref}}, {{subject}}, {{customer}},',
  '{{me}} and {{original}}. If the file begins with a head (lines name: value between two lines ---), the template is a macro,',
  'which also does what the head says: status, priority, category, tag and assignee (separate several with commas), kind (reply or',
  'note), and for tracker triage key (after M) and then (next or stay). Flags that you type override it. On a terminal, all of it is',
  'shown, and you are asked to confirm it unless --yes is given; with --editor, you can change the text first.',
  '',
  '--original REF says which ticket this one duplicates, and adds an internal note there that names this one. The built-in template',
  'duplicate closes the ticket with a note that names the original; one of your own replaces it. The API cannot merge tickets.',
  '',
  'What --status and the like say is set once the text has been accepted, and undone in one step; if setting it fails, the exit code',
  'is 8.',
].join('\n');
