import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { oneReference } from '../../bulk/one-reference.js';
import { readText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { keepUnsent } from '../../drafts/save-unsent.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag, textFlags, textHelp } from '../../drafts/text-flags.js';

const flags = { ...textFlags, ...draftFlag };
const command = 'projects comment';

export const verb = defineVerb({
  details: `${textHelp}\n\nThe comment becomes part of the project's history. Who reads the tasks of a project may comment on it.`,
  prints: 'result',
  arguments: [{ value: ref('projects'), help: 'the project: its key, its name, its uuid, its web address' }],
  flags,
  examples: [
    { line: 'tracker projects comment SCM -b "The field test is in week 17."', does: 'say it' },
    { line: 'tracker projects comment SCM -F minutes.md', does: 'from a file' },
  ],
  writes: true,
  run: async (context, [text = ''], given) => {
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const values = withDraft(context, given, { command, url, table: flags });
    const named = await oneReference(context, text);
    const authoredWith = (body: string): Authored => ({
      command,
      args: [named],
      flags: { ...values, body },
      url,
      fromDraft: given.fromDraft,
    });
    const onUnsent = async (text: string): Promise<void> => await keepUnsent(context, authoredWith(text));
    const body = (await readText(context, values, { what: 'comment', required: true, onUnsent })) ?? '';
    const sent = await sendAuthored(context, authoredWith(body), async () => {
      const { uuid, ref } = await findNamed(context, 'project', named);
      const reply = await client.write('POST /projects/:id/activity', { id: uuid, body: { body } });
      return reply && { reply, ref, uuid };
    });
    if (!sent) return;
    const { ref, uuid, reply } = sent;
    await context.show.result(`Commented on ${ref}.`, { ...reply, ref, uuid }, ref);
  },
});
