import type { Context } from '../../args/context.js';
import { type FlagValues, text } from '../../args/flag.js';
import { attachFlags } from '../../args/more-flags.js';
import { kind, pipedText } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { ask, edit, get, send } from '../../compose/compose.js';
import { flagField } from '../../compose/form/field.js';
import { withTitleArgument } from '../../compose/text/text-argument.js';
import { newFlags, textFlags, textHelp } from '../../compose/text/text-flags.js';
import { usageError } from '../../contract/errors.js';
import { textOf, uuidOf } from '../../contract/row.js';
import { checkPostedFiles } from '../../lists/stored-files.js';
import { withRest } from '../../output/shown.js';
import { namedOrg, orgField, orgForNew, orgName, requireOrg } from '../creating/choose-org.js';
import { createdIn, createdShown, fileRemarks, isReviewed } from '../creating/creating.js';

const flags = {
  org: text('--org', 'the organisation: slug, name or id (default: from .tracker.json)', kind('org')),
  title: text('-t, --title', 'the title', pipedText('line', 'title')),
  ...textFlags,
  ...attachFlags,
  ...newFlags,
};

const verbOfFlags = defineVerb({
  details: [
    [
      'Starts a thread with its first message and prints the id of the thread. The organisation is given by --org or',
      '.tracker.json; otherwise it is the only one you belong to. On a terminal, you are prompted for anything missing. The thread',
      'is then shown, with who will see it, before it is started, unless --yes or both title and message are given.',
    ].join('\n'),
    textHelp,
    'For the internal team, and for people with the role agent or client in the organisation.',
  ].join('\n\n'),
  prints: 'result',
  flags,
  examples: [
    { line: 'tracker chat create --org lantern-works -t "Tidying up" -b "On Monday?"', does: 'start a thread' },
    {
      line: 'tracker chat create --org scandia-maritime -t Timetable -e --attach plan.pdf',
      does: 'write it in your editor and attach a file',
    },
  ],
  writes: ['POST /chat/threads'],
  run: async (context, _args, given) => {
    const got = await get(context, given, {
      command: 'chat create',
      flags,
      text: { what: 'message', isRequired: true },
      check: (values, client) => settle(context, client, values),
    });
    const { client, files } = got;
    const asked = await ask(context, got, async ({ onAnswer, write }) => {
      const { values } = got;
      if (!context.prompt.possible) return;
      const reviewed = isReviewed(context, given, given.title);
      if (!reviewed && values.org !== undefined && values.title !== undefined && values.body !== undefined) return;
      const { fillForm } = await import('../../compose/form/form.js');
      await fillForm(context, {
        ...{ title: 'A new thread', send: 'start it', isNew: true, write, opensEditor: values.editor },
        ...{ isReviewed: reviewed, before: values },
        fields: [
          flagField(flags, 'title', 'Title', { isRequired: true }),
          orgField(client, flags),
          flagField(flags, 'body', 'Message', { isLong: true, isRequired: true }),
        ],
        remarks: async ({ org }) => [
          ...fileRemarks(values.attach),
          `Who will see it: everyone at ${await orgName(client, String(org))} who reads its chat, and the team.`,
        ],
        // The answers have the types of their flags.
        onAnswer: (answers) => onAnswer(answers as Partial<Values>),
      });
    });
    const written = await edit(context, asked);
    const { org, title = '', body = '' } = written.values;
    const answer = await send(context, written, async ({ named }) => {
      const orgId =
        org === undefined ? await requireOrg(client, undefined) : await orgForNew(client, named({ text: org }));
      return await client.write('POST /chat/threads', { body: { orgId, title, body }, files });
    });
    if (!answer) return undefined;
    // The id may have either name (docs/api.md, Chat).
    const id = textOf(answer.threadId) ?? uuidOf(createdIn(answer, 'thread'));
    const sentence = `Started the thread "${title}".`;
    const creation = { title, look: 'chat list', kind: 'thread' } as const;
    const made = await createdShown(context, { ...creation, answer: { uuid: id, ...answer }, ref: id, sentence });
    const posted = { kind: 'thread', uuid: id, id: undefined, body, files } as const;
    return await withRest(made, async (show) => {
      await checkPostedFiles({ show }, client, posted, 'the thread was started');
    });
  },
});

export const verb: VerbBody = withTitleArgument(verbOfFlags);

type Values = FlagValues<typeof flags>;

/** Throws a usage error naming every missing flag if no prompt is possible, before any request (docs/requirements.md, R63). */
function settle(context: Context, client: Client, values: Values): Values {
  const title = values.title?.trim();
  if (title === '') throw usageError('--title cannot be empty');
  const org = namedOrg(context, client, values.org);
  if (title === undefined && !context.prompt.possible) {
    const hasText = values.body !== undefined || values.bodyFile !== undefined || values.editor;
    const missing = hasText ? '--title' : '--title and --body';
    throw usageError(`a new thread needs ${missing}`, 'tracker help chat create');
  }
  return { ...values, org, title };
}
