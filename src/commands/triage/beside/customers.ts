import { setTimeout as pause } from 'node:timers/promises';
import { groupedBy, type Row, rowsAt, sortedBy, textOf } from '../../../contract/row.js';
import { customerOf } from '../../../triage/model/rows/customers.js';
import { inRounds } from '../../../triage/work.js';
import { lastActivity } from '../../../views/tickets/list.js';
import { itemOf } from '../reading/sources.js';
import { itemIn, type SessionParts } from '../shared.js';

/** How long a list that was read counts as new (milliseconds). */
const youngMs = 60_000;

/** How long the screen has to itself before tickets are grouped by customer (milliseconds). */
const restMs = 150;

const route = ['GET /tickets', { query: { segment: 'all' } }] as const;

/** Knows the tickets of each customer from the list of all that was read last; reads it again in the background when it is old. */
export class Customers {
  /** Until when they need not be looked up again, by the clock of the process. */
  #youngUntil = Number.NEGATIVE_INFINITY;
  readonly #again = inRounds(async () => {
    const { state, ending } = this.shared;
    if (performance.now() < this.#youngUntil) return;
    if (!state().isSpoken) await pause(restMs);
    if (!ending.isOver()) await this.#recall();
  });

  constructor(readonly shared: SessionParts) {}

  /** To be called when the cursor is on a row, and when that was read. Resolves once what is remembered is shown. */
  async look(uuid: string): Promise<void> {
    const item = itemIn(this.shared, uuid);
    if (!item || customerOf(this.shared.state(), item) === undefined) return;
    // Nobody asked for it, and trouble with the connection is reported elsewhere.
    await this.#again().catch(() => undefined);
  }

  async #recall(): Promise<void> {
    const { client, context } = this.shared;
    const kept = await client.recall(...route);
    const age = kept?.age ?? Number.POSITIVE_INFINITY;
    const isYoung = age < youngMs;
    // Even if it cannot be read: it is not tried again for each row.
    this.#youngUntil = performance.now() + (isYoung ? youngMs - age : youngMs);
    if (kept) this.#show(kept.reply);
    if (!isYoung && !context.settings.offline) this.#read().catch(() => undefined);
  }

  async #read(): Promise<void> {
    const { client } = this.shared;
    const read = await client.call(...route);
    // With what has been changed here since.
    this.#show((await client.recall(...route))?.reply ?? read);
  }

  #show(reply: Row): void {
    // The last three of a customer are those at the top, whatever the order of the server.
    const newest = sortedBy(rowsAt(reply, 'tickets'), (row) => lastActivity(row) ?? '').toReversed();
    const items = newest.flatMap((row) => itemOf(row, 'ticket'));
    this.shared.dispatch({ is: 'customers', customers: groupedBy(items, ({ row }) => textOf(row.customerId)) });
  }
}
