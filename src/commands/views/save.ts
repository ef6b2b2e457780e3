import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import { longName } from '../../args/flag.js';
import { freeText, oneOf } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { toNameKey } from '../../contract/plain-letters.js';
import { type Row, rowsWithin, textOf, textsOf } from '../../contract/row.js';
import { cleanLine, quote } from '../../contract/unsafe-characters.js';
import { lockEntity } from '../../lists/entity-lock.js';
import { type ListChange, mergeIntoList, mergeLimit } from '../../lists/merge.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';
import { savedViewsOf, wordsOfView } from '../../views/saved/filters.js';
import { viewRows } from '../../views/views.js';
import { namesOfIds } from '../showing/setting.js';
import { verb as listTasks } from '../tasks/list.js';
import { verb as listTickets } from '../tickets/list.js';
import { checkText } from '../work/saved-view.js';
import { asksForOthers } from '../work/work-list.js';
import { type FilterValues, filtersIn, formOf } from './stored-form.js';

const pages = {
  tasks: { kind: 'task', list: listTasks },
  tickets: { kind: 'ticket', list: listTickets },
} as const;

type Page = keyof typeof pages;

/** The flags of a list that say which rows it has. */
function filterFlags({ flags }: VerbBody): VerbBody['flags'] {
  const { limit: _limit, watch: _watch, web: _web, view: _view, ...filters } = flags;
  return filters;
}

/** The filters of both lists; what both have speaks of neither. */
function allFlags(): VerbBody['flags'] {
  const [ofTickets, ofTasks] = [filterFlags(listTickets), filterFlags(listTasks)];
  const shared = Object.entries(ofTasks).map(([key, flag]) => {
    const help = key in ofTickets ? flag.help.replace(/^only tasks/, 'only those') : flag.help;
    return [key, { ...flag, help }];
  });
  return { ...ofTickets, ...Object.fromEntries(shared) };
}

export const verb = defineVerb({
  details: [
    'Takes the filters of tracker tasks list or tracker tickets list, and --sort. The view appears in the web app too. It is stored',
    'in the same form as the views you already have, so save one there first. A view of the same name is replaced after',
    'confirmation; in a script, --yes is required. Everyone may save their own views.',
    '',
    mergeLimit,
  ].join('\n'),
  prints: 'result',
  arguments: [
    { value: oneOf('page', ['tasks', 'tickets']), help: 'tasks or tickets' },
    { value: freeText('name'), help: 'the name of the view' },
  ],
  flags: allFlags(),
  examples: [
    { line: "tracker views save tasks 'Due soon' --due '<=3d' -p high,urgent", does: 'save what is due soon' },
    { line: 'tracker views save tickets Lisbon --org casa-azul -s open --dry-run', does: 'see what would be saved' },
  ],
  writes: true,
  run: async (context, [page = '', given = ''], flags) => {
    if (page !== 'tasks' && page !== 'tickets') throw usageError(`the page is tasks or tickets, not ${quote(page)}`);
    const name = given.trim();
    if (name === '') throw usageError('the name of the view cannot be empty');
    const { values, sort } = readFlags(context, page, flags);
    const client = await context.client();
    const row = await readPage(client, page);
    const form = formOf([row.page, ...row.others]);
    const filters = await filtersIn(context, client, { kind: pages[page].kind, form, values });
    if (sort.length > 0 && !form.isSorted)
      await context.show.warn('none of your saved views shows how sorting is stored', 'check it in the web app');
    const former = rowsWithin(row.page, 'savedViews').find((view) => isCalled(view, name));
    const { filters: _filters, filter: _filter, sort: _sort, ...kept } = former ?? { id: randomUUID() };
    const order = sort.length === 1 ? sort[0] : sort;
    const view = { ...kept, name, [form.held]: filters, ...(sort.length > 0 && { sort: order }) };
    const words = savedViewsOf({ savedViews: [view] }).map((each) => wordsOfView(each, namesOfIds(client)));
    const isNew = former === undefined || !isSame(former, view);
    if (former && isNew)
      await confirmOrThrow(
        context,
        `Replace the saved view ${quote(cleanLine(name))} of ${page}?`,
        'nothing was saved',
      );
    if (isNew) await store(context, client, page, view);
    if (context.settings.dryRun) return;
    const sentence = isNew ? 'Saved the view' : 'Nothing to change: already saved as the view';
    await context.show.result(
      `${sentence} ${quote(cleanLine(name))} of ${page}: ${words.join('')}.`,
      { ref: page, ok: true, view },
      page,
    );
  },
});

