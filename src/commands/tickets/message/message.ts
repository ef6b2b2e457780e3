import type { Context } from '../../../args/context.js';
import { assigneeFlag, type FlagValues, names, text, toggle } from '../../../args/flag.js';
import { attachFlags, word } from '../../../args/more-flags.js';
import { kind, ref, serverWord } from '../../../args/value.js';
import { edit, send, withBody } from '../../../compose/compose.js';
import { newFlags, textFlags, textInstead } from '../../../compose/text/text-flags.js';
import { phrase, type Sentence } from '../../../contract/errors.js';
import { followingIn, followingWords } from '../../../contract/following.js';
import { cleanLine } from '../../../contract/text/unsafe-characters.js';
import { isUnreached } from '../../../ledger/send.js';
import { checkStoredFiles, readPosted, type StoredMessage } from '../../../lists/stored-files.js';
import { type VerbResult, withRest } from '../../../output/shown.js';
import type { RefArgument } from '../../../references/read.js';
import { confirmSending } from '../../../terminal/prompt/prompt.js';
import { placeholdersOf, type SeenTicket, seeTicket } from '../../conversations/seen-ticket.js';
import { readTemplate } from '../../conversations/template.js';
import { unchangedFlag, watchUnseen } from '../../conversations/unseen.js';
import { getText, postText } from '../../work/post-text.js';
import { findOriginal, noteOnOriginal, originalWords, withMacro } from './macro.js';
import { quoteLast } from './quote.js';

export const messageFlags = {
  ...textFlags,
  quote: {
    ...toggle('--quote', 'begin with the last message, who wrote it and when, in your editor'),
    needsTerminal: textInstead,
  },
  template: text('--template', 'use templates/NAME.md in the config folder', kind('template', 'name')),
  ...attachFlags,
  status: word('-s, --status', 'then set this status', serverWord('ticket-status')),
  priority: word('-p, --priority', 'then set this priority', serverWord('ticket-priority')),
  category: word('--category', 'then set this category', serverWord('ticket-category')),
  tag: names('--tag', 'then add these tags', serverWord('ticket-tag')),
  assignee: assigneeFlag('then also assign these people'),
  original: text('--original', 'the ticket that this one is a duplicate of; a note there says so', ref('tickets')),
  ...unchangedFlag,
  ...newFlags,
};

/** Paragraphs in the help of replies and notes. */
export const startHelp = [
  '--template NAME uses the text of templates/NAME.md in the config folder, and fills in {{ref}}, {{subject}}, {{customer}},',
  '{{me}} and {{original}}. If the file begins with a head (lines name: value between two lines ---), the template is a macro,',
  'which also does what the head says: status, priority, category, tag and assignee (separate several with commas), kind (reply or',
  'note), and for tracker triage key (after M) and then (next or stay). Flags that you type override it. On a terminal, all of it is',
  'shown, and you are asked to confirm it unless --yes is given; with --editor, you can change the text first.',
  '',
  '--original REF says which ticket this one duplicates, and adds an internal note there that names this one. The built-in template',
  'duplicate closes the ticket with a note that names the original; one of your own replaces it. The API cannot merge tickets.',
  '',
  'What --status and the like say is set once the text has been accepted, and undone in one step; if setting it fails, the exit code',
  'is 8.',
].join('\n');

type MessageFlags = FlagValues<typeof messageFlags>;

/** The differences between a public reply and an internal note. */
interface MessageKind {
  readonly what: 'reply' | 'note';
  /** Says who will be able to read it, in a sentence. */
  readonly readers: (seen: SeenTicket) => string;
  /** Throws if the caller may not write this kind of message. */
  readonly permit: (seen: SeenTicket) => void;
}

/** A message that the server has accepted. */
type SentMessage = NonNullable<Awaited<ReturnType<typeof sendMessage>>>;

/**
 * Sends a message to a ticket, keeping its text as a draft until the server has accepted it; undefined in a dry run. Only the
 * kind decides about `internal`, never a draft or a response (docs/api.md, Tickets; docs/requirements.md, R70).
 */
