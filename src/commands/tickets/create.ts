import { names, text } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { resolveOrg } from '../../client/orgs.js';
import type { Context } from '../../context.js';
import { isRow, refOf, rowsOf, uuidOf } from '../../contract/row.js';
import type { TicketCreate } from '../../contract/ticket.js';
import type { Created } from '../../contract/wide.js';
import { usageError } from '../../errors.js';
import type { FilePart } from '../../http/multipart.js';
import { assigneeIds } from '../../views/people.js';
import { namedOrg } from '../org-choice.js';
import { requireOneWord, spelled } from '../value-word.js';
import { warnNotAssigned } from '../writing/assignees.js';
import { attachFlags, openAttachments } from '../writing/attachments.js';
import { sendAuthored } from '../writing/drafted.js';
import { withDraft } from '../writing/from-draft.js';
import type { Authored } from '../writing/keep-draft.js';
import { keepTyped } from '../writing/keep-typed.js';
import { requireKeptFiles } from '../writing/kept-files.js';
import { lookBack } from '../writing/look-back.js';
import { readText, withGivenText } from '../writing/read-text.js';
import { requireOneReader } from '../writing/standard-input.js';
import { tellCreated } from '../writing/tell-created.js';
import { draftFlag, textFlags } from '../writing/text-flags.js';
import { askSubject, askTheRest, type NewTicket, refuseMissing } from './ask-new-ticket.js';
import { assigneesForNew } from './assignees.js';
import { isNone } from './edit-wishes.js';

const flags = {
  org: text('--org <org>', 'the organisation it is for: slug, name or id (default: org of .tracker.json)'),
  subject: text('--subject <text>', 'what it is about, in one line'),
  ...textFlags,
  priority: text('-p, --priority <priority>', 'its priority; for agents'),
  category: text('--category <category>', 'its category; for agents'),
  assignee: names('-a, --assignee <user>', 'assign these people: @me, a name or part of one, an id; for agents'),
  ...attachFlags,
  ...draftFlag,
};

export const verb = defineVerb({
  details: [
    'On a terminal you are asked for what is missing; elsewhere --org and --subject are needed. The description is optional:\nit comes from --body, --body-file or, with --editor, from your editor. All of it is kept as a draft until the server\nhas taken it.',
    'For members of the organisation and administrators of the team. --priority, --category and --assignee are\nfor agents: others are refused (exit code 5), or the server leaves them out, which is said.',
  ].join('\n\n'),
  flags,
  examples: [
    { line: 'tracker tickets create', does: 'be asked for everything' },
    {
      line: 'tracker tickets create --org bergmann-orthopaedie --subject "Totals differ" -b "By one cent."',
      does: 'at once',
    },
    {
      line: 'tracker tickets create --org scandia-maritime --subject Crash -F - --attach trace.log < report.md',
      does: 'from files',
    },
  ],
  writes: true,
  run: async (context, _args, given) => {
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const drafted = withDraft(context, given, { command: 'tickets create', url, table: flags });
    if (drafted.subject?.trim() === '') throw usageError('--subject got an empty text');
    if (drafted.assignee.length > 1 && drafted.assignee.some(isNone))
      throw usageError('--assignee none is nobody; it takes nothing besides');
    requireOneWord(client, [
      { flag: '--priority', kind: 'ticket-priority', word: drafted.priority },
      { flag: '--category', kind: 'ticket-category', word: drafted.category },
    ]);
    requireOneReader([
      ['--body-file', drafted.bodyFile],
      ['--attach', drafted.attach],
    ]);
    const named = { ...drafted, org: namedOrg(context, client, drafted.org) };
    refuseMissing(context, named);
    const files = openAttachments(context, named);
    const isAsked = named.org === undefined || named.subject === undefined;
    const written = await withGivenText(context, named, 'description');
    let { subject } = written;
    const authoredWith = (text: string | undefined): Authored => ({
      command: 'tickets create',
      args: [],
      flags: { ...written, subject, body: text },
      url,
      fromDraft: given.fromDraft,
    });
    const hasSubject = (): boolean => named.subject === undefined && subject !== undefined;
    const { answer: body, fromDraft } = await keepTyped(
      context,
      (text = written.body) => (text !== undefined || hasSubject() ? authoredWith(text) : undefined),
      async (onInterrupted) => {
        subject ??= await askSubject(context);
        return await readText(context, written, { what: 'description', required: false, onInterrupted });
      },
    );
    const values = { ...written, subject };
    const authored = { ...authoredWith(body), fromDraft: fromDraft ?? given.fromDraft, files };
    const sent = await sendAuthored(context, authored, async () => {
      const whole = isAsked ? await askTheRest(context, client, values) : values;
      const ticket = await toTicket(client, { ...whole, body });
      const answer = await client.write('POST /tickets', { body: ticket, files });
      return answer && { answer, ticket };
    });
    if (!sent) return;
    const { answer, ticket } = sent;
    const ref = refOf(answer);
    await tellCreated(context, { answer, ref, sentence: `Created ${ref}: ${ticket.subject}` });
    await checkStored(context, client, { ...sent, files });
  },
});

type Values = NewTicket & { readonly category: string | undefined };

async function toTicket(
  client: Client,
  { org = '', subject = '', body, priority, category, assignee }: Values & { readonly body: string | undefined },
): Promise<TicketCreate> {
  const orgId = await resolveOrg(client, org);
  const ids = assignee.length > 0 ? await assigneesForNew(client, assignee, orgId) : [];
  return {
    orgId,
    subject: subject.trim(),
    ...(body !== undefined && { description: body }),
    ...(priority !== undefined && { priority: spelled(client, 'ticket-priority', priority) }),
    ...(category !== undefined && { category: spelled(client, 'ticket-category', category) }),
    ...(ids.length > 0 && { assigneeIds: ids }),
  };
}

/** Servers may leave out what only agents may set, and files (docs/api.md, Tickets): then it is said, not hidden. */
async function checkStored(
  context: Context,
  client: Client,
  sent: { readonly answer: Created; readonly ticket: TicketCreate; readonly files: readonly FilePart[] },
): Promise<void> {
  const { answer, ticket, files } = sent;
  const { priority, category, assigneeIds: ids = [] } = ticket;
  const uuid = uuidOf(answer);
  if (uuid === '' || (priority === undefined && category === undefined && ids.length + files.length === 0)) return;
  const what = `${refOf(answer) || 'the ticket'} was created`;
  const detail = await lookBack(context, what, async () => await client.call('GET /tickets/:id', { id: uuid }));
  if (!isRow(detail?.ticket)) return;
  const stored = detail.ticket;
  const left = [
    priority !== undefined && stored.priority !== priority && '--priority',
    category !== undefined && stored.category !== category && '--category',
  ].filter((flag) => flag !== false);
  if (left.length > 0)
    await context.show.warn(`the server left out ${left.join(' and ')}`, 'they are for agents of the organisation');
  await warnNotAssigned(context, client, { ids, stored: assigneeIds(stored) });
  if (Array.isArray(detail.attachments)) requireKeptFiles(what, files, rowsOf(detail.attachments));
}
