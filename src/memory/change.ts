import { join } from 'node:path';
import { ownPath } from '../disk/read-regular.js';
import { heard } from '../http/body/read.js';
import type { HttpReply, HttpRequest, Send } from '../http/message.js';
import { pathOf } from './files.js';
import { changesName, textsFile } from './folder.js';
import { entityOf, partsOf } from './keepable.js';
import { type KeptAnswers, textsIn } from './kept-answers.js';
import { changesOf, noteChange, type RefOf } from './note-changes.js';

interface ChangeParts {
  readonly kept: KeptAnswers;
  /** Whose it is. */
  readonly userId: () => Promise<string | undefined>;
  readonly refOf: RefOf;
}

/**
 * Changes something: what was kept of it is marked, and what is known of the change is kept for all that has it. All that is read or
 * written for that is examined first, since nothing may fail once the server has the change.
 */
export async function change(parts: ChangeParts, send: Send, request: HttpRequest): Promise<HttpReply> {
  const { kept } = parts;
  const entity = entityOf(request.url);
  const place = await kept.known();
  if (place)
    for (const file of [
      join(place.path, changesName),
      textsFile(place.path),
      ...(entity ? [pathOf(place.path, entity)] : []),
    ])
      ownPath(file, place.stats);
  const mark = async (): Promise<void> => (entity ? await kept.markStale(entity) : undefined);
  const note = async (answered?: Buffer): Promise<void> =>
    await noteWrite(parts, request, answered)
      .finally(mark)
      .catch(() => undefined);
  // Whoever reads it meanwhile may see either, and this process may be killed before it can note more.
  await mark();
  const { under, id: uuid } = partsOf(request.url);
  if (place) await noteChange(place.path, { under, uuid, isHint: true });
  const sent = await send(request).catch(async (error: unknown) => {
    // It may have arrived.
    await note();
    throw error;
  });
  if (sent.status >= 200 && sent.status <= 299) return { ...sent, body: heard(sent.body, note) };
  await mark();
  return sent;
}

async function noteWrite(
  { kept, userId, refOf }: ChangeParts,
  request: HttpRequest,
  answered: Buffer | undefined,
): Promise<void> {
  const place = await kept.known();
  if (!place) return;
  const user = await userId();
  const author = { authorId: user, user, createdAt: kept.now().toISOString() };
  for (const each of changesOf(request, answered, { author, refOf })) await noteChange(place.path, each);
  const entity = entityOf(request.url);
  if (!entity || !answered) return;
  if (request.method === 'DELETE' && entity.pathname === request.url.pathname) return await kept.forget(entity);
  const texts = await textsIn(place);
  const changed = texts && (await kept.recall(entity));
  if (changed) texts.appendTexts(textsFile(place.path), [{ ...changed, url: entity }]);
}
