import { createNaming, identifyWith } from '../columns/identity.js';
import type { DetailData } from '../shown.js';
import type { JsonObject } from '../view.js';

/** The envelope of a detail as `--json` prints it: with its reference, and the people whom it names anywhere. */
export function withIdentity({ envelope, ref, uuid, setting, sideOf }: DetailData): JsonObject {
  return identifyWith(createNaming(setting.people, sideOf, valuesIn))(envelope, { ref, uuid });
}

/** What lists people, or looks them up. */
const listing: readonly string[] = ['authors', 'users', 'assignableUsers'];

function valuesIn(envelope: JsonObject): readonly unknown[] {
  const found: unknown[] = [];
  const waiting: unknown[] = [envelope];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) found.push(value);
    else for (const [key, each] of Object.entries(value)) if (!listing.includes(key)) waiting.push(each);
  }
  return found;
}
