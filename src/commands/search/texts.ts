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
  const search = await store?.find(query, kinds, signal);
  const isListed = (kind: TextKind, id: string): boolean => !search?.isRead(kind, id);
  const listed = kinds.flatMap((kind) => titled(client, { kind, query, isListed }));
  if (search === undefined && listed.length === 0) return undefined;
  const found = [...(search?.found ?? []), ...listed].filter(
    (each) => orgId === undefined || each.kind !== 'tickets' || each.read().orgId === orgId,
  );
  const read = new Map(search?.found.map((each) => [each.id, each]));
  const textFor = ({ id }: Row): Found | undefined => read.get(textOf(id) ?? '');
  return {
    resultsWith(results) {
      const known = new Set(results.map(({ id }) => id));
      const more = found.filter(({ id }) => !known.has(id));
      return [
        ...results.map((row) => () => ({ ...row, match: textFor(row)?.read().line || null })),
        ...more.map((each) => () => rowOf(client, each)),
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
interface Named extends Omit<Found, 'read'> {
  readonly read: () => Omit<ReturnType<Found['read']>, 'at'>;
}

interface Wanted {
  readonly kind: TextKind;
  readonly query: string;
  /** Whether something was only listed. */
  readonly isListed: (kind: TextKind, id: string) => boolean;
}

function titled({ index }: Client, { kind, query, isListed }: Wanted): readonly Named[] {
  const words = toPlainLetters(query).split(/\s+/);
  return index.stored(kind).flatMap(({ ref, uuid, title }) => {
    if (uuid === '' || !isListed(kind, uuid)) return [];
    const plain = toPlainLetters(`${ref} ${title}`);
    const read = () => ({ ref, title, orgId: '', line: '' });
    return words.every((word) => plain.includes(word)) ? [{ kind, id: uuid, read }] : [];
  });
}

/** What was found as the server gives its results. */
function rowOf({ index }: Client, { kind, id, read }: Named): Row {
  const { ref, title, orgId, line } = read();
  const row = { type: new Map(types).get(kind) ?? kind, id, title };
  const match = line || null;
  if (kind === 'wiki' || kind === 'notes') return { ...row, subtitle: null, url: `/${kind}/${pathSegment(id)}`, match };
  const org = orgId === '' ? undefined : index.all('orgs').find(({ uuid }) => uuid === orgId)?.title;
  const url = kind === 'tasks' ? `/tasks?task=${encodeURIComponent(ref)}` : `/${kind}/${pathSegment(id)}`;
  return { ...row, subtitle: org === undefined ? ref : `${ref} · ${org}`, url, displayId: ref, match };
}
