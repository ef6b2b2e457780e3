import type { Client } from '../client/client.js';
import { TrackerError } from '../contract/errors.js';
import { isUuid } from '../contract/row.js';

/** The error for the uuid of what `@` stands for, which is no longer there; undefined for any other. */
export async function lastGone(client: Client, uuid: string): Promise<TrackerError | undefined> {
  const { entity } = await client.lastShown();
  if (!isUuid(uuid) || entity?.uuid !== uuid || isUuid(entity.ref)) return undefined;
  return new TrackerError('not_found', `${entity.ref} is no longer there, or you can no longer see it`, {
    status: 404,
  });
}
