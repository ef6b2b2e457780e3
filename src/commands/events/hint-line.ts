import type { Client } from '../../client/client.js';
import type { Hint } from '../../contract/session.js';
import { localMinute } from '../../output/time.js';
import type { Cell, HumanLine } from '../../output/view.js';
import { nameOf } from '../../references/find-entity.js';

/** A hint for people: when it came, what changed, and its reference and title where they can be found. */
export async function hintLine(client: Client, { type, entityType, entityId }: Hint, at: Date): Promise<HumanLine> {
  const time: Cell = { text: `${localMinute(at).slice(-5)}  `, tone: 'dim' };
  if (!entityType || !entityId) return [time, type ?? ''];
  const { ref, title } = await nameOf(client, entityType, entityId);
  return [time, entityType.padEnd(9), { text: ref, tone: 'accent' }, title === '' ? '' : `  ${title}`];
}
