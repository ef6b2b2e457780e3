import type { FlagValues } from '../../args/flag.js';
import { findNamed } from '../../bulk/find-named.js';
import { oneReference } from '../../bulk/one-reference.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, rowsOf, textOf } from '../../contract/row.js';
import type { TicketDetail } from '../../contract/ticket.js';
import type { Created } from '../../contract/wide.js';
import { readText } from '../../drafts/read-text.js';
import { withDraft } from '../../drafts/restore-flags.js';
import type { Authored } from '../../drafts/save.js';
import { keepUnsent } from '../../drafts/save-unsent.js';
import { sendAuthored } from '../../drafts/send.js';
import { draftFlag, textFlags } from '../../drafts/text-flags.js';
import { attachFlags, openAttachments } from '../../files/attachments.js';
import { requireOneReader } from '../../files/one-reader.js';
import { requireKeptFiles } from '../../files/stored-files.js';
import type { FilePart } from '../../http/body/multipart.js';
import { lookBack } from '../../lists/read-back.js';

export const messageFlags = { ...textFlags, ...attachFlags, ...draftFlag };

export type MessageGiven = FlagValues<typeof messageFlags>;

/** A ticket as it is right before something is written to it. */
export interface SeenTicket {
  readonly client: Client;
  readonly uuid: string;
  /** What people call it. */
  readonly ref: string;
  readonly detail: TicketDetail;
}

/** What makes a public reply and an internal note two things. */
export interface MessageKind {
  readonly what: 'reply' | 'note';
  /** Throws where the caller may not write this kind of message. */
  readonly permit: (seen: SeenTicket) => void;
  /** Runs right before it is sent, with the text kept as a draft; throws where it must not be sent after all. */
  readonly prepare?: (seen: SeenTicket) => Promise<void>;
}

/** A message that the server has taken. */
export interface Sent extends SeenTicket {
  readonly body: string;
  readonly files: readonly FilePart[];
  readonly answer: Created;
}

/**
 * Writes one message to a ticket, with its text kept as a draft until the server has it; undefined in a dry run. The kind
 * alone decides about `internal`, never a draft or an answer (docs/api.md, Tickets; docs/requirements.md, R70).
 */
export async function sendMessage(
  context: Context,
  [argument = '']: readonly string[],
  given: MessageGiven,
  kind: MessageKind,
): Promise<Sent | undefined> {
  const { what } = kind;
  const command = `tickets ${what}`;
  const client = await context.client();
  const url = client.base.href.replace(/\/$/, '');
  const values = withDraft(context, given, { command, url, table: messageFlags });
  requireOneReader([
    ['the reference', argument],
    ['--body-file', values.bodyFile],
    ['--attach', values.attach],
  ]);
  const text = await oneReference(context, argument);
  const files = openAttachments(context, values);
  // Nobody writes for nothing: an editor opens only where the ticket is there and takes the message.
  const isTyped = values.body === undefined && values.bodyFile === undefined && context.prompt.possible;
  if (isTyped) kind.permit(await seeTicket(context, text));
  const authoredWith = (body: string): Authored => ({
    command,
    args: [text],
    flags: { ...values, body },
    url,
    fromDraft: given.fromDraft,
    files,
  });
  const onUnsent = async (text: string): Promise<void> => await keepUnsent(context, authoredWith(text));
  const body = (await readText(context, values, { what, required: true, onUnsent })) ?? '';
  return await sendAuthored(context, authoredWith(body), async () => {
    const seen = await seeTicket(context, text);
    kind.permit(seen);
    await kind.prepare?.(seen);
    const payload = what === 'note' ? { body, internal: true } : { body };
    const answer = await client.write('POST /tickets/:id/messages', { id: seen.uuid, body: payload, files });
    return answer && { ...seen, body, files, answer };
  });
}

/** A ticket with its detail, as it is now. */
async function seeTicket(context: Context, text: string): Promise<SeenTicket> {
  const { uuid, ref, detail } = await findNamed(context, 'ticket', text);
  return { client: await context.client(), uuid, ref, detail: await detail() };
}

/** The message as the server has it now; undefined where that cannot be read, which is a warning. */
export async function readBack(
  context: Context,
  { client, uuid, answer, body }: Sent,
  what: string,
): Promise<Row | undefined> {
  const detail = await lookBack(context, what, async () => await client.call('GET /tickets/:id', { id: uuid }));
  if (!detail) return undefined;
  const rows = rowsOf(detail.messages);
  const id = textOf(answer.id);
  return rows.find((row) => id !== undefined && row.id === id) ?? rows.findLast((row) => row.body === body);
}

/**
 * Tells that a message is there; its result carries the ticket it belongs to. Throws `partial` where the server has left
 * out a file of what it `stored`.
 */
export async function tellSent(
  context: Context,
  sentence: string,
  { sent, stored }: { readonly sent: Sent; readonly stored: Row | undefined },
): Promise<void> {
  const { ref, uuid, files, answer } = sent;
  const { ref: _ref, uuid: _uuid, ...rest } = answer;
  await context.show.result(sentence, { ref, uuid, ...rest }, ref);
  const kept = stored?.attachments ?? stored?.files;
  if (Array.isArray(kept)) requireKeptFiles(`the text is on ${ref}`, files, rowsOf(kept));
}
