import type { Context } from '../args/context.js';
import type { Referable } from '../args/value.js';
import type { Client } from '../client/client.js';
import { TrackerError } from '../contract/errors.js';
import { isRow, rowsWithin, startOfId, textOf, uuidOf } from '../contract/row.js';
import { isFinished } from '../contract/server-word.js';
import { cleanLine } from '../contract/text/unsafe-characters.js';
import { cutTo, rulerFor } from '../output/text/width.js';
import type { Option } from '../terminal/prompt/prompt.js';
import { unlessUnread } from './not-there.js';
import { titledRows } from './titled.js';

/** What can be picked, with the word that names its kind in a reference, and the requests that list it. */
const kinds: Readonly<Record<Referable, Kind>> = {
  tasks: { word: 'task', read: async (client) => await client.call('GET /tasks', { query: { scope: 'all' } }) },
  tickets: { word: 'ticket', read: async (client) => await client.call('GET /tickets', { query: { segment: 'all' } }) },
  projects: { word: 'project', read: async (client) => await client.call('GET /projects') },
  wiki: { word: 'page', read: async (client) => await titledRows(client, { kind: 'page' }) },
  notes: { word: 'note', read: async (client) => await titledRows(client, { kind: 'note' }) },
  threads: { word: 'thread', read: async (client) => await titledRows(client, { kind: 'thread' }) },
  views: { word: 'page', read: async (client) => await client.call('GET /me/views') },
  inbox: { word: 'notification', read: async (client) => await client.call('GET /inbox'), isFreshOnly: true },
};

type References = ReturnType<Client['index']['all']>;

interface Kind {
  readonly word: string;
  readonly read: (client: Client) => Promise<unknown>;
  /** Whether only what the server lists now is offered, in its order. */
  readonly isFreshOnly?: boolean;
}

/**
 * Asks for a reference that was not given: offers those this computer remembers, and soon all that the server lists. What was
 * shown last comes first, and what is finished last. Gives the uuid of what was picked, which stays the same if its reference
 * changes hands (docs/requirements.md, R79). Throws `interrupted` if it is cancelled.
 */
export async function pickReference(context: Context, of: readonly Referable[]): Promise<string> {
  const client = await context.client();
  const known = of.map((kind) => (kinds[kind].isFreshOnly ? [] : [...client.index.all(kind)]));
  const { entity: last } = await client.lastShown();
  const finished = new Set<string>();
  const offer = async (lists: readonly References[]): Promise<readonly Option<string>[]> => {
    const width = lists.flat().reduce((most, { ref }) => Math.max(most, ref.length), 0);
    const all = of.flatMap((kind, at) => (lists[at] ?? []).map((entry) => ({ kind, entry })));
    const rank = ({ entry: { uuid } }: { entry: References[number] }): number =>
      last !== undefined && uuid === last.uuid ? 0 : finished.has(uuid) ? 2 : 1;
    const options = all
      .sort((one, other) => rank(one) - rank(other))
      .map(({ kind, entry }) => optionOf(kind, entry, { isNamed: of.length > 1, width: Math.min(width, widestRef) }));
    return await cutToLine(context, options);
  };
  const complete = async (): Promise<readonly Option<string>[]> => {
    // A list that cannot be read leaves what is remembered; the command itself will say why.
    const read = async (kind: Referable): Promise<void> => {
      const reply = await kinds[kind].read(client);
      for (const row of isRow(reply) ? rowsWithin(reply, kind) : [])
        if (isFinished(textOf(row.status))) finished.add(uuidOf(row));
    };
    await Promise.all(of.map(async (kind) => await read(kind).catch(() => undefined)));
    const lists = of.map((kind, at) => {
      const listed = kinds[kind].isFreshOnly ? [...client.index.fresh(kind).values()] : client.index.all(kind);
      return [...(known[at] ?? []), ...newIn(listed, known[at] ?? [])];
    });
    return await offer(lists);
  };
  const more = complete();
  const choices = await offer(known);
  const what = of.map((kind) => kinds[kind].word).join(' or ');
  const all = choices.length === 0 ? await more : choices;
  if (all.length === 0)
    throw unlessUnread(
      client,
      { name: `the list of ${of.join(' and ')}`, command: 'tracker sync' },
      new TrackerError('not_found', `there is no ${what} that you can see`),
    );
  return await context.prompt.search({
    message: `Which ${what}?`,
    choices,
    more,
    instead: 'give the reference',
  });
}

/** References are aligned up to this width (cells). */
const widestRef = 12;

/** The title comes before the beginning of an id, which means little to people. Only tasks and the like have a uuid and a key. */
function optionOf(
  kind: Referable,
  { ref, uuid, title }: References[number],
  { isNamed, width }: { readonly isNamed: boolean; readonly width: number },
): Option<string> {
  const id = startOfId(ref);
  const isId = id !== ref;
  const names = isId ? [title || '(no title)', id] : [ref.padEnd(width), ...(title === ref ? [] : [title])];
  const value = uuid || ref;
  return {
    name: cleanLine(names.join('  ').trimEnd()),
    short: cleanLine(isId ? title || id : ref),
    value: isNamed ? `${kinds[kind].word}:${value}` : value,
  };
}

/** Choices, cut to fit a line; the search still covers their whole text. */
async function cutToLine({ io }: Context, options: readonly Option<string>[]): Promise<readonly Option<string>[]> {
  const room = io.stderr.columns() - markWidth;
  // No character is wider than two cells.
  const isLong = ({ name }: Option<string>): boolean => name.length * 2 > room;
  const ruler = await rulerFor(options.filter(isLong).map(({ name }) => name));
  return options.map((each) =>
    isLong(each) ? { ...each, name: cutTo(ruler, each.name, room), searched: each.name } : each,
  );
}

/** The width of the mark before a choice. */
const markWidth = 3;

function newIn(entries: References, known: References): References {
  const refs = new Set(known.map(({ ref }) => ref));
  return entries.filter(({ ref }) => !refs.has(ref));
}
