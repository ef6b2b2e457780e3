import { names, text } from '../../args/flag.js';
import { isNone } from '../../args/none.js';
import { kind, serverWord } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { refOf } from '../../contract/row.js';
import { keepTyped } from '../../drafts/ask.js';
import { readText, withGivenText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag, textFlags } from '../../drafts/text-flags.js';
import { usageError } from '../../errors.js';
import { attachFlags, openAttachments } from '../../files/attachments.js';
import { requireOneReader } from '../../files/one-reader.js';
import { namedOrg } from '../org-choice.js';
import { tellCreated } from '../report-created.js';
import { requireOneWord } from '../value-word.js';
import { askSubject, askTheRest, refuseMissing } from './ask-new-ticket.js';
import { checkStored, toTicket } from './new-ticket.js';

const flags = {
  org: text('--org', 'the organisation it is for: slug, name or id (default: org of .tracker.json)', kind('org')),
  subject: text('--subject', 'what it is about, in one line', kind('text')),
  ...textFlags,
  priority: text('-p, --priority', 'its priority; for agents', serverWord('ticket-priority')),
  category: text('--category', 'its category; for agents', serverWord('ticket-category')),
  assignee: names('-a, --assignee', 'assign these people: @me, a name or part of one, an id; for agents', kind('user')),
  ...attachFlags,
  ...draftFlag,
};

export const verb = defineVerb({
  details: [
    'On a terminal you are asked for what is missing; elsewhere --org and --subject are needed. The description is optional:\nit comes from --body, --body-file or, with --editor, from your editor. All of it is kept as a draft until the server\nhas taken it.',
    'For members of the organisation and administrators of the team. --priority, --category and --assignee are\nfor agents: others are refused (exit code 5), or the server leaves them out, which is said.',
  ].join('\n\n'),
  prints: 'result',
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
      async (onUnsent) => {
        subject ??= await askSubject(context);
        return await readText(context, written, { what: 'description', required: false, onUnsent });
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
    const creation = { title: ticket.subject, look: 'tracker tickets list' };
    await tellCreated(context, { ...creation, answer, ref, sentence: `Created ${ref}: ${ticket.subject}` });
    await checkStored(context, client, { ...sent, files, isNobodys: values.assignee.some(isNone) });
  },
});
