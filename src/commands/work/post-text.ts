import type { Context } from '../../args/context.js';
import type { FlagTable } from '../../args/flag.js';
import type { Client } from '../../client/client.js';
import { type ComposeValues, get, type TextChange } from '../../compose/compose.js';
import type { FilePart } from '../../contract/attachment.js';
import type { Entity } from '../../references/find-entity.js';
import type { RefArgument } from '../../references/read.js';
import { requireOneWord, spelled } from './words.js';

type Kind = 'task' | 'ticket';

/** What a text is for: a comment on a task, or a reply or note on a ticket. */
interface TextKind {
  readonly kind: Kind;
  readonly what: 'comment' | 'reply' | 'note';
  readonly flags: FlagTable;
}

/** The text and the references of a command that posts one, and may set a status after it. */
export async function getText<T extends ComposeValues & { readonly status?: string | undefined }>(
  context: Context,
  given: T,
  target: RefArgument | readonly RefArgument[],
  { kind, what, flags }: TextKind,
): Promise<TextChange<T>> {
  return await get(context, given, {
    command: `${kind}s ${what}`,
    flags,
    target,
    text: { what, isRequired: true },
    check(values, client) {
      const { status } = values;
      requireOneWord(context, client, { flag: '--status', kind: `${kind}-status`, word: status });
      return values;
    },
  });
}

interface TextToPost<K extends Kind> extends Pick<TextKind, 'what'> {
  readonly found: Entity<K>;
  readonly body: string;
  readonly files: readonly FilePart[];
  /** The status to set afterwards, as it was typed. */
  readonly status: string | undefined;
  readonly prepare?: () => Promise<void>;
  /** Called as soon as the server has it: what comes after that must not have it sent again. */
  readonly onSent?: (() => void) | undefined;
}

/**
 * Posts a text, and then sets the status. In a dry run there is no answer. Throws `forbidden` before anything is sent if the
 * caller may not set it.
 */
export async function postText<K extends Kind>(
  context: Context,
  client: Client,
  { found, what, body, files, status, prepare, onSent }: TextToPost<K>,
) {
  const permit = async (word: string) => {
    const { permitStatus } = await import('./set-status.js');
    return await permitStatus(context, client, { found, what, to: spelled(client, `${found.kind}-status`, word) });
  };
  const setStatus = status === undefined ? undefined : await permit(status);
  await prepare?.();
  const options = { id: found.uuid, body: what === 'note' ? { body, internal: true } : { body }, files };
  const answer =
    found.kind === 'task'
      ? await client.write('POST /tasks/:id/comments', options)
      : await client.write('POST /tickets/:id/messages', options);
  if (answer) onSent?.();
  return { answer, status: await setStatus?.() };
}
