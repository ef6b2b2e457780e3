import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { isRow, type Row, refOf } from '../../../contract/row.js';
import { someOf } from '../../../output/text/sentence.js';
import { readMany } from '../../showing/read-many.js';
import { eventsIn, type HistoryEvent } from './events.js';

interface EventsQuestion {
  readonly kind: 'task' | 'ticket';
  readonly rows: readonly Row[];
  /** The lists of a detail that say what was done; a row that has them needs no detail. */
  readonly lists: readonly string[];
  /** What they are called, and what is missing where they cannot be read: `their time`. */
  readonly name: string;
  readonly missing: string;
  /** Whether what is remembered serves where the row shows nothing new: an edited text does not show. */
  readonly mayRecall?: boolean;
  /** Whether the detail of a row can say anything that matters. */
  readonly mayMatter: (row: Row) => boolean;
}

/**
 * What was done to tasks or tickets, in the order of the rows. Details are read eight at a time; those that cannot be read are named in
 * a warning. `wholes` has the details, and rows that are as full as these.
 */
export async function readEvents(context: Context, client: Client, question: EventsQuestion) {
  const { kind, rows, lists, name, missing, mayRecall, mayMatter } = question;
  const tells = mayRecall ? tellsIn(kind, rows) : undefined;
  const isWhole = (row: Row): boolean => lists.every((list) => Object.hasOwn(row, list));
  const wholes = new Map<Row, Row>(rows.filter(isWhole).map((row) => [row, { [kind]: row }]));
  const unread = rows.filter((row) => !wholes.has(row) && mayMatter(row));
  const people: Record<string, unknown> = {};
  await readMany(context, client, {
    ...{ kind, rows: unread, noun: `${kind}s`, name, tells },
    take(row, detail) {
      if (isRow(detail.authors)) Object.assign(people, detail.authors);
      wholes.set(row, detail);
    },
  });
  const gone = unread.filter((row) => !wholes.has(row)).map(refOf);
  if (gone.length > 0) await context.show.warn(`could not read, so ${missing} is missing: ${someOf(gone)}`);
  const events = rows.flatMap((row): readonly HistoryEvent[] => {
    const whole = wholes.get(row);
    return whole ? eventsIn(kind, row, whole) : [];
  });
  return { events, wholes, people, read: unread.length - gone.length };
}

/** The time that moves with everything that events are made of; logged time moves none, but the sum of it. */
function tellsIn(kind: 'task' | 'ticket', rows: readonly Row[]): string | undefined {
  const have = (field: string): boolean => rows.every((row) => Object.hasOwn(row, field));
  if (kind === 'task' && !have('loggedMinutes')) return undefined;
  return ['updatedAt', 'updated'].find(have);
}
