import type { Client } from '../client/client.js';

/** `you`, or the name of a user if it is known, else the id. */
export function nameOf(client: Client, id: string): string {
  if (id === client.userId) return 'you';
  return client.index.find('people', id)?.title ?? id;
}
