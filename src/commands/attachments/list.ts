import { defineVerb } from '../../args/verb.js';
import { oneReference } from '../../references/read.js';
import { attachmentList } from '../../views/parts.js';
import { arrange } from '../showing/arrange.js';
import { settingFor } from '../showing/setting.js';
import { readAttachments, referenceArgument } from './read-attachments.js';

export const verb = defineVerb({
  details: 'Includes the files of comments and messages. Everyone who can see a task or ticket can see its files.',
  prints: { list: attachmentList },
  arguments: [referenceArgument],
  flags: {},
  examples: [
    { line: 'tracker attachments list OPS-9', does: 'list all files' },
    { line: 'tracker attachments list ticket:SCM-3 --json=ref,name,size', does: 'use it in a script' },
  ],
  run: async (context, [text = ''], { sort, limit }) => {
    const named = await oneReference(context, text);
    const client = await context.client();
    const { ref, rows, people } = await readAttachments(context, named);
    const setting = settingFor(context, client, people);
    const arranged = arrange(attachmentList, rows, { sort, limit, setting });
    await context.show.list(attachmentList, { ...arranged, setting, emptyHint: `on ${ref}` });
  },
});
