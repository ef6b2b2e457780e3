import type { Shape } from '../world.js';

/**
 * The ids of things without a readable reference, such as threads and notes. By docs/api.md, Conventions 6, `uuid` is the
 * database id, next to `id`; public servers send `id` alone.
 */
export function showPlainIds(id: string, shape: Shape): { id: string; uuid?: string } {
  return shape === 'wire' ? { id } : { id, uuid: id };
}
