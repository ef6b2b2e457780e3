import type { Shape } from '../world.js';

/**
 * The ids of what has no human reference, as threads and notes: by docs/api.md, Conventions 6, `uuid` is the database id
 * and stands beside `id`; public servers send `id` alone.
 */
export function showPlainIds(id: string, shape: Shape): { id: string; uuid?: string } {
  return shape === 'wire' ? { id } : { id, uuid: id };
}
