import { Refusal, type World } from '../world.js';

/** The reply for something that does not exist or is deleted (docs/api.md, Errors). */
export function noSuch(thing: string): Refusal {
  return new Refusal(404, `There is no such ${thing}.`);
}

/**
 * The reply for something the caller may not see: `missing`, as if it did not exist, so that a caller cannot tell the two
 * apart (docs/requirements.md, R73). Public servers return 403 instead.
 */
export function outOfSight(world: World, missing: Refusal): Refusal {
  return world.shape === 'wire' ? new Refusal(403, 'You are not allowed to see this.') : missing;
}
