import type { Context } from '../../args/context.js';
import type { FlagTable } from '../../args/flag.js';
import type { Client } from '../../client/client.js';
import type { LearnedValue } from '../../client/learn/rows.js';
import { type ComposeValues, get, type TextChange } from '../../compose/compose.js';
import type { FollowUp } from '../../contract/following.js';
import type { FilePart } from '../../contract/shapes/attachment.js';
import type { Entity } from '../../references/find-entity.js';
import type { RefArgument } from '../../references/read.js';
import type { Step } from './after-text.js';
import { refuseMisspelt, requireOneWord } from './words.js';

type Kind = 'task' | 'ticket';

/** What a text is for: a comment on a task, or a reply or note on a ticket. */
interface TextToGet<V> {
  readonly kind: Kind;
  readonly what: 'comment' | 'reply' | 'note';
  readonly flags: FlagTable;
  /** Adds what a template says. */
  readonly complete?: (values: V) => V;
}

/** The text and the references of a command that posts one, and may change fields after it. */
export async function getText<T extends ComposeValues & FollowUp>(
  context: Context,
  given: T,
  target: RefArgument | readonly RefArgument[],
  { kind, what, flags, complete = (values) => values }: TextToGet<T>,
): Promise<TextChange<T>> {
  return await get(context, given, {
    command: `${kind}s ${what}`,
    flags,
    target,
    text: { what, isRequired: true },
    check(values, client) {
      const all = complete(values);
      refuseWords(context, client, { kind, given: all });
      return all;
    },
  });
}

/** Throws a usage error for a word to be set that is unknown and near a known one. */
export function refuseWords(
  context: Context,
  client: Client,
  { kind, given }: { readonly kind: Kind; readonly given: FollowUp },
): void {
  const { status, priority, category, tag = [] } = given;
  for (const [field, word] of Object.entries({ status, priority, category }))
    requireOneWord(context, client, { flag: `--${field}`, kind: `${kind}-${field}` as LearnedValue, word });
  refuseMisspelt(context, client, { flag: '--tag', kind: `${kind}-tag`, words: tag });
}

interface TextToPost<K extends Kind> extends Pick<TextToGet<never>, 'what'> {
  readonly found: Entity<K>;
  readonly body: string;
  readonly files: readonly FilePart[];
  /** What is changed afterwards, as it was typed. */
  readonly given: FollowUp;
  /** What is done before that. */
  readonly steps?: readonly Step[];
  readonly prepare: () => Promise<void>;
  /** Called as soon as the server has it: what comes after that must not have it sent again. */
  readonly onSent?: (() => void) | undefined;
}

/** Posts a text, and does what follows it; no answer in a dry run. Throws `forbidden` before anything is sent. */
export async function postText<K extends Kind>(
  context: Context,
  client: Client,
  { found, what, body, files, given, steps = [], prepare, onSent }: TextToPost<K>,
) {
  const isFollowed = steps.length + Object.keys(given).length > 0;
  const { permitChange, follow } = isFollowed ? await import('./after-text.js') : {};
  const after = [...steps, ...((await permitChange?.(context, client, { found, given })) ?? [])];
  await prepare();
  const options = { id: found.uuid, body: what === 'note' ? { body, internal: true } : { body }, files };
  const answer =
    found.kind === 'task'
      ? await client.write('POST /tasks/:id/comments', options)
      : await client.write('POST /tickets/:id/messages', options);
  if (answer) onSent?.();
  return { answer, followed: await follow?.(context, client, { found, what, steps: after }) };
}
