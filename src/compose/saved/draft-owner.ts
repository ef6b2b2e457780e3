import type { Client } from '../../client/client.js';
import type { Draft } from './store.js';

/** Whose drafts are written with this client, as they are kept. */
export function ownerOf({ userId = '' }: Pick<Client, 'userId'>): string {
  return userId;
}

/** Whether a draft was written for this server, and may be offered to this user: nobody else's is. */
export function isOwn(draft: Draft, client: Pick<Client, 'userId'>, url: string): boolean {
  return draft.url === url && (draft.userId === undefined || draft.userId === ownerOf(client));
}

/** Whether a draft is certainly another user's, so that it must not be sent even on request. */
export function isOfAnother({ userId = '' }: Draft, own: string | undefined): boolean {
  return userId !== '' && own !== undefined && userId !== own;
}
