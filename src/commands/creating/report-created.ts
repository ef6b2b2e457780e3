import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { type Row, uuidOf } from '../../contract/row.js';

/** What the server was asked to create, and the command that shows whether it exists. */
export interface Creation {
  readonly title: string;
  readonly look: string;
  /** What `@` stands for from then on. */
  readonly kind?: 'task' | 'ticket' | 'note' | 'thread';
}

/** Reports what was created, with its reference. Throws `unknown_outcome` if the response has no reference. */
export async function reportCreated(
  context: Context,
  {
    answer,
    ref,
    sentence,
    ...creation
  }: Creation & { readonly answer: Row; readonly ref: string; readonly sentence: string },
): Promise<void> {
  requireName(ref, creation);
  const { kind, title } = creation;
  const name = kind === 'note' || kind === 'thread' ? title : ref;
  await rememberCreated(context, { kind, uuid: uuidOf(answer), ref: name });
  await context.show.created(sentence, answer, ref);
}

/** Throws `unknown_outcome` if the server did not send a reference, because creating it again may create it twice. */
export function requireName(ref: string, { title, look }: Creation): void {
  if (ref.trim() !== '') return;
  const message = `the server accepted ${JSON.stringify(title)} but did not send its reference`;
  throw new TrackerError('unknown_outcome', message, { hint: look });
}

/** Lets `@` stand for what was created. */
export async function rememberCreated(
  context: Context,
  { kind, uuid, ref }: { readonly kind: Creation['kind']; readonly uuid: string; readonly ref: string },
): Promise<void> {
  if (kind === undefined || uuid === '') return;
  (await (await context.client()).lastShown()).keep({ entity: { kind, uuid, ref } });
}
