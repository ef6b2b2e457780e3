import { checklistVerb } from '../work/editing/checklist.js';

export const verb = checklistVerb({
  kind: 'ticket',
  permission: 'Everyone who can see a ticket may change its checklist.',
  examples: [
    { line: 'tracker tickets checklist BERG-9', does: 'print a checklist' },
    { line: 'tracker tickets checklist BERG-9 --add "Ask for the invoice"', does: 'add an item' },
    { line: 'tracker tickets checklist BERG-9 --check 1 --add "Call back"', does: 'check an item and add another' },
  ],
});
