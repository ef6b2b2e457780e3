import { defineVerb, oneRef } from '../../args/verb.js';
import type { Given } from '../../references/read.js';
import { checklistView } from '../../views/parts.js';
import { checklistFlags, checklistHelp, runChecklist } from '../work/checklist.js';

export const verb = defineVerb({
  details: `${checklistHelp}\n\nEveryone who can see a ticket may change its checklist.`,
  prints: { rows: checklistView },
  arguments: [oneRef('tickets')],
  flags: checklistFlags,
  examples: [
    { line: 'tracker tickets checklist BERG-9', does: 'print a checklist' },
    { line: 'tracker tickets checklist BERG-9 --add "Ask for the invoice"', does: 'add an item' },
    { line: 'tracker tickets checklist BERG-9 --check 1 --add "Call back"', does: 'check an item and add another' },
  ],
  writes: true,
  run: async (context, [reference = '']: readonly Given[], given) => {
    await runChecklist(context, { kind: 'ticket', reference, given });
  },
});
