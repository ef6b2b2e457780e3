import { text, toggle } from '../../../args/flag.js';
import { kind } from '../../../args/value.js';
import { textInstead } from '../../../compose/text/text-flags.js';

/** What a text for a ticket may begin with. */
export const startFlags = {
  quote: {
    ...toggle('--quote', 'begin with the last message, who wrote it and when, in your editor'),
    needsTerminal: textInstead,
  },
  template: text('--template', 'do what templates/NAME.md in the config folder says', kind('template', 'name')),
};

/** Paragraphs in the help of replies and notes. */
export const startHelp = [
  '--template NAME uses the text of templates/NAME.md in the config folder, and fills in {{ref}}, {{subject}}, {{customer}},',
  '{{me}} and {{original}}. If the file begins with a head, two lines --- with lines name: value between them, the template is a',
  'macro, which does as much as these flags: status, priority, category, tag and assignee (several with commas), kind (reply or',
  'note), and for tracker triage key (after M) and then (next or stay). What is typed comes first. On a terminal, all of it is',
  'shown, and you are asked to confirm it unless --yes is given; with --editor, you can change the text first.',
  '',
  '--original REF says of which ticket this one is a duplicate: an internal note there names this one. The template duplicate comes',
  'with the program: it closes the ticket with a note that names the original, unless you have your own. The API cannot merge',
  'tickets.',
  '',
  'What --status and the like say is done once the text has been accepted, and undone with it as one step; if it fails, the exit',
  'code is 8.',
].join('\n');
