import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { followingNames } from '../../contract/following.js';
import { textsOf } from '../../contract/row.js';
import { commandOf, type Entry, type Once } from '../../ledger/entry.js';
import { findOnce, isFree, requireSame } from '../../ledger/once.js';
import { findMe } from '../../references/people.js';
import { type ComposeValues, changeOf, isNotGiven, type TextChange } from '../writing.js';
import { accountOf, isFor, ledgerOf } from './drafts.js';
import { saveDraft } from './save.js';

/** Thrown for what was sent, proposed or queued with the same key before: nothing is sent now. */
export class SentBefore extends Error {
  constructor(readonly entry: Entry) {
    super('sent before');
  }
}

/**
 * A text in a draft with this key; what could not be sent with it before is replaced (docs/requirements.md, R100). Throws SentBefore;
 * `conflict` if something else was sent with the key, or is being sent now; and `failed` if it cannot be kept, since it could then be sent
 * twice.
 */
export async function withKey<V extends ComposeValues>(
  context: Context,
  given: TextChange<V>,
  key: string,
): Promise<TextChange<V>> {
  const parts = ledgerOf(context);
  const { once, before } = await requireNew(context, given, key);
  // What a person has left stays a draft of theirs, without the key, when an agent has the same one.
  const isReplaced = before && isFor(context, before) && commandOf(before) === given.composing.command;
  if (before && !isReplaced) parts.ledger.replace({ ...before, once: undefined });
  const asDraft = (number: number): TextChange<V> => {
    return { ...given, isNew: true, values: { ...given.values, fromDraft: String(number) } };
  };
  const draft = await saveDraft(context, before && isReplaced ? asDraft(before.number) : given, { once });
  if (!draft) throw new TrackerError('failed', 'cannot remember the key, so nothing was sent');
  // The lock of a process that was stopped is taken over.
  const first = await findOnce(parts, once);
  if (first?.number === draft.number) return asDraft(draft.number);
  parts.ledger.forget(draft.number);
  throw new TrackerError('conflict', `draft ${first?.number} was begun earlier with the same key; nothing was sent`);
}

/**
 * The key as an entry has it, and the entry with it that could not be sent, if there is one. Throws SentBefore, and `conflict`, as
 * `withKey` does, but changes nothing.
 */
export async function requireNew(
  context: Context,
  given: TextChange,
  key: string,
): Promise<{ readonly once: Once; readonly before: Entry | undefined }> {
  // Whose a token from the environment is, only the server knows.
  if (given.client.userId === undefined) await findMe(given.client).catch(() => undefined);
  const once: Once = { ...(await accountOf(given.client)), key, body: await hashOf(given), follows: isFollowed(given) };
  const before = await findOnce(ledgerOf(context), once);
  if (!before || isFree(before)) return { once, before };
  requireSame(before, changeOf(given), once);
  throw new SentBefore(before);
}

/** Whether anything may be changed once it has arrived. */
function isFollowed({ values }: TextChange): boolean {
  const given: Readonly<Record<string, unknown>> = { ...values };
  return [...followingNames, 'original'].some((name) => !isNotGiven(given[name]));
}

/** A hash of the command and of all that is sent, with the names and contents of its files. */
async function hashOf(given: TextChange): Promise<string> {
  const { words, flags } = changeOf(given);
  const { attach, ...others } = flags;
  const files = await Promise.all(textsOf(attach).map(async (path) => [basename(path), await hashOfFile(path)]));
  const sent = [commandOf({ words }), Object.entries(others).sort(), files];
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex');
}

/** A hash of what is in a file, however large it is. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
