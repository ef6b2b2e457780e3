import type { Context } from '../../args/context.js';
import type { Client, TextHit, TextKind } from '../../client/client.js';
import { pathSegment } from '../../client/request.js';
import { storedEntries } from '../../client/state/stored-entries.js';
import type { Row } from '../../contract/row.js';
import { toPlainLetters } from '../../contract/text/plain-letters.js';
import { searchedText, soughtIn } from '../../contract/text/search-words.js';
import type { Age } from '../../output/show.js';

/** What is searched, in the order of a server: what its results are called, and where what was only listed may come from. */
const searched: Readonly<Record<TextKind, { readonly type: string; readonly lists: readonly string[] }>> = {
  tickets: { type: 'ticket', lists: ['tickets?segment=all', 'tickets?segment=mine', 'tickets?segment=watched'] },
  tasks: { type: 'task', lists: ['tasks?scope=all', 'tasks?scope=mine'] },
  projects: { type: 'project', lists: ['projects'] },
  wiki: { type: 'wiki', lists: ['wiki'] },
  notes: { type: 'note', lists: ['notes/list'] },
};

interface TextQuery {
  readonly query: string;
  /** Results of these types alone; all if empty. */
  readonly types: readonly string[];
  /** Tickets of this organisation alone. */
  readonly orgId: string | undefined;
  /** What the server has found; undefined if it was not asked. */
  readonly answer: readonly Row[] | undefined;
  /** The most rows; all by default. */
  readonly limit: number | undefined;
}

/**
 * Searches the texts of what was read on this computer, and then the titles of what was only listed. Gives the first of the results
 * of the server and those it does not have, and how many there are. `match` is the line with the words; null if only the title has
 * them, or the text was not read. `age` is that of the oldest text shown, or list. Undefined if nothing was ever read.
 */
export async function searchTexts(
  { signal }: Pick<Context, 'signal'>,
  client: Client,
  asked: TextQuery,
): Promise<Results | undefined> {
  const all = Object.keys(searched) as TextKind[];
  const kinds = asked.types.length === 0 ? all : all.filter((kind) => asked.types.includes(searched[kind].type));
  const store = await client.memory?.store();
  const search = await store?.find(asked.query, kinds, signal);
  try {
    const isListed = (kind: TextKind, id: string): boolean => id !== '' && !search?.isRead(kind, id);
    // Any token from the environment may have listed these titles, so nobody knows whose they are.
    const ours = client.userId === undefined ? [] : kinds;
    const listed = ours.flatMap((kind) => titled(client, kind, asked.query, (id) => isListed(kind, id)));
    const found: readonly TitleHit[] = [...(search?.found ?? []), ...listed];
    if (search === undefined && listed.length === 0) return undefined;
    const { untimed, ...results } = combine(client, found, { ...asked, isChanged: search?.isChanged });
    const from = asked.answer ? undefined : await oldestList(client, untimed, results.age?.from);
    return from ? { ...results, age: { changed: [], ...results.age, from } } : results;
  } finally {
    search?.close();
  }
}

export interface Results {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly age?: Age | undefined;
}

type IsChanged = (uuid: string, has: number) => boolean;

function combine(
  client: Client,
  found: readonly TitleHit[],
  { orgId, answer, limit, isChanged }: TextQuery & { readonly isChanged: IsChanged | undefined },
): Results & { readonly untimed: readonly TitleHit[] } {
  let from: Date | undefined;
  const changed: string[] = [];
  const untimed: TitleHit[] = [];
  const readText = (each: TitleHit): ReturnType<TitleHit['read']> => {
    const text = each.read();
    if (!text.at) untimed.push(each);
    else if (!(from && from < text.at)) from = text.at;
    if (text.at && isChanged?.(each.id, text.has ?? 0)) changed.push(text.ref);
    return text;
  };
  const known = new Map(answer?.map(({ id }): readonly [unknown, TitleHit | undefined] => [id, undefined]));
  for (const each of answer ? found : []) if (known.has(each.id)) known.set(each.id, each);
  const isInOrg = (each: TitleHit): boolean =>
    orgId === undefined || each.kind !== 'tickets' || each.read().orgId === orgId;
  const others = found.filter((each) => !known.has(each.id) && isInOrg(each));
  const sent = (answer ?? []).slice(0, limit).map((row) => {
    const text = known.get(row.id);
    return { ...row, match: (text && readText(text).line) || null };
  });
  const shown = others
    .slice(0, limit === undefined ? limit : limit - sent.length)
    .map((each) => rowOf(client, each, readText(each)));
  const age = from && { from, changed };
  return { rows: [...sent, ...shown], total: (answer?.length ?? 0) + others.length, age, untimed };
}

/** The time of the oldest of the lists that these were last read in, or an earlier one. */
async function oldestList(client: Client, hits: readonly TitleHit[], from?: Date): Promise<Date | undefined> {
  const paths = [...new Set(hits.map(({ kind }) => kind))].flatMap((kind) => searched[kind].lists);
  const recall = async (path: string) => await client.memory?.recall(new URL(`api/v1/${path}`, client.base));
  const kept = new Map(await Promise.all(paths.map(async (path) => [path, await recall(path)] as const)));
  const newestWith = ({ kind, id }: TitleHit): number =>
    Math.max(
      ...searched[kind].lists.map(
        (path) => (kept.get(path)?.bytes.includes(`"${id}"`) && kept.get(path)?.at.getTime()) || 0,
      ),
    );
  const times = [...hits.map(newestWith), from?.getTime() ?? 0].filter((time) => time > 0);
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

type FoundText = ReturnType<TextHit['read']>;

/** What was read, or only listed. */
interface TitleHit extends Pick<TextHit, 'kind' | 'id'> {
  read(): Omit<FoundText, 'at' | 'has'> & Partial<FoundText>;
}

function titled(
  { index }: Client,
  kind: TextKind,
  query: string,
  isListed: (id: string) => boolean,
): readonly TitleHit[] {
  const sought = soughtIn(query, toPlainLetters);
  const listed = storedEntries(index, kind, isListed);
  return listed.flatMap(({ ref, uuid, title }) => {
    const plain = searchedText(toPlainLetters(`${ref} ${title}`));
    const read = () => ({ ref, title, orgId: '', line: '' });
    return sought.every((each) => plain.includes(each)) ? [{ kind, id: uuid, read }] : [];
  });
}

/** The row for what was found, in the form of the server's results. */
function rowOf(
  { index }: Client,
  { kind, id }: TitleHit,
  { ref, title, orgId, line }: ReturnType<TitleHit['read']>,
): Row {
  const row = { type: searched[kind].type, id, title };
  const match = line || null;
  if (kind === 'wiki' || kind === 'notes') return { ...row, subtitle: null, url: `/${kind}/${pathSegment(id)}`, match };
  const org = orgId === '' ? undefined : index.all('orgs').find(({ uuid }) => uuid === orgId)?.title;
  const url = kind === 'tasks' ? `/tasks?task=${encodeURIComponent(ref)}` : `/${kind}/${pathSegment(id)}`;
  return { ...row, subtitle: org === undefined ? ref : `${ref} · ${org}`, url, displayId: ref, match };
}
