import type { Context } from '../../args/context.js';
import { type Filter, filterByWord } from '../../args/filter.js';
import { listWords } from '../../args/flag.js';
import type { Period } from '../../args/period.js';
import type { Client } from '../../client/client.js';
import { type Row, refOf, textOf } from '../../contract/row.js';
import { knownFields, refuseUnknown } from '../../output/columns/fields.js';
import { firstStep, valueAt } from '../../output/columns/path.js';
import { dataText } from '../../output/data/json.js';
import type { Column, JsonObject, ListView, Setting } from '../../output/view.js';
import { taskList } from '../../views/tasks/list.js';
import { ticketChanges, ticketList } from '../../views/tickets/list.js';
import { arrange, namesIn } from '../showing/arrange.js';
import { sourceOf } from '../showing/row-source.js';
import { settingFor } from '../showing/setting.js';
import { filterBySince, taskChanges } from '../work/listing/changed-since.js';
import { isSameWord, knownWords, warnUnseen } from '../work/words.js';

interface DetailFilter {
  readonly status: readonly string[];
  readonly period: Period | undefined;
  readonly sort: readonly string[];
  /** The flags that ask for any of these, which only tasks and tickets can answer. */
  readonly flags: readonly string[];
  /** What is to be shown; details are read for what results lack. */
  readonly fields: readonly string[];
}

const kinds = [
  { kind: 'task', status: 'task-status', view: taskList, changes: taskChanges },
  { kind: 'ticket', status: 'ticket-status', view: ticketList, changes: ticketChanges },
] as const;

/** What lists of tickets alone find out. */
const foundByLists = new Set(['waiting', 'lastBy', 'snoozedUntil', 'woken', 'target']);

/** What tasks and tickets are sorted by, beside their fields. */
const sortable: ListView = {
  noun: 'results',
  columns: [
    { key: 'ref', value: refOf },
    { key: 'updated', value: (row) => ticketChanges.at(row) ?? taskChanges.at(row) },
  ],
  fields: kinds.flatMap(({ view }) => [...knownFields(view, [])].filter((name) => !foundByLists.has(name))),
};

/**
 * The results with the fields of their details. With flags, only tasks and tickets, filtered and sorted by what their details say;
 * says how many are neither. The view of the results can show the fields, too. Throws `usage` for a name that neither has.
 */
export async function arrangeByDetails(
  context: Context,
  client: Client,
  results: { readonly view: ListView; readonly rows: readonly Row[] },
  { status, period, sort, flags, fields }: DetailFilter,
) {
  const has = knownFields(results.view, results.rows);
  const lacking = fields.filter((name) => !has.has(firstStep(name)) && name !== 'people');
  const names = [...namesIn(sort), ...lacking];
  if (results.rows.length > 0) {
    refuseUnknown(namesIn(sort), knownFields(sortable, results.rows), '--sort');
    refuseUnknown(lacking, knownFields({ ...results.view, fields: sortable.fields }, results.rows));
  }
  // Reads the details where they may have it; it is enough that one kind does.
  const sorted = names.map((name): Filter => {
    const needs = name === 'updated' ? ticketChanges.fields : [firstStep(name)];
    return {
      flag: '--sort',
      fields: [],
      keeps: () => true,
      settle: { isOpen: () => true, needs, look: async () => {} },
    };
  });
  const found = new Map<Row, Row>();
  let people: Setting['people'] = {};
  for (const { kind, view, changes } of kinds) {
    const own = new Map<Row, Row>(
      results.rows.flatMap((row) => (row.type === kind ? [[{ uuid: row.id, ...row }, row] as const] : [])),
    );
    const source = sourceOf(context, client, { kind, view, rows: [...own.keys()] });
    const passing = await source.filter([
      ...filterByWord('--status', 'status', status),
      ...filterBySince(context, client, period, changes),
      ...sorted,
    ]);
    for (const row of passing) found.set(own.get(row) ?? row, source.whole(row));
    people = { ...people, ...source.setting.people };
  }
  const isKnown = (word: string): boolean =>
    kinds.some(({ status: kind }) => knownWords(client, kind).some((known) => isSameWord(kind, known, word)));
  const words = status.filter((word) => !isKnown(word.replace(/^!/, '')));
  await warnUnseen(context, client, [{ flag: '--status', kind: 'task-status', or: 'ticket-status', words }]);
  const isLeft = (row: Row): boolean => flags.length === 0 || kinds.some(({ kind }) => kind === textOf(row.type));
  const others = results.rows.filter((row) => !isLeft(row)).length;
  if (others > 0)
    await context.show.warn(
      `${others} ${others === 1 ? 'result is' : 'results are'} left out: ${listWords(flags, 'and')} ${flags.length === 1 ? 'is' : 'are'} only for tasks and tickets`,
    );
  const kept = flags.length === 0 ? results.rows : results.rows.filter((row) => found.has(row));
  const rows = new Map(kept.map((row) => [found.get(row) ?? row, row] as const));
  const shown = arrange(sortable, [...rows.keys()], { sort, setting: settingFor(context, client, {}) });
  return {
    rows: lacking.length > 0 ? shown.rows : shown.rows.map((row) => rows.get(row) ?? row),
    people,
    view: { ...results.view, columns: [...results.view.columns, ...lacking.map(columnOf)] } satisfies ListView,
  };
}

/** What the list of tasks or that of tickets has in the column of this name, or else the field. */
function columnOf(name: string): Column {
  const own = ({ type }: JsonObject): Column | undefined =>
    kinds.find(({ kind }) => kind === type)?.view.columns.find(({ key }) => key === name) as Column | undefined;
  return {
    key: name,
    value: (row, setting) => (own(row)?.value ?? ((each) => valueAt(each, name)))(row, setting),
    human: (row, setting) => own(row)?.human?.(row, setting) ?? dataText(valueAt(row, name)),
  };
}
