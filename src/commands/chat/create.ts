import { text } from '../../args/flag.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { resolveOrg } from '../../client/find/orgs.js';
import type { Context } from '../../context.js';
import { textOf, uuidOf } from '../../contract/row.js';
import { keepTyped } from '../../drafts/ask.js';
import { readText, withGivenText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag, textFlags, textHelp } from '../../drafts/text-flags.js';
import { usageError } from '../../errors.js';
import { attachFlags, openAttachments } from '../../files/attachments.js';
import { requireOneReader } from '../../files/one-reader.js';
import { namedOrg, pickOrg } from '../org-choice.js';
import { tellCreated } from '../report-created.js';
import { requireKeptInThread } from './kept-in-thread.js';

const flags = {
  org: text('--org', 'the organisation: slug, name or id (default: org of .tracker.json)', kind('org')),
  title: text('-t, --title', 'the title', freeText('title')),
  ...textFlags,
  ...attachFlags,
  ...draftFlag,
};

export const verb = defineVerb({
  details: [
    'Opens a thread with its first message, and prints the id of the thread. The organisation is --org, else that of\n.tracker.json, else the only one you have; on a terminal you are asked for what is missing.',
    textHelp,
    'For agents and clients of the organisation, and for the team.',
  ].join('\n\n'),
  prints: 'result',
  flags,
  examples: [
    { line: 'tracker chat create --org lantern-works -t "Tidying up" -b "On Monday?"', does: 'start a thread' },
    { line: 'tracker chat create --org scandia-maritime -t Timetable -e --attach plan.pdf', does: 'with a file' },
  ],
  writes: true,
  run: async (context, _args, given) => {
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const drafted = withDraft(context, given, { command: 'chat create', url, table: flags });
    requireOneReader([
      ['--body-file', drafted.bodyFile],
      ['--attach', drafted.attach],
    ]);
    const org = namedOrg(context, client, drafted.org);
    refuseMissing(context, drafted);
    const files = openAttachments(context, drafted);
    const written = await withGivenText(context, { ...drafted, org }, 'message');
    let title = written.title?.trim();
    const authoredWith = (text: string | undefined): Authored => ({
      command: 'chat create',
      args: [],
      flags: { ...written, title, body: text },
      url,
      fromDraft: given.fromDraft,
    });
    const hasTitle = (): boolean => drafted.title === undefined && title !== undefined;
    const { answer: body = '', fromDraft } = await keepTyped(
      context,
      (body = written.body) => (body !== undefined || hasTitle() ? authoredWith(body) : undefined),
      async (onUnsent) => {
        title ??= await askTitle(context);
        return await readText(context, written, { what: 'message', required: true, onUnsent });
      },
    );
    const values = { ...written, title: title ?? '' };
    const authored = { ...authoredWith(body), fromDraft: fromDraft ?? given.fromDraft, files };
    const answer = await sendAuthored(context, authored, async () => {
      const orgId =
        org === undefined ? await pickOrg(context, await client.call('GET /me')) : await resolveOrg(client, org);
      return await client.write('POST /chat/threads', { body: { orgId, title: values.title, body }, files });
    });
    if (!answer) return;
    // Servers call it one or the other (docs/api.md, Chat).
    const id = textOf(answer.threadId) ?? uuidOf(answer);
    const sentence = `Started the thread "${values.title}".`;
    const creation = { title: values.title, look: 'tracker chat list' };
    await tellCreated(context, { ...creation, answer: { uuid: id, ...answer }, ref: id, sentence });
    await requireKeptInThread(context, client, { id, body, files, what: 'the thread was started' });
  },
});

/** Names what is missing where nobody can be asked, before any request (docs/requirements.md, R63). */
function refuseMissing(context: Context, values: Parameters<typeof isWithoutText>[0] & { title: string | undefined }) {
  if (values.title?.trim() === '') throw usageError('--title got an empty text');
  if (context.prompt.possible) return;
  const missing = [values.title === undefined && '--title', isWithoutText(values) && '--body'].filter(
    (flag) => flag !== false,
  );
  if (values.title === undefined)
    throw usageError(`a thread needs ${missing.join(' and ')}`, 'see tracker help chat create');
}

function isWithoutText(values: {
  readonly body: string | undefined;
  readonly bodyFile: string | undefined;
  readonly editor: boolean;
}): boolean {
  return values.body === undefined && values.bodyFile === undefined && !values.editor;
}

async function askTitle(context: Context): Promise<string> {
  for (;;) {
    const question = { message: 'Title', instead: 'give --title TEXT', signal: context.signal };
    const title = (await context.prompt.line(question)).trim();
    if (title !== '') return title;
  }
}
