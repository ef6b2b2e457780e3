import { isRow, type Row } from '../../contract/row.js';
import { dataText } from '../../output/data/json.js';
import { applied, type Target } from './decision.js';
import type { SeenValues } from './mode.js';
import { shownItems } from './rows.js';
import type { Item, State } from './state.js';

/** What a row is about as the server last sent it; for a notification, the task or ticket, if it has been read. */
export function readRow({ details }: State, { uuid, kind, row }: Item): Row | undefined {
  if (kind !== 'notification') return row;
  const { ticket, task } = details.get(uuid) ?? {};
  return [ticket, task].find(isRow);
}

/** The same as it is shown, with everything decided. */
export function subjectRow(state: State, item: Item): Row | undefined {
  if (item.kind !== 'notification') return shownItems(state).find(({ uuid }) => uuid === item.uuid)?.row ?? item.row;
  return withDecided(state, item, readRow(state, item));
}

function withDecided({ pending }: State, { uuid, kind }: Item, row: Row | undefined): Row | undefined {
  const isOwn = ({ uuid: id, about }: Target): boolean =>
    id === uuid && (kind !== 'notification' || about !== undefined);
  return row && pending.filter(({ targets }) => targets.some(isOwn)).reduce(applied, row);
}

/** What the user has seen in a field of rows, by row; nothing for one of which only the title is known. */
export function valuesSeen(state: State, items: readonly Item[], field: string | undefined): SeenValues {
  // Thousands may be selected.
  const rows = new Map(items.length > 1 ? shownItems(state).map(({ uuid, row }) => [uuid, row]) : []);
  return new Map(
    items.flatMap((item): readonly (readonly [string, unknown])[] => {
      const shown = item.kind === 'notification' ? undefined : rows.get(item.uuid);
      const before = withDecided(state, item, state.unseen.get(item.uuid));
      const row = before ?? shown ?? subjectRow(state, item) ?? {};
      return field !== undefined && Object.hasOwn(row, field) ? [[item.uuid, row[field] ?? null]] : [];
    }),
  );
}

/** Changes a task, ticket or notification wherever it is: in its row, and in the details of notifications about it. */
export function changeSubject(state: State, uuid: string, change: (row: Row) => Row): State {
  const changed = (items: readonly Item[]): readonly Item[] =>
    items.map((item) => (item.uuid === uuid ? { ...item, row: change(item.row) } : item));
  const details = new Map(
    [...state.details].map(([id, detail]) => (id === uuid ? [id, detail] : [id, withEntity(detail, uuid, change)])),
  );
  return { ...state, items: changed(state.items), fresh: changed(state.fresh), details };
}

function withEntity(detail: Row, uuid: string, change: (row: Row) => Row): Row {
  const [key, entity] = Object.entries(detail).find(([, value]) => isEntity(value, uuid)) ?? [];
  return key !== undefined && isRow(entity) ? { ...detail, [key]: change(entity) } : detail;
}

/** The rows about a task or ticket: its own, and those of notifications. */
export function rowsAbout({ items, details }: State, uuid: string): readonly string[] {
  const isAbout = (id: string): boolean => Object.values(details.get(id) ?? {}).some((value) => isEntity(value, uuid));
  return items.filter((item) => item.uuid === uuid || isAbout(item.uuid)).map((item) => item.uuid);
}

function isEntity(value: unknown, uuid: string): value is Row {
  return isRow(value) && dataText(value.uuid ?? value.id) === uuid;
}
