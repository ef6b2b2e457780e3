import type { Context } from '../../args/context.js';
import { type Client, type Found, pathSegment, type TextKind } from '../../client/client.js';
import { toPlainLetters } from '../../contract/plain-letters.js';
import { type Row, textOf } from '../../contract/row.js';

/** What is searched, in the order of a server, and what its results are called. */
const types: readonly (readonly [TextKind, string])[] = [
  ['tickets', 'ticket'],
  ['tasks', 'task'],
  ['projects', 'project'],
  ['wiki', 'wiki'],
  ['notes', 'note'],
];

interface Asked {
  readonly query: string;
  /** Results of these types alone; all if empty. */
  readonly types: readonly string[];
  /** Tickets of this organisation alone. */
  readonly orgId: string | undefined;
}

/** What was found in texts. */
interface Texts {
  /**
   * The results of the server, and then those that it does not have, each made when it is shown. `match` is the line with the words;
   * null if only the title has them, or the text was not read.
   */
  resultsWith(results: readonly Row[]): readonly (() => Row)[];
  /** Says that these are given instead of the results of the server. */
  answerWith(results: readonly Row[]): void;
}

/**
 * Searches the texts of what was read on this computer, and then the titles of what was only listed. Undefined if nothing was ever
 * read.
 */
export async function searchTexts(
  { signal }: Pick<Context, 'signal'>,
  client: Client,
  { query, types: asked, orgId }: Asked,
): Promise<Texts | undefined> {
  const kinds = types.flatMap(([kind, type]) => (asked.length === 0 || asked.includes(type) ? [kind] : []));
  const store = await client.memory?.store();
  const all = await store?.find(query, kinds, signal);
  const read = new Map((all ?? []).map((each) => [each.id, each]));
  const listed = kinds.flatMap((kind) => titled(client, kind, query).filter(({ id }) => !read.has(id)));
  if (all === undefined && listed.length === 0) return undefined;
  const found = [...(all ?? []), ...listed].filter(
    (each) => orgId === undefined || each.kind !== 'tickets' || each.read().orgId === orgId,
  );
  const textFor = ({ id }: Row): Found | undefined => read.get(textOf(id) ?? '');
  const withMatch = (row: Row): Row => ({ ...row, match: textFor(row)?.read().line || null });
  return {
    resultsWith(results) {
      const known = new Set(results.map(({ id }) => id));
      const more = found.filter(({ id }) => !known.has(id));
      return [
        ...results.map((row) => () => withMatch(row)),
        ...more.map((each) => () => withMatch(rowOf(client, each))),
      ];
    },
    answerWith(results) {
      for (const result of results) {
        const text = textFor(result);
        if (text) client.memory?.answerFrom(text.read().at);
      }
    },
  };
}

/** The same of what was only listed. */
interface Named extends Pick<Found, 'kind' | 'id'> {
  readonly read: () => Pick<ReturnType<Found['read']>, 'ref' | 'title' | 'orgId'>;
}

function titled(client: Client, kind: TextKind, query: string): readonly Named[] {
  const words = toPlainLetters(query).split(/\s+/);
  return client.index.all(kind).flatMap(({ ref, uuid, title }) => {
    const plain = toPlainLetters(`${ref} ${title}`);
    return uuid !== '' && words.every((word) => plain.includes(word))
      ? [{ kind, id: uuid, read: () => ({ ref, title, orgId: '' }) }]
      : [];
  });
}

function rowOf({ index }: Client, { kind, id, read }: Named): Row {
  const { ref, title, orgId } = read();
  const type = new Map(types).get(kind) ?? kind;
  if (kind === 'wiki' || kind === 'notes')
    return { type, id, title, subtitle: null, url: `/${kind}/${pathSegment(id)}` };
  const org = orgId === '' ? undefined : index.all('orgs').find(({ uuid }) => uuid === orgId)?.title;
  const url = kind === 'tasks' ? `/tasks?task=${encodeURIComponent(ref)}` : `/${kind}/${pathSegment(id)}`;
  return { type, id, title, subtitle: org === undefined ? ref : `${ref} · ${org}`, url, displayId: ref };
}
