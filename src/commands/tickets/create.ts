import { type FlagValues, names, text } from '../../args/flag.js';
import { isNone } from '../../args/none.js';
import { kind, pipedText, serverWord } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { refOf } from '../../contract/row.js';
import { ask, edit, get, send } from '../../drafts/compose.js';
import { draftFlag, textFlags } from '../../drafts/text/text-flags.js';
import { usageError } from '../../errors.js';
import { attachFlags } from '../../files/attach-flags.js';
import { reportCreated } from '../creating/report-created.js';
import { fileRemarks, isReviewed } from '../creating/review.js';
import { withTitleArgument } from '../creating/title-argument.js';
import { namedOrg } from '../orgs/choose-org.js';
import { requireOneWord } from '../work/words.js';
import { checkStored, toTicket } from './new-ticket.js';
import { newTicketFields, refuseMissing, ticketAudience } from './ticket-form.js';

const flags = {
  org: text('--org', 'the organisation: slug, name or id (default: from .tracker.json)', kind('org')),
  subject: text('--subject', 'the subject', pipedText('line')),
  ...textFlags,
  priority: text('-p, --priority', 'the priority; for agents', serverWord('ticket-priority')),
  category: text('--category', 'the category; for agents', serverWord('ticket-category')),
  assignee: names(
    '-a, --assignee',
    'the people assigned: @me, a name or part of one, an id, or none; for agents',
    kind('user'),
  ),
  ...attachFlags,
  ...draftFlag,
};

const verbOfFlags = defineVerb({
  details: [
    [
      'Prints the reference of the new ticket. On a terminal, you are prompted for anything missing. The ticket is then shown, with',
      'who will see it, before it is created, unless --yes or both subject and description are given. Elsewhere, --org and',
      '--subject are required. The description is optional, and comes from --body, --body-file or, with --editor, your editor.',
      'What you wrote is kept as a draft until the server has accepted it.',
    ].join('\n'),
    [
      'For members of the organisation and administrators of the team. --priority, --category and --assignee are for agents; if',
      'others use them, the server refuses (exit code 5) or ignores them with a warning.',
    ].join('\n'),
  ].join('\n\n'),
  prints: 'result',
  flags,
  examples: [
    { line: 'tracker tickets create', does: 'be prompted for everything' },
    {
      line: 'tracker tickets create --org bergmann-orthopaedie --subject "Totals differ" -b "By one cent."',
      does: 'open a ticket without prompts',
    },
    {
      line: 'tracker tickets create --org scandia-maritime --subject Crash -F - --attach trace.log < report.md',
      does: 'read the description from standard input and attach a file',
    },
  ],
  writes: true,
  run: async (context, _args, given) => {
    const got = await get(context, given, {
      command: 'tickets create',
      flags,
      text: { what: 'description', isRequired: false },
      check: (values, client) => settle(context, client, values),
    });
    const { client, files } = got;
    const asked = await ask(context, got, async ({ onAnswer, write }) => {
      const { values: before } = got;
      if (!context.prompt.possible) return;
      const reviewed = isReviewed(context, given, given.subject);
      if (!reviewed && before.org !== undefined && before.subject !== undefined) return;
      const { fillForm } = await import('../../forms/form.js');
      await fillForm(context, {
        ...{ title: 'A new ticket', send: 'create it', isNew: true, write, isReviewed: reviewed },
        ...{ before, fields: newTicketFields(client, flags), opensEditor: before.editor },
        remarks: async ({ org = '' }) => [...fileRemarks(before.attach), await ticketAudience(client, String(org))],
        // The answers have the types of their flags.
        onAnswer: (answers) => onAnswer(answers as Partial<Values>),
      });
    });
    const written = await edit(context, asked);
    const { values } = written;
    const sent = await send(context, written, async () => {
      const ticket = await toTicket(context, client, values);
      const answer = await client.write('POST /tickets', { body: ticket, files });
      return answer && { answer, ticket };
    });
    if (!sent) return;
    const { answer, ticket } = sent;
    const ref = refOf(answer);
    const creation = { title: ticket.subject, look: 'tracker tickets list', kind: 'ticket' } as const;
    await reportCreated(context, { ...creation, answer, ref, sentence: `Created ${ref}: ${ticket.subject}` });
    await checkStored(context, client, { ...sent, files, isNobodys: values.assignee.some(isNone) });
  },
});

export const verb: VerbBody = withTitleArgument(verbOfFlags, 'subject');

type Values = FlagValues<typeof flags>;

/** Throws usage errors for the flags before anything is read or prompted for. */
function settle(context: Context, client: Client, values: Values): Values {
  if (values.subject?.trim() === '') throw usageError('--subject cannot be empty');
  if (values.assignee.length > 1 && values.assignee.some(isNone))
    throw usageError('--assignee: none cannot be combined with other values');
  requireOneWord(client, [
    { flag: '--priority', kind: 'ticket-priority', word: values.priority },
    { flag: '--category', kind: 'ticket-category', word: values.category },
  ]);
  const settled = { ...values, org: namedOrg(context, client, values.org) };
  refuseMissing(context, settled);
  return settled;
}
