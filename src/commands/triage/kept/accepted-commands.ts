import { seenOf } from '../../../client/state/seen.js';
import { attempt } from '../../../contract/errors.js';
import { textsOf } from '../../../contract/row.js';
import type { State } from '../../../triage/model/state.js';
import type { StoredEntries } from './stored.js';

/** Commands that were accepted with messages, or alone: they wait as those do, so that nothing but all of it is decided. */
export class AcceptedCommands {
  /** Those that nobody else may send yet. */
  readonly #waiting = new Set<number>();

  constructor(readonly stored: StoredEntries) {}

  /** Brings their entries in line with a state, behind those of the messages. Whether any is proposed again. */
  follow({ accepted = [] }: Pick<State, 'accepted'>): boolean {
    const { stored } = this;
    const parts = new Map(accepted.flatMap((each) => each.parts.map((part) => [Number(part.draft), part] as const)));
    for (const [number, { command }] of parts) if (command === 'waits') this.#keep(number);
    const others = [...this.#waiting].filter((number) => parts.get(number)?.command !== 'waits');
    for (const number of others) {
      this.#waiting.delete(number);
      if (!parts.has(number)) stored.move(number, 'proposed', { seen: undefined, turn: undefined });
      stored.claims.release(number);
    }
    return others.some((number) => !parts.has(number));
  }

  #keep(number: number): void {
    const { stored } = this;
    const entry = this.#waiting.has(number) ? undefined : stored.find(number);
    if (entry?.state !== 'proposed') return;
    this.#waiting.add(number);
    const turn = attempt(() => stored.parts.ledger.moment());
    const seen = Object.fromEntries(
      textsOf(Object.values(entry.targets ?? {})).map((uuid) => [uuid, { seen: seenOf(stored.client, uuid) }] as const),
    );
    stored.move(number, 'waiting', { seen, turn });
  }
}
