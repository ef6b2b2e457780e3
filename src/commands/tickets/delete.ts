import { deleteVerb } from '../work/editing/delete.js';

export const verb = deleteVerb('ticket', {
  details: [
    'Shows the tickets and asks for confirmation; in a script, --yes is required. A deleted ticket cannot be restored. To close a',
    'ticket instead: tracker close REF.',
    '',
    'For administrators of the team.',
  ].join('\n'),
  examples: [
    { line: 'tracker tickets delete CASA-10', does: 'delete a ticket after confirmation' },
    { line: 'tracker tickets delete CASA-10 CASA-9 --yes --json', does: 'delete two in a script, with a row for each' },
    { line: 'tracker tickets delete CASA-10 --dry-run', does: 'show what would be sent' },
  ],
});
