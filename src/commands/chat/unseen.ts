import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import { unseenIn } from '../../client/state/seen.js';
import { joined, TrackerError } from '../../contract/errors.js';
import { authorOf, isNewsFor, messagesOf } from '../../contract/messages.js';
import { textOf } from '../../contract/row.js';
import type { Basis } from '../../references/find-entity.js';
import { confirmSending } from '../../terminal/prompt/prompt.js';
import { personName } from '../../views/cells/people.js';
import { settingFor } from '../showing/setting.js';

/**
 * Reads a thread right before a message that waited is sent to it. If somebody else has written since its author last saw the thread,
 * asks whether to send it; throws Declined for a no, and `conflict` where nobody is asked (docs/requirements.md, R94).
 */
export async function requireSeen(
  context: Context,
  client: Client,
  { id, basis }: { readonly id: string; readonly basis: Basis | undefined },
): Promise<void> {
  if (!basis?.seen) return;
  const detail = await client.call('GET /chat/threads/:id', { id });
  const me = client.userId ?? textOf((await client.call('GET /me')).user?.id);
  const news = unseenIn(messagesOf(detail, 'thread'), basis.seen).filter((each) => isNewsFor(each, me));
  const last = news.at(-1);
  if (!last) return;
  const { people } = settingFor(context, client, detail.authors);
  const words = `${personName(people, authorOf(last)) || 'Somebody'} has written in the thread${basis.isUnread ? '' : ' since you last saw it'}`;
  // Whoever accepts a proposal has confirmed what it says, and not what is new.
  const settings = { ...context.settings, yes: false };
  if (context.prompt.possible)
    return await confirmSending({ ...context, settings }, `${words}. Send this message anyway?`);
  throw new TrackerError('conflict', `${words}; nothing was sent`, {
    hint: joined([`tracker ${selection(context)}chat view ${id}`, basis.hint ?? []].flat(), '; '),
  });
}
