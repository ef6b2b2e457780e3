import type { Client } from '../../../client/client.js';
import type { Context } from '../../../context.js';
import { rowAt, textOf } from '../../../contract/row.js';
import { oneAtATime } from '../../../lists/entity-lock.js';
import type { Entity } from '../../../references/find-entity.js';
import { shellWord } from '../../../terminal/programs/shell-words.js';
import { type StatusSet, setAfterText, statusRefused } from '../../work/set-after-text.js';
import { applyChange } from './settle.js';

/** The status of a task now. Throws `forbidden` if the caller may not change it, before anything is sent. */
export async function permitStatus({ ref, detail }: Entity<'task'>): Promise<string | undefined> {
  const seen = await detail();
  if (seen.canEdit !== false) return textOf(rowAt(seen, 'task').status);
  throw statusRefused(ref);
}

/** Sets the status of a task after a comment was sent. */
export async function setStatus(
  context: Context,
  client: Client,
  { found, from, to }: { readonly found: Entity<'task'>; readonly from: string | undefined; readonly to: string },
): Promise<StatusSet> {
  const { ref, uuid } = found;
  const done = `the comment on ${ref} was sent`;
  return await setAfterText({ from, to, done, edit: `tracker tasks edit ${shellWord(ref)} -s` }, async () => {
    const change = { fields: { status: to }, lists: {} };
    return await oneAtATime(
      context,
      { client, uuid },
      async () => await applyChange(context, client, { found, change }),
    );
  });
}
