import { defineVerb } from '../../args/verb.js';
import { attachFlags, openAttachments } from '../writing/attachments.js';
import { forEachReference } from '../writing/bulk.js';
import { sendAuthored, withDraft } from '../writing/drafted.js';
import { readReferences } from '../writing/read-references.js';
import { readText } from '../writing/read-text.js';
import { requireOneReader } from '../writing/standard-input.js';
import { draftFlag, textFlags, textHelp } from '../writing/text-flags.js';

const flags = { ...textFlags, ...attachFlags, ...draftFlag };

export const verb = defineVerb({
  details: `${textHelp}\n\nWho sees a task may comment on it.`,
  arguments: [{ usage: '<ref...>', help: 'tasks: references, uuids, web addresses, @branch, or - for standard input' }],
  flags,
  examples: [
    { line: 'tracker tasks comment SCM-12 -b "Reproduced on staging."', does: 'say it' },
    { line: 'git log -1 --format=%B | tracker tasks comment SCM-12 -F -', does: 'from another program' },
    { line: 'tracker tasks comment SCM-12 -e --attach trace.log', does: 'in your editor, with a file' },
  ],
  writes: true,
  run: async (context, args, given) => {
    const { base } = await context.client();
    const url = base.href.replace(/\/$/, '');
    const values = withDraft(context, given, { command: 'tasks comment', url, table: flags });
    requireOneReader([
      ['the references', args],
      ['--body-file', values.bodyFile],
      ['--attach', values.attach],
    ]);
    const refs = await readReferences(context, args);
    const files = await openAttachments(context, values);
    const body = (await readText(context, values, { what: 'comment', required: true })) ?? '';
    const authored = {
      command: 'tasks comment',
      args: refs,
      flags: { ...values, body },
      url,
      fromDraft: given.fromDraft,
    };
    await sendAuthored(context, authored, async ({ narrow }) => {
      await forEachReference(context, {
        kind: 'task',
        refs,
        doing: 'commenting',
        onDone: narrow,
        async work(client, { uuid, ref }) {
          await client.write('POST /tasks/:id/comments', { id: uuid, body: { body }, files });
          return `Commented on ${ref}.`;
        },
      });
    });
  },
});
