import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { oneReference } from '../../bulk/one-reference.js';
import { readText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { keepUnsent } from '../../drafts/save-unsent.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag, textFlags, textHelp } from '../../drafts/text-flags.js';
import { attachFlags, openAttachments } from '../../files/attachments.js';
import { requireOneReader } from '../../files/one-reader.js';
import { findThread, threadOrgFlag } from './find-thread.js';
import { requireKeptInThread } from './kept-in-thread.js';

const flags = { org: threadOrgFlag, ...textFlags, ...attachFlags, ...draftFlag };

export const verb = defineVerb({
  details: [
    'A title is looked for in --org, else in all your organisations.',
    textHelp,
    'For agents and clients of the organisation, and for the team.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [{ value: ref('threads'), help: 'a thread: its id, its web address or its whole title' }],
  flags,
  examples: [
    { line: 'tracker chat reply "Lunch on Friday" -b "I am in."', does: 'say it' },
    { line: 'tracker chat reply "Lunch on Friday" --org lantern-works -e', does: 'in your editor' },
    { line: 'tracker chat reply "Release of the roster today" -F notes.md --attach before.png', does: 'from files' },
  ],
  writes: true,
  run: async (context, [argument = ''], given) => {
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const values = withDraft(context, given, { command: 'chat reply', url, table: flags });
    requireOneReader([
      ['the reference', argument],
      ['--body-file', values.bodyFile],
      ['--attach', values.attach],
    ]);
    const text = await oneReference(context, argument);
    const files = openAttachments(context, values);
    // Nobody writes for nothing: an editor opens only once the thread is found.
    const isTyped = values.body === undefined && values.bodyFile === undefined && context.prompt.possible;
    const wanted = { name: text, org: values.org, isWhole: true };
    if (isTyped) await findThread(client, wanted);
    const authoredWith = (body: string): Authored => ({
      command: 'chat reply',
      args: [text],
      flags: { ...values, body },
      url,
      fromDraft: given.fromDraft,
      files,
    });
    const onUnsent = async (text: string): Promise<void> => await keepUnsent(context, authoredWith(text));
    const body = (await readText(context, values, { what: 'message', required: true, onUnsent })) ?? '';
    const sent = await sendAuthored(context, authoredWith(body), async () => {
      const thread = await findThread(client, wanted);
      const answer = await client.write('POST /chat/threads/:id/messages', { id: thread.id, body: { body }, files });
      return answer && { ...thread, answer };
    });
    if (!sent) return;
    const { id, title, answer } = sent;
    const { ref: _ref, uuid: _uuid, ...rest } = answer;
    const where = title === undefined ? 'the thread' : `"${title}"`;
    await context.show.result(`Replied in ${where}.`, { ref: id, uuid: id, ...rest }, id);
    await requireKeptInThread(context, client, { id, body, files, what: `the message is in ${where}` });
  },
});
