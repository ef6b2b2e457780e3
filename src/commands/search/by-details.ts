import type { Context } from '../../args/context.js';
import { type Filter, filterByWord } from '../../args/filter.js';
import { listWords } from '../../args/flag.js';
import type { Period } from '../../args/period.js';
import type { Client } from '../../client/client.js';
import { type Row, refOf, textOf } from '../../contract/row.js';
import { knownFields, refuseUnknown } from '../../output/columns/fields.js';
import { firstStep } from '../../output/columns/path.js';
import type { ListView } from '../../output/view.js';
import { taskList } from '../../views/tasks/list.js';
import { ticketChanges, ticketList } from '../../views/tickets/list.js';
import { arrange, namesIn } from '../showing/arrange.js';
import { sourceOf } from '../showing/row-source.js';
import { settingFor } from '../showing/setting.js';
import { filterBySince, taskChanges } from '../work/changed-since.js';
import { isSameWord, knownWords, warnUnseen } from '../work/words.js';

interface DetailFilter {
  readonly status: readonly string[];
  readonly period: Period | undefined;
  readonly sort: readonly string[];
  /** The flags that ask for any of these. */
  readonly flags: readonly string[];
}

const kinds = [
  { kind: 'task', status: 'task-status', view: taskList, changes: taskChanges },
  { kind: 'ticket', status: 'ticket-status', view: ticketList, changes: ticketChanges },
] as const;

/** What tasks and tickets are sorted by, beside their fields. */
const sortable: ListView = {
  noun: 'results',
  columns: [
    { key: 'ref', value: refOf },
    { key: 'updated', value: (row) => ticketChanges.at(row) ?? taskChanges.at(row) },
  ],
  fields: kinds.flatMap(({ view }) => [...knownFields(view, [])]),
};

/** The results that are tasks and tickets, filtered and sorted by what their details say. Says how many are neither. */
export async function arrangeByDetails(
  context: Context,
  client: Client,
  results: readonly Row[],
  { status, period, sort, flags }: DetailFilter,
): Promise<readonly Row[]> {
  const names = namesIn(sort);
  if (results.length > 0) refuseUnknown(names, knownFields(sortable, results), '--sort');
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
  for (const { kind, view, changes } of kinds) {
    const own = new Map<Row, Row>(
      results.flatMap((row) => (row.type === kind ? [[{ uuid: row.id, ...row }, row] as const] : [])),
    );
    const source = sourceOf(context, client, { kind, view, rows: [...own.keys()] });
    const passing = await source.filter([
      ...filterByWord('--status', 'status', status),
      ...filterBySince(context, client, period, changes),
      ...sorted,
    ]);
    for (const row of passing) found.set(own.get(row) ?? row, source.whole(row));
  }
  const isKnown = (word: string): boolean =>
    kinds.some(({ status: kind }) => knownWords(client, kind).some((known) => isSameWord(kind, known, word)));
  const words = status.filter((word) => !isKnown(word.replace(/^!/, '')));
  await warnUnseen(context, client, [{ flag: '--status', kind: 'task-status', or: 'ticket-status', words }]);
  const others = results.filter(({ type }) => !kinds.some(({ kind }) => kind === textOf(type))).length;
  if (others > 0)
    await context.show.warn(
      `${others} ${others === 1 ? 'result is' : 'results are'} left out: ${listWords(flags, 'and')} ${flags.length === 1 ? 'is' : 'are'} only for tasks and tickets`,
    );
  const rows = new Map(results.flatMap((row) => (found.has(row) ? [[found.get(row) ?? row, row] as const] : [])));
  const shown = arrange(sortable, [...rows.keys()], { sort, setting: settingFor(context, client, {}) });
  return shown.rows.map((row) => rows.get(row) ?? row);
}
