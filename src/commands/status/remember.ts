import type { Client } from '../../client/client.js';
import { type StatusData, shortStatus } from '../../views/status.js';

/** Keeps the line of `status --short` for the next minute, if all of it was loaded, and gives it. */
export async function rememberStatus(
  client: Client,
  data: Omit<StatusData, 'me' | 'errors'>,
  now: Date,
): Promise<string> {
  const line = shortStatus(data, now);
  const isWhole = data.unread !== null && data.tasks !== null && data.tickets !== null;
  const userId = await client.owner();
  if (isWhole && userId !== undefined)
    client.index.remember('status', JSON.stringify({ at: now.getTime(), userId, line }));
  return line;
}
