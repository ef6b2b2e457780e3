import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { usageError } from '../../contract/errors.js';
import { messagesOf, type Sides } from '../../contract/messages.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import { sidesIn } from './author-sides.js';

/** The commands that show what people wrote, and nothing that does not come from a response. */
const shows: readonly string[] = [
  ...['view', 'next', 'today', 'status', 'search', 'tickets list', 'tickets view', 'tasks list', 'tasks view'],
  ...['inbox list', 'inbox view', 'chat list', 'chat view', 'projects activity'],
];

/** Throws a usage error where `--team-only` leaves nothing out, or could not leave out all of it. */
export function requireTeamOnly(command: string, flags: Readonly<Record<string, unknown>>): void {
  if (!shows.includes(command))
    throw usageError(`--team-only cannot be used with ${command}`, `it works with ${shows.join(', ')}`);
  const [flag] = ['messages', 'search', 'watch', 'web'].filter((each) => flags[each]);
  if (flag !== undefined) throw usageError(`--team-only and --${flag} cannot be used together`);
}

/** A client whose responses have no text by anybody who is not known to be of the team, except for marked titles. */
export function teamOnly(context: Context, client: Client): Client {
  const { sides, read, settle } = sidesIn(context, client);
  const through = async <T>(reply: T): Promise<T> => {
    if (!isRow(reply)) return reply;
    if (messagesOf(reply, 'ticket').length > 0) await read(reply);
    else await settle(writersIn(reply));
    // Only texts are replaced, by texts.
    return withoutTexts(reply, (id) => sides.get(id)) as T;
  };
  return {
    ...client,
    call: async (route, options) => await through(await client.call(route, options)),
    // A list that is taken row by row would be printed as it comes.
    list: async (route, options) => await through(await client.list(route, options)),
    async recall(route, options) {
      const kept = await client.recall(route, options);
      return kept && { ...kept, reply: await through(kept.reply) };
    },
    remembered: (explains) => teamOnly(context, client.remembered(explains)),
  };
}

/** What somebody writes, and what names a thing. */
const texts: readonly string[] = 'body text description bodyHtml content note filename from to'.split(' ');
const titles: readonly string[] = ['subject', 'title'];

/** What lists people, or looks them up. */
const listing: readonly string[] = ['authors', 'users', 'actors', 'assignableUsers'];

function writerOf({ authorId, user, actorId, actor, createdBy, customerId }: Row): string | undefined {
  const named = [authorId, user, actorId, isRow(actor) ? actor.id : actor, createdBy, customerId];
  return named.map(textOf).find((id) => id !== undefined);
}

function writersIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(writersIn))];
  if (!isRow(value)) return [];
  const inside = Object.entries(value).flatMap(([key, each]) => (listing.includes(key) ? [] : writersIn(each)));
  const writer = writerOf(value);
  return writer === undefined ? inside : [writer, ...inside];
}

/** What is by whoever wrote the entry that it belongs to. */
const parts: readonly string[] = ['attachments', 'files', 'meta'];

/** A response without those texts. What changed in one may be by anybody, and so may be the title in a notification. */
function withoutTexts(value: unknown, sideOf: Sides['get'], owner?: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTexts(each, sideOf, owner));
  if (!isRow(value)) return value;
  const writer = writerOf(value) ?? owner;
  const side = (writer === undefined ? undefined : sideOf(writer)) ?? 'unknown';
  const titleSide = side === 'team' && value.actorId !== undefined ? 'unknown' : side;
  const leftOut = `(left out: ${side === 'customer' ? 'by' : 'maybe by'} a customer)`;
  const shown = (key: string, each: unknown): unknown => {
    const isTitle = titles.includes(key);
    if (listing.includes(key) || each === '') return each;
    if (isRow(each) && (isTitle || texts.includes(key))) return { leftOut };
    if (typeof each !== 'string') return withoutTexts(each, sideOf, parts.includes(key) ? writer : undefined);
    if (isTitle) return titleSide === 'team' ? each : `(${titleSide}) ${each}`;
    return side !== 'team' && texts.includes(key) ? leftOut : each;
  };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(key, each)]));
}
