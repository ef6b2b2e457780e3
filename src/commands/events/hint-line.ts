import type { Client } from '../../client/client.js';
import { type Entity, type EntityKind, findEntity } from '../../client/find/references.js';
import type { Hint } from '../../contract/session.js';
import { TrackerError } from '../../errors.js';
import { localMinute } from '../../output/time/calendar-day.js';
import type { Cell, HumanLine } from '../../output/view.js';

const kinds: readonly string[] = ['task', 'ticket', 'project'] satisfies readonly EntityKind[];

/** A hint for people: when it came, what changed, and its reference and title where they can be found. */
export async function hintLine(client: Client, { type, entityType, entityId }: Hint, at: Date): Promise<HumanLine> {
  const time: Cell = { text: `${localMinute(at).slice(-5)}  `, tone: 'dim' };
  if (!entityType || !entityId) return [time, type ?? ''];
  const { ref, title } = await nameOf(client, entityType, entityId);
  return [time, entityType.padEnd(9), { text: ref, tone: 'accent' }, title === '' ? '' : `  ${title}`];
}

/** What people call it: as remembered, or else as it is read; its id if neither works. */
async function nameOf(client: Client, kind: string, id: string): Promise<Pick<Entity, 'ref' | 'title'>> {
  const unknown = { ref: id, title: '' };
  if (kind === 'thread')
    return { ...unknown, ref: client.index.all('threads').find(({ uuid }) => uuid === id)?.ref ?? id };
  if (!kinds.includes(kind)) return unknown;
  const known = client.index.all(`${kind as EntityKind}s`).find(({ uuid }) => uuid === id);
  if (known) return known;
  try {
    return await findEntity(client, kind as EntityKind, id);
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    return unknown;
  }
}
