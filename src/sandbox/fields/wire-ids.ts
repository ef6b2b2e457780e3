import type { Shape } from '../world.js';

/**
 * The ids of things without a readable reference, such as threads and notes. By docs/api.md, Conventions 6, `uuid` is the
 * database id, next to `id`; public servers send `id` alone.
 */
export function showPlainIds(id: string, shape: Shape): { id: string; uuid?: string } {
  return shape === 'wire' ? { id } : { id, uuid: id };
}

/** Different ids in the order in which they are kept: as sent, and on public servers in that of their database. */
export function inStoredOrder(ids: Iterable<string>, shape: Shape): string[] {
  const different = [...new Set(ids)];
  return shape === 'wire' ? different.sort() : different;
}
