import { entityIn } from '../../../contract/messages.js';
import { type Row, textOf, titleOf } from '../../../contract/row.js';
import { shownWord } from '../../../contract/server-word.js';
import { lastActivity } from '../../../views/tickets/list.js';
import { subjectOfRow } from '../decisions/rights.js';
import type { PickOption } from '../mode.js';
import { pick } from '../picker.js';
import type { Item, SimilarItem, State } from '../state.js';
import { type Step, say } from '../step.js';
import { fieldWith } from '../texts/text-field.js';
import { current, goToFound, readRow, shownItems } from './rows.js';

/** The customer of what a row is about; undefined if it is not known, or there is none. */
export function customerOf(state: State, item: Item): string | undefined {
  if (subjectOfRow(state, item.uuid)?.kind !== 'ticket') return undefined;
  const row = readRow(state, item);
  return textOf(row?.customerId) ?? textOf(entityIn(state.details.get(item.uuid) ?? {})?.customerId);
}

/** The other tickets of the same customer, in the order of the server: the last active first. */
export function otherTickets(state: State, item: Item): readonly Item[] {
  const all = state.customers?.get(customerOf(state, item) ?? '') ?? [];
  const own = subjectOfRow(state, item.uuid)?.uuid;
  return all.filter(({ uuid }) => uuid !== own);
}

/** The tickets and tasks that are similar to one, among those that were read here. */
interface SimilarAnswer {
  readonly uuid: string;
  readonly similar: readonly SimilarItem[];
  /** With how many texts it was compared, and how to have more. */
  readonly among: string;
}

/** The tickets and tasks similar to a row, if they were looked for. */
export function similarTo(state: State, item: Item): readonly SimilarItem[] {
  return state.similar?.of.get(subjectOfRow(state, item.uuid)?.uuid ?? '') ?? [];
}

export function takeSimilar(state: State, { uuid, similar, among }: SimilarAnswer): Step {
  return [{ ...state, similar: { of: new Map(state.similar?.of).set(uuid, similar), among } }];
}

/** The rows of tickets: those in the list as shown there, with what has been decided. */
export function rowsOfTickets(state: State, tickets: readonly Item[]): readonly Row[] {
  const wanted = new Set(tickets.map(({ uuid }) => uuid));
  const listed = [...state.items, ...shownItems(state)].filter(({ uuid }) => wanted.has(uuid));
  const rows = new Map(listed.map(({ uuid, row }) => [uuid, row]));
  return tickets.map(({ uuid, row }) => rows.get(uuid) ?? row);
}

export function hasNoOthers(state: State): boolean {
  const item = current(state);
  return !item || otherTickets(state, item).length + similarTo(state, item).length === 0;
}

const noOthers = 'no other tickets from this customer are known here';

/** Shows all other tickets of the customer, and similar ones, to go to one of them. */
export function pickOther(state: State): Step {
  const item = current(state);
  const others = item ? otherTickets(state, item) : [];
  const similar = item ? similarTo(state, item).filter(({ uuid }) => !others.some((each) => each.uuid === uuid)) : [];
  const found = [...others, ...similar];
  const among = state.similar && `compared with ${state.similar.among}`;
  if (found.length === 0) return [say(state, among ? `${noOthers}; ${among}` : noOthers)];
  const rows = rowsOfTickets(state, found);
  const options = found.map(({ uuid, ref }, at): PickOption => {
    const row = rows[at] ?? {};
    const status = shownWord(textOf(row.status) ?? '');
    return { text: [ref, status, titleOf(row)].join('  '), value: uuid, time: lastActivity(row) };
  });
  const named = `${others.length} other ${others.length === 1 ? 'ticket' : 'tickets'} from this customer`;
  const title = [
    ...(others.length > 0 ? [named] : []),
    ...(similar.length > 0 ? [`${similar.length} similar`] : []),
  ].join(', ');
  const [picking] = pick(
    { ...state, found },
    { what: 'found', title, options, at: 0, field: fieldWith(''), isList: true },
  );
  return [among && similar.length > 0 ? say(picking, among) : picking];
}

export function hasNoPlace({ trail = [] }: State): boolean {
  return trail.length === 0;
}

/** Goes back to where the cursor was before it went to what was looked for, with the filter of that time. */
export function goBack(state: State): Step {
  const { trail = [] } = state;
  const last = trail.at(-1);
  if (!last) return [say(state, 'there is nowhere to go back to')];
  const [there, ...looks] = goToFound(state, last.item);
  const isShown = shownItems({ ...there, filter: last.filter }).some(({ uuid }) => uuid === last.item.uuid);
  const filter = isShown ? last.filter : '';
  return [{ ...there, trail: trail.slice(0, -1), filter, scroll: last.scroll }, ...looks];
}
