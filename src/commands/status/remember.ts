import type { Client } from '../../client/client.js';
import { type StatusData, shortStatus } from '../../views/status.js';

/** Keeps the line of `status --short` for the next minute, if all of it was loaded, and gives it. */
export function rememberStatus(client: Client, data: Omit<StatusData, 'me' | 'errors'>, now: Date): string {
  const line = shortStatus(data, now);
  const isWhole = data.unread !== null && data.tasks !== null && data.tickets !== null;
  const { index, userId } = client;
  if (isWhole && userId !== undefined) index.remember('status', JSON.stringify({ at: now.getTime(), userId, line }));
  return line;
}
