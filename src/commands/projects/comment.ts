import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { edit, get, send } from '../../compose/compose.js';
import { newFlags, textFlags, textHelp } from '../../compose/text/text-flags.js';
import { findNamed } from '../../references/find-named.js';

const flags = { ...textFlags, ...newFlags };

export const verb = defineVerb({
  details: `${textHelp}\n\nThe comment becomes part of the project's history. Everyone who can see the tasks of a project may comment on it.`,
  prints: 'result',
  arguments: [{ value: ref('projects'), help: 'a project: its key, name, uuid or URL' }],
  flags,
  examples: [
    { line: 'tracker projects comment SCM -b "The field test is in week 17."', does: 'comment on a project' },
    { line: 'tracker projects comment SCM -F minutes.md', does: 'read the comment from a file' },
  ],
  writes: ['POST /projects/:id/activity'],
  run: async (context, [text = ''], given) => {
    const got = await get(context, given, {
      command: 'projects comment',
      flags,
      target: text,
      text: { what: 'comment', isRequired: true },
    });
    const [project = { text: '' }] = got.refs;
    const written = await edit(context, got, async () => {
      const { ref, title } = await findNamed(context, 'project', project);
      return { about: `A comment on the project ${ref} ${title}. Everyone who can see its tasks can read it.` };
    });
    const { body = '' } = written.values;
    const sent = await send(context, written, async ({ refs: [named = project] }) => {
      const { uuid, ref } = await findNamed(context, 'project', named);
      const reply = await got.client.write('POST /projects/:id/activity', { id: uuid, body: { body } });
      return reply && { reply, ref, uuid };
    });
    if (!sent) return undefined;
    const { ref, uuid, reply } = sent;
    return { is: 'result', sentence: `Commented on ${ref}.`, object: { ...reply, ref, uuid }, quiet: ref };
  },
});
