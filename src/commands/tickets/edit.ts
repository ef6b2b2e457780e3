import { defineVerb, manyRefs } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, rowAt } from '../../contract/row.js';
import { isNotGiven } from '../../drafts/submission.js';
import { TrackerError } from '../../errors.js';
import { changedFlags } from '../../forms/flag-field.js';
import { oneAtATime } from '../../lists/entity-lock.js';
import { mergeLimit } from '../../lists/merge-help.js';
import { findNamed } from '../../references/find-named.js';
import { readReferences } from '../../references/read.js';
import type { Done } from '../bulk/exit-code.js';
import { expectRows, forEachReference } from '../bulk/for-each-reference.js';
import { outcomeView } from '../bulk/report.js';
import { requireOneWord } from '../work/words.js';
import { type EditGiven, editFlags, readEdit } from './edit-flags.js';
import { editTicket } from './edit-ticket.js';
import { changeableFields, ticketAnswers } from './ticket-form.js';

export const verb = defineVerb({
  details: [
    [
      '--assignee and --tag add to a list, and --remove-… takes away: the list is read right before it is written and again',
      'afterwards, and if others have overwritten your change, it is merged again, with at most three writes in all. --set-…',
      'replaces the whole list.',
      mergeLimit,
    ].join('\n'),
    [
      'Without flags, a form with the current values of one ticket opens on a terminal. It never overwrites what someone else',
      'changes in the meantime (exit code 6).',
    ].join('\n'),
    'For agents only. The subject and description cannot be changed.',
  ].join('\n\n'),
  prints: { outcomes: outcomeView },
  arguments: [manyRefs('tickets')],
  flags: editFlags,
  examples: [
    { line: 'tracker tickets edit BERG-9 -s in_progress -a @me', does: 'start working on a ticket' },
    { line: 'tracker tickets edit BERG-9 CASA-10 --tag invoice', does: 'tag two tickets' },
    {
      line: 'tracker tickets list --segment all --stale 30d -q | tracker tickets edit - -s closed',
      does: 'close tickets without recent activity',
    },
  ],
  writes: true,
  run: async (context, args, given) => {
    await expectRows(context);
    const isForm = context.prompt.possible && args.length === 1 && Object.values(given).every(isNotGiven);
    if (!isForm) readEdit(given);
    const client = await context.client();
    requireOneWord(client, [
      { flag: '--status', kind: 'ticket-status', word: given.status },
      { flag: '--priority', kind: 'ticket-priority', word: given.priority },
      { flag: '--category', kind: 'ticket-category', word: given.category },
    ]);
    const refs = await readReferences(context, args);
    const { wanted, shown } = isForm
      ? await fillIn(context, client, { text: refs[0] ?? '', given })
      : { wanted: given, shown: undefined };
    const lists = readEdit(wanted);
    await forEachReference(context, {
      find: async (text) => await findNamed(context, 'ticket', text),
      refs,
      doing: 'editing',
      async work(_client, found) {
        const work = async (): Promise<Done> =>
          await editTicket(context, client, { found, given: wanted, lists, shown });
        return await oneAtATime(context, { client, uuid: found.uuid }, work);
      },
    });
  },
});

/** Asks what to change. Throws `forbidden` if the caller may not change anything. */
async function fillIn(
  context: Context,
  client: Client,
  { text, given }: { readonly text: string; readonly given: EditGiven },
): Promise<{ readonly wanted: EditGiven; readonly shown?: Row }> {
  const { ref, title, detail } = await findNamed(context, 'ticket', text);
  const seen = await detail();
  if (seen.canEdit === false) throw new TrackerError('forbidden', `you may not change ${ref}`);
  const fields = changeableFields(client, editFlags, seen);
  const before = ticketAnswers(seen);
  const { fillForm } = await import('../../forms/form.js');
  const answers = await fillForm(context, {
    ...{ title: `${ref} ${title}`, send: 'send them', isNew: false, fields, before },
    isReviewed: !context.settings.yes && !context.settings.dryRun,
  });
  const wanted = { ...given, ...changedFlags(editFlags, { fields, before, answers }) };
  return { wanted, shown: rowAt(seen, 'ticket') };
}
