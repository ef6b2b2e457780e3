import { attachFlags } from '../../args/more-flags.js';
import { ref } from '../../args/value.js';
import { type Argument, defineVerb, type VerbBody } from '../../args/verb.js';
import { edit, get, send } from '../../compose/compose.js';
import { withTextArgument } from '../../compose/text/text-argument.js';
import { newFlags, textFlags, textHelp } from '../../compose/text/text-flags.js';
import { checkPostedFiles } from '../../lists/stored-files.js';
import { withRest } from '../../output/shown.js';
import { askWhich } from '../../references/ask-which.js';
import { keepTitled } from '../../references/read.js';
import { findTitled } from '../../references/titled.js';
import { requireSeen } from './unseen.js';
import { threadOrgFlag } from './view.js';

const flags = { org: threadOrgFlag, ...textFlags, ...attachFlags, ...newFlags };

const thread: Argument = { value: ref('threads'), help: 'a thread: its id, its URL, its whole title, or @' };

const verbOfFlags = defineVerb({
  details: [
    'Searches for a title in all your organisations, or only in --org.',
    textHelp,
    'For the internal team, and for people with the role agent or client in the organisation.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [thread],
  flags,
  examples: [
    { line: 'tracker chat reply "Lunch on Friday" "I am in."', does: 'reply' },
    { line: 'tracker chat reply "Lunch on Friday" --org lantern-works -e', does: 'write it in your editor' },
    {
      line: 'tracker chat reply "Release of the roster today" -F notes.md --attach before.png',
      does: 'send a file as the text, and attach another',
    },
  ],
  writes: ['POST /chat/threads/:id/messages'],
  run: async (context, [argument = ''], given) => {
    const got = await get(context, given, {
      command: 'chat reply',
      flags,
      target: argument,
      wanted: 'thread',
      text: { what: 'message', isRequired: true },
    });
    const { client, files } = got;
    const { org } = got.values;
    let name = got.refs[0]?.text ?? '';
    const find = async () =>
      await askWhich(context, name, async (text) => {
        const found = await findTitled(client, { kind: 'thread', text, org, isWhole: true });
        name = text;
        return found;
      });
    const written = await edit(context, got, async () => {
      const { title } = await find();
      return { about: `A reply in the thread ${title === undefined ? '' : `"${title}" `}of the chat.` };
    });
    const { body = '' } = written.values;
    const sent = await send(context, written, async ({ refs: [reference] }) => {
      const thread = await find();
      await reference?.check?.({ ref: thread.title ?? name, uuid: thread.id });
      await requireSeen(context, client, { id: thread.id, basis: reference?.basisOf?.(thread.id) });
      await context.onNamed?.({ kind: 'thread', uuid: thread.id, ref: thread.title ?? name });
      const answer = await client.write('POST /chat/threads/:id/messages', { id: thread.id, body: { body }, files });
      return answer && { ...thread, answer };
    });
    if (!sent) return undefined;
    const { id, title, answer } = sent;
    await keepTitled(context, { kind: 'thread', id, title: title ?? '' });
    const { ref: _ref, uuid: _uuid, ...rest } = answer;
    const where = title === undefined ? 'the thread' : `"${title}"`;
    const done = { sentence: `Replied in ${where}.`, object: { ref: id, uuid: id, ...rest }, quiet: id };
    const posted = { kind: 'thread', uuid: id, id: answer.id, body, files } as const;
    return await withRest({ is: 'result', ...done }, async (show) => {
      await checkPostedFiles({ show }, client, posted, `the message is in ${where}`);
    });
  },
});

export const verb: VerbBody = withTextArgument(verbOfFlags, thread);