export async function sendMessage(
  context: Context,
  [argument = '']: readonly RefArgument[],
  given: MessageFlags,
  kind: MessageKind,
) {
  const { what } = kind;
  const { template: name } = given;
  const template = name === undefined ? undefined : readTemplate(context, name);
  const got = await getText(context, given, argument, {
    ...{ kind: 'ticket', what, flags: messageFlags },
    complete: (values) =>
      template && values.template !== undefined ? withMacro(context, values, { template, what }) : values,
  });
  const { client, refs, files } = got;
  const { editor, quote, body: givenBody } = got.values;
  const unseen = watchUnseen(context, client, got.values);
  const isTemplate = got.values.template !== undefined && !editor && !quote;
  /** What it begins with: the last message, quoted, and the template. */
  const start = async (within: Context, seen: SeenTicket): Promise<string> => {
    kind.permit(seen);
    const duplicated = template?.needsOriginal
      ? await findOriginal(within, got.values.original, { ...got, duplicate: seen })
      : undefined;
    const known = placeholdersOf(within, seen, duplicated && (await originalWords(within, duplicated, what)));
    const parts = [quote ? `${quoteLast(seen, what)}\n` : '', (await template?.fill(known)) ?? ''];
    return parts.filter((part) => part !== '').join('\n');
  };
  const written =
    isTemplate && givenBody === undefined
      ? withBody(got, await reading(context, async (within) => await start(within, await seeTicket(within, refs[0]))))
      : await edit(context, got, async () => {
          const seen = await seeTicket(context, refs[0]);
          await unseen.begin(seen.found);
          const text = await start(context, seen);
          return { text: text === '' ? undefined : `${text}\n`, about: kind.readers(seen) };
        });
  const { values } = written;
  const { body = '' } = values;
  const following = followingIn(values);
  return await send(context, written, async ({ refs: [reference], keepOnly, named }) => {
    const seen = await seeTicket(context, reference);
    kind.permit(seen);
    const duplicated = await findOriginal(context, values.original, { named, duplicate: seen });
    const steps = duplicated ? [await noteOnOriginal(context, duplicated, seen)] : [];
    const { answer, followed } = await postText(context, client, {
      ...{ found: seen.found, what, body, files, given: following, steps },
      async prepare() {
        const original = duplicated ? [`a note on ${duplicated.ref}`] : [];
        await confirmMessage(context, given, {
          what,
          readers: kind.readers(seen),
          template: isTemplate ? { body, after: [...followingWords(following), ...original] } : undefined,
        });
        await unseen.check(seen.found, `Send this ${what}`);
      },
      onSent: () => keepOnly?.([]),
    });
    return answer && { ...seen, body, files, answer, followed };
  });
}

/** What is read to fill in a template; with `--queue`, from what is remembered where the server cannot be reached. */
async function reading<T>(context: Context, read: (within: Context) => Promise<T>): Promise<T> {
  try {
    return await read(context);
  } catch (error) {
    if (!context.settings.queue || !isUnreached(error)) throw error;
    const client = (await context.client()).remembered();
    return await read({ ...context, client: async () => client }).catch(() => {
      throw error;
    });
  }
}

/** The message as stored by the server. Warns and returns undefined if its ticket cannot be read. */
export async function readMessage(context: Context, sent: SentMessage, what: string) {
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
  const { said = '', changes, failure } = sent.followed ?? {};
  const object = { ref, uuid, ...rest, ...(changes && { changes }) };
  return await withRest({ is: 'result', sentence: phrase`${sentence}${said}.`, object, quiet: ref }, async (show) => {
    if (failure) throw failure;
    if (stored) await checkStoredFiles({ show }, `the text is on ${ref}`, files, stored);
  });
}

interface MessageQuestion extends Pick<MessageKind, 'what'> {
  readonly readers: string;
  /** The text of a template, which its author has not seen yet, and what is done after it. */
  readonly template: { readonly body: string; readonly after: readonly string[] } | undefined;
}

/**
 * Says who can read a reply. At a terminal, asks whether to send what has just been written, or the text of a template after showing
 * it; of a note, only that. Throws Declined for a no.
 */
async function confirmMessage(
  context: Context,
  { body, bodyFile }: MessageFlags,
  { what, readers, template }: MessageQuestion,
): Promise<void> {
  const { settings, prompt, show, io } = context;
  if (what === 'reply') await show.say(readers);
  const isDecided = what === 'reply' ? body !== undefined || bodyFile !== undefined : template === undefined;
  if (isDecided || !io.stdin.isTerminal) return;
  if (template !== undefined && prompt.possible && !settings.yes && !settings.dryRun) {
    const { indentText } = await import('../../../output/text/wrap.js');
    const { body: text, after } = template;
    const then = after.length === 0 ? '' : `then: ${cleanLine(after.join(', '))}\n\n`;
    await io.stderr.write(`\n${await indentText(text, 2, io.stderr.columns())}\n\n${then}`);
  }
  // With an output format, nothing has been said yet; and of a note, only here.
  const isSaid = what === 'reply' && !show.isAsked;
  await confirmSending(context, `${isSaid ? '' : `${readers} `}Send this ${what}?`);
}
