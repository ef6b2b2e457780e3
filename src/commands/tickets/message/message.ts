import type { Context } from '../../../args/context.js';
import type { FlagValues } from '../../../args/flag.js';
import { attachFlags, word } from '../../../args/more-flags.js';
import { serverWord } from '../../../args/value.js';
import { edit, send, withBody } from '../../../compose/compose.js';
import { draftFlag, startFlags, textFlags } from '../../../compose/text/text-flags.js';
import type { FilePart } from '../../../contract/attachment.js';
import { phrase, type Sentence } from '../../../contract/errors.js';
import type { CreationReply } from '../../../contract/wide.js';
import { checkStoredFiles, readPosted, type StoredMessage } from '../../../lists/stored-files.js';
import { type VerbResult, withRest } from '../../../output/shown.js';
import type { RefArgument } from '../../../references/read.js';
import { confirmSending } from '../../../terminal/prompt/prompt.js';
import { placeholdersOf, type SeenTicket, seeTicket } from '../../conversations/seen-ticket.js';
import { readTemplate } from '../../conversations/template.js';
import { unchangedFlag, watchUnseen } from '../../conversations/unseen.js';
import { getText, postText } from '../../work/post-text.js';
import type { StatusSet } from '../../work/set-status.js';
import { quoteLast } from './quote.js';

export const messageFlags = {
  ...textFlags,
  ...startFlags,
  ...attachFlags,
  status: word('-s, --status', 'then set this status', serverWord('ticket-status')),
  ...unchangedFlag,
  ...draftFlag,
};

export type MessageGiven = FlagValues<typeof messageFlags>;

/** The differences between a public reply and an internal note. */
interface MessageKind {
  readonly what: 'reply' | 'note';
  /** Says who will be able to read it, in a sentence. */
  readonly readers: (seen: SeenTicket) => string;
  /** Throws if the caller may not write this kind of message. */
  readonly permit: (seen: SeenTicket) => void;
}

/** A message that the server has accepted. */
export interface SentMessage extends SeenTicket {
  readonly body: string;
  readonly files: readonly FilePart[];
  readonly answer: CreationReply;
  readonly status?: StatusSet | undefined;
}

/**
 * Sends a message to a ticket, keeping its text as a draft until the server has accepted it; undefined in a dry run. Only the
 * kind decides about `internal`, never a draft or a response (docs/api.md, Tickets; docs/requirements.md, R70).
 */
export async function sendMessage(
  context: Context,
  [argument = '']: readonly RefArgument[],
  given: MessageGiven,
  kind: MessageKind,
): Promise<SentMessage | undefined> {
  const { what } = kind;
  const got = await getText(context, given, argument, { kind: 'ticket', what, flags: messageFlags });
  const { client, refs, files } = got;
  const { template, editor, quote, body: givenBody } = got.values;
  const unseen = watchUnseen(context, client, got.values);
  const isTemplate = template !== undefined && !editor && !quote;
  const fill = template === undefined ? undefined : readTemplate(context, template);
  /** What it begins with: the last message, quoted, and the template. */
  const start = async (seen: SeenTicket): Promise<string> => {
    kind.permit(seen);
    const parts = [quote ? `${quoteLast(seen, what)}\n` : '', (await fill?.(placeholdersOf(context, seen))) ?? ''];
    return parts.filter((part) => part !== '').join('\n');
  };
  const written =
    isTemplate && givenBody === undefined
      ? withBody(got, await start(await seeTicket(context, refs[0])))
      : await edit(context, got, async () => {
          const seen = await seeTicket(context, refs[0]);
          await unseen.begin(seen.found);
          const text = await start(seen);
          return { text: text === '' ? undefined : `${text}\n`, about: kind.readers(seen) };
        });
  const { values } = written;
  const { body = '' } = values;
  return await send(context, written, async ({ refs: [ticket], keepOnly }) => {
    const seen = await seeTicket(context, ticket);
    kind.permit(seen);
    const { answer, status } = await postText(context, client, {
      ...{ found: seen.found, what, body, files, status: values.status },
      async prepare() {
        await confirmMessage(context, given, {
          what,
          readers: kind.readers(seen),
          template: isTemplate ? body : undefined,
        });
        await unseen.check(seen.found, `Send this ${what}`);
      },
      onSent: () => keepOnly?.([]),
    });
    return answer && { ...seen, body, files, answer, status };
  });
}

/** The message as stored by the server. Warns and returns undefined if its ticket cannot be read. */
export async function readMessage(
  context: Context,
  sent: SentMessage,
  what: string,
): Promise<StoredMessage | undefined> {
  const { client, uuid, answer, body } = sent;
  return await readPosted(context, client, { kind: 'ticket', uuid, id: answer.id, body }, what);
}

/**
 * What became of a message; the result has the reference of its ticket. Its failure is `partial` if its status was not set, or a
 * file is missing from what the server `stored`; warns if that cannot be checked. The `sentence` has no full stop yet.
 */
export async function sentShown(
  sentence: Sentence,
  { sent, stored }: { readonly sent: SentMessage; readonly stored: StoredMessage | undefined },
): Promise<VerbResult> {
  const { ref, uuid, files, answer } = sent;
  const { ref: _ref, uuid: _uuid, ...rest } = answer;
  const { said = '', changes, failure } = sent.status ?? {};
  const object = { ref, uuid, ...rest, ...(changes && { changes }) };
  return await withRest({ is: 'result', sentence: phrase`${sentence}${said}.`, object, quiet: ref }, async (show) => {
    if (failure) throw failure;
    if (stored) await checkStoredFiles({ show }, `the text is on ${ref}`, files, stored);
  });
}

interface MessageQuestion extends Pick<MessageKind, 'what'> {
  readonly readers: string;
  /** The text of a template, which its author has not seen yet. */
  readonly template: string | undefined;
}

/**
 * Says who can read a reply. At a terminal, asks whether to send what has just been written, or the text of a template after showing
 * it; of a note, only that. Throws Declined for a no.
 */
async function confirmMessage(
  context: Context,
  { body, bodyFile }: MessageGiven,
  { what, readers, template }: MessageQuestion,
): Promise<void> {
  const { settings, prompt, show, io } = context;
  if (what === 'reply') await show.say(readers);
  const isDecided = what === 'reply' ? body !== undefined || bodyFile !== undefined : template === undefined;
  if (isDecided || !io.stdin.isTerminal) return;
  if (template !== undefined && prompt.possible && !settings.yes && !settings.dryRun) {
    const { indentText } = await import('../../../output/text/wrap.js');
    await io.stderr.write(`\n${await indentText(template, 2, io.stderr.columns())}\n\n`);
  }
  // With an output format, nothing has been said yet; and of a note, only here.
  const isSaid = what === 'reply' && !show.isAsked;
  await confirmSending(context, `${isSaid ? '' : `${readers} `}Send this ${what}?`);
}
