import type { VerbBody } from '../../args/verb.js';
import { findEither } from '../../references/any-kind.js';
import { readReferences, referenceTo } from '../../references/read.js';
import { showEach } from '../bulk/show-each.js';
import { verb as task, taskView } from '../tasks/view.js';
import { verb as ticket, ticketView } from '../tickets/view.js';
import type { ViewFlags } from '../work/timeline-part.js';
import { checkParts, readWork } from '../work/view.js';
import { shortVerb } from './short-verb.js';

const one = shortVerb({
  details: [
    'Runs tracker tasks view or tracker tickets view, depending on the reference. Several are shown one after another, or as one',
    'table with --csv or --tsv.',
  ],
  prints: 'text',
  verbs: { task, ticket },
  examples: [
    { line: 'tracker view BERG-9', does: 'read it' },
    { line: 'tracker view SCM-12 BERG-9', does: 'read both' },
    { line: 'tracker view @ --web', does: 'open what was shown last in the browser' },
  ],
});

export const verb: VerbBody = { ...one, run };

async function run(...[context, args, given]: Parameters<VerbBody['run']>): ReturnType<VerbBody['run']> {
  const flags = given as ViewFlags & { readonly web: boolean };
  const refs = await readReferences(context, args);
  if (refs.length === 1 || flags.web) return await one.run(context, refs, given);
  await checkParts(context, flags, refs.length);
  const client = await context.client();
  return await showEach(context, refs, async (reference) => {
    const found = await findEither(context, client, reference);
    const view = found.kind === 'ticket' ? ticketView : taskView;
    return await readWork(context, referenceTo(found), { view, ...flags });
  });
}
