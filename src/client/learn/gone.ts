import type { JsonRoute } from '../../contract/routes.js';
import { type Row, rowsOf, uuidOf } from '../../contract/row.js';
import type { Memory } from '../../memory/memory.js';
import { buildRequest, type CallOptions } from '../request.js';
import { type KnownReference, type ReferenceIndex, readLines, type StoredBeside } from '../state/references.js';
import { storedEntries } from '../state/stored-entries.js';

type ListedKind = 'tasks' | 'tickets' | 'wiki' | 'notes';

/** The addresses of lists that have everything of a kind that the account can see. */
const wholeList = /\/api\/v1\/(?:tasks\?scope=all|tickets\?segment=all|wiki|notes\/list)$/;

interface GoneParts {
  readonly base: URL;
  readonly signal: AbortSignal;
  readonly index: ReferenceIndex;
  readonly memory?: Memory | undefined;
}

/** Removes what is remembered of what is gone. */
export async function forget<R extends JsonRoute>(
  known: GoneParts,
  route: R,
  options: CallOptions<R> = {},
): Promise<void> {
  forgetGone(route, options.id, known.index);
  await known.memory?.forget(buildRequest(route, options, known.base, known.signal).url);
}

/**
 * Forgets what the response to a list of everything does not have, of a long one by what is stored beside it. What has come to be known
 * since this program began may be newer.
 */
export async function sweep(
  { base, signal, index, memory }: GoneParts,
  url: URL,
  listed: Row | StoredBeside,
): Promise<void> {
  if (!memory || memory.answered() || !wholeList.test(url.href)) return;
  const kind = /\/(\w+)(?:\/list)?$/.exec(url.pathname)?.[1] as ListedKind;
  const fresh = new Set([...index.fresh(kind).values()].map(({ uuid }) => uuid));
  const missing =
    listed.known instanceof Buffer ? missingBeside(listed as StoredBeside) : missingIn(listed as Row, index, kind);
  for (const { ref, uuid } of missing.filter((each) => !fresh.has(each.uuid))) {
    if (index.find(kind, ref)?.uuid === uuid) index.forget(kind, ref);
    await memory.forget(buildRequest(`GET /${kind}/:id`, { id: uuid }, base, signal).url);
  }
}

/** What was known and is not in a response; nothing if that is malformed. */
function missingIn(reply: Row, index: ReferenceIndex, kind: ListedKind): readonly KnownReference[] {
  const lists = Object.values(reply).filter(Array.isArray);
  const there = new Set(lists.flatMap(rowsOf).map(uuidOf));
  return lists.length === 0 ? [] : storedEntries(index, kind, (uuid) => !there.has(uuid));
}

function missingBeside({ known, entries, place }: StoredBeside): readonly KnownReference[] {
  const there = entries && new Set(entries.map(({ uuid }) => uuid));
  return readLines(known.toString('utf8', there ? 0 : place)).filter(({ uuid }) => !there?.has(uuid));
}

/** Removes what is gone, by the route of its detail, from the index. */
export function forgetGone(route: JsonRoute, id: string | undefined, index: ReferenceIndex): void {
  const kind = detailKinds.find((each) => route === `GET /${each}/:id`);
  if (kind) for (const { ref, uuid } of index.all(kind)) if (uuid === id) index.forget(kind, ref);
}

const detailKinds = ['tasks', 'tickets', 'projects', 'wiki', 'notes'] as const;
