import { TrackerError } from '../../errors.js';
import type { Client } from '../client.js';
import { type Entity, type EntityKind, findEntity } from './references.js';

const kinds: readonly string[] = ['task', 'ticket', 'project'] satisfies readonly EntityKind[];

/** What people call it: as remembered, or else as it is read; its id if neither works. */
export async function nameOf(client: Client, kind: string, id: string): Promise<Pick<Entity, 'ref' | 'title'>> {
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
