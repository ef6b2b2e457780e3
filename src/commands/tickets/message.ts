import type { FlagValues } from '../../args/flag.js';
import { findNamed } from '../../bulk/find-named.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, rowsOf, textOf } from '../../contract/row.js';
import type { TicketDetail } from '../../contract/ticket.js';
import type { Created } from '../../contract/wide.js';
import { compose } from '../../drafts/compose.js';
import { draftFlag, textFlags } from '../../drafts/text-flags.js';
import { attachFlags } from '../../files/attachments.js';
import { requireAllFiles } from '../../files/stored-files.js';
import type { FilePart } from '../../http/body/multipart.js';
import { readBack } from '../../lists/read-back.js';

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
  const composed = await compose(context, given, {
    command: `tickets ${what}`,
    flags: messageFlags,
    target: argument,
    text: { what, isRequired: true },
    async beforeEditor({ refs: [text = ''] }) {
      kind.permit(await seeTicket(context, text));
      return undefined;
    },
  });
  const {
    client,
    refs: [text = ''],
    body = '',
    files,
  } = composed;
  return await composed.send(async () => {
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
export async function readMessage(
  context: Context,
  { client, uuid, answer, body }: Sent,
  what: string,
): Promise<Row | undefined> {
  const detail = await readBack(context, what, async () => await client.call('GET /tickets/:id', { id: uuid }));
  if (!detail) return undefined;
  const rows = rowsOf(detail.messages);
  const id = textOf(answer.id);
  return rows.find((row) => id !== undefined && row.id === id) ?? rows.findLast((row) => row.body === body);
}

/**
 * Tells that a message is there; its result carries the ticket it belongs to. Throws `partial` where the server has left
 * out a file of what it `stored`.
 */
export async function reportSent(
  context: Context,
  sentence: string,
  { sent, stored }: { readonly sent: Sent; readonly stored: Row | undefined },
): Promise<void> {
  const { ref, uuid, files, answer } = sent;
  const { ref: _ref, uuid: _uuid, ...rest } = answer;
  await context.show.result(sentence, { ref, uuid, ...rest }, ref);
  const kept = stored?.attachments ?? stored?.files;
  if (Array.isArray(kept)) requireAllFiles(`the text is on ${ref}`, files, rowsOf(kept));
}