/** The given filters and order. Throws usage errors for what the list of this page, or a saved view, cannot have. */
function readFlags(
  context: Context,
  page: Page,
  given: Row,
): { readonly values: FilterValues; readonly sort: readonly string[] } {
  const { flags } = pages[page].list;
  const all = verb.flags;
  const chosen = Object.entries(given).filter(([key, value]) => !isDeepStrictEqual(value, all[key]?.initial));
  for (const [key, value] of chosen) {
    const flag = longName(all[key]?.flags ?? '');
    if (!(key in flags)) throw usageError(`tracker ${page} list has no ${flag}`);
    const left = textsOf(value).find((each) => each.startsWith('!'));
    if (left !== undefined) throw usageError(`${flag} ${left}: a saved view cannot exclude values`);
    if (typeof value === 'string') checkText(key, value, context.now());
  }
  const { sort, overdue, unassigned, ...values } = Object.fromEntries(chosen);
  if (overdue && values.due !== undefined) throw usageError('--due and --overdue cannot be used together');
  asksForOthers({ assignee: textsOf(values.assignee), unassigned: unassigned === true });
  const both = {
    ...values,
    ...(overdue === true && { due: 'overdue' }),
    ...(unassigned === true && { assignee: ['none'] }),
  };
  if (Object.keys(both).length === 0)
    throw usageError('nothing to save; give at least one filter', 'tracker views save tasks High -p high');
  return { values: both, sort: textsOf(sort) };
}

interface Stored {
  readonly page: Row;
  readonly others: readonly Row[];
}

async function readPage(client: Client, key: Page): Promise<Stored> {
  const rows = viewRows(await client.call('GET /me/views'));
  return { page: rows.find((row) => row.key === key) ?? {}, others: rows.filter((row) => row.key !== key) };
}

function isCalled(view: Row, name: string): boolean {
  return toNameKey(textOf(view.name) ?? '').trim() === toNameKey(name);
}

/** Whether the server has stored it as it was sent. It may have put the keys in another order. */
function isSame(stored: Row, view: Row): boolean {
  return (
    Object.entries(view).every(([key, value]) => isDeepStrictEqual(stored[key], value)) &&
    'sort' in stored === 'sort' in view
  );
}

/** Puts one view among those of a page. Throws what `mergeIntoList` throws. */
async function store(context: Context, client: Client, key: Page, view: Row): Promise<void> {
  const { release } = await lockEntity(context, { client, uuid: 'views' });
  try {
    await mergeIntoList(
      {
        read: async () => rowsWithin((await readPage(client, key)).page, 'savedViews'),
        write: async (savedViews) =>
          (await client.write('POST /me/views', { body: { key, patch: { savedViews } } })) !== undefined,
      },
      putView(view),
    );
  } finally {
    release();
  }
}

function putView(view: Row): ListChange<Row> {
  const isOurs = (each: Row): boolean => each.id === view.id;
  const has = (stored: readonly Row[]): boolean => stored.some((each) => isOurs(each) && isSame(each, view));
  let others: readonly Row[] = [];
  const lost = (stored: readonly Row[]): readonly Row[] =>
    others.filter((other) => !stored.some((each) => isDeepStrictEqual(each.id, other.id)));
  const shown = (each: Row): string => JSON.stringify(textOf(each.name) ?? '');
  return {
    apply(stored) {
      if (stored.some((each) => !isOurs(each) && isCalled(each, textOf(view.name) ?? '')))
        throw new TrackerError('conflict', 'a view of this name was saved in the meantime; nothing was written');
      others = stored.filter((each) => !isOurs(each));
      return stored.some(isOurs) ? stored.map((each) => (isOurs(each) ? view : each)) : [...stored, view];
    },
    countOpen: (stored) => (has(stored) ? 0 : 1),
    hasLost: (stored) => lost(stored).length > 0,
    isLeftOut: (_written, now) => !has(now) && lost(now).length === 0,
    describeMissing: (stored) =>
      `did not keep ${[...(has(stored) ? [] : [view]), ...lost(stored)].map(shown).join(', ')}`,
  };
}
