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

/** A ticket, read right before something is written to it. */
export interface SeenTicket {
  readonly client: Client;
  readonly uuid: string;
  /** Its human reference. */
  readonly ref: string;
  readonly detail: TicketDetail;
}

/** The differences between a public reply and an internal note. */
export interface MessageKind {
  readonly what: 'reply' | 'note';
  /** Throws if the caller may not write this kind of message. */
  readonly permit: (seen: SeenTicket) => void;
  /** Runs right before sending, when the text is saved as a draft; throws if it must not be sent after all. */
  readonly prepare?: (seen: SeenTicket) => Promise<void>;
}

/** A message that the server has accepted. */
export interface Sent extends SeenTicket {
  readonly body: string;
  readonly files: readonly FilePart[];
  readonly answer: Created;
}

/**
 * Sends a message to a ticket, keeping its text as a draft until the server has accepted it; undefined in a dry run. Only the
 * kind decides about `internal`, never a draft or a response (docs/api.md, Tickets; docs/requirements.md, R70).
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

/** Reads a ticket with its detail. */
async function seeTicket(context: Context, text: string): Promise<SeenTicket> {
  const { uuid, ref, detail } = await findNamed(context, 'ticket', text);
  return { client: await context.client(), uuid, ref, detail: await detail() };
}

/** The message as stored by the server. Warns and returns undefined if it cannot be read. */
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
 * Reports a message; the result has the reference of its ticket. Throws `partial` if a file is missing from what the server
 * `stored`.
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
