import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import { longName } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { freeText, oneOf } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import type { LearnedValue } from '../../client/learn/rows.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { isRow, type Row, rowsWithin, textOf, textsOf } from '../../contract/row.js';
import { quote } from '../../contract/text/unsafe-characters.js';
import { mergeLimit } from '../../lists/merge.js';
import type { VerbResult } from '../../output/shown.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';
import { arranging, savedViewsOf, wordsOfView } from '../../views/saved/filters.js';
import { namesOfIds } from '../showing/setting.js';
import { verb as listTasks } from '../tasks/list.js';
import { verb as listTickets } from '../tickets/list.js';
import { checkText } from '../work/listing/saved-view.js';
import { asksForOthers } from '../work/listing/work-list.js';
import { refuseMisspelt } from '../work/words.js';
import { changeView, isCalled, isStored, readName, readPage, shown } from './change-view.js';
import { filtersIn, formOf, type StoredForm } from './stored-form.js';

const pages = {
  tasks: { kind: 'task', list: listTasks },
  tickets: { kind: 'ticket', list: listTickets },
} as const;

type Page = keyof typeof pages;

/** The flags of a list that say which rows it has. */
function filterFlags({ flags }: VerbBody): VerbBody['flags'] {
  const { limit: _limit, watch: _watch, web: _web, view: _view, partly: _partly, ...filters } = flags;
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
    'Takes the filters of tracker tasks list or tracker tickets list, and --sort. The view appears in the web app too, and is stored',
    'in the same form as those you already have. A view of the same name is replaced after confirmation; in a script, --yes is',
    'required. Everyone may save their own views.',
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
  writes: ['POST /me/views'],
  run: async (context, [page = '', given = ''], flags): Promise<VerbResult | undefined> => {
    if (page !== 'tasks' && page !== 'tickets') throw usageError(`the page is tasks or tickets, not ${quote(page)}`);
    const name = readName(given);
    const { values, sort } = readFlags(context, page, flags);
    const client = await context.client();
    for (const [key, words] of Object.entries(values)) {
      const { flags: name = '', value } = pages[page].list.flags[key] ?? {};
      const kind = /^(?:task|ticket)-/.test(value?.kind ?? '') ? (value?.kind as LearnedValue) : undefined;
      if (kind) refuseMisspelt(context, client, { flag: longName(name), kind, words: textsOf(words) });
    }
    const row = await readPage(client, page);
    const form = formOf([row.page, ...row.others]);
    const former = rowsWithin(row.page, 'savedViews').find((view) => isCalled(view, name));
    refuseUnknown(context, former, row.page);
    const filters = await filtersIn(context, client, form, { kind: pages[page].kind, values });
    if (sort.length > 0 && !form.isSorted && form.held !== 'config')
      await context.show.warn('none of your saved views shows how sorting is stored', 'check it in the web app');
    const view = {
      id: textOf(former?.id) ?? randomUUID(),
      name,
      ...formed(form, { page: row.page, former, filters, sort }),
    };
    const words = savedViewsOf({ key: page, savedViews: [view] }).map((each) => wordsOfView(each, namesOfIds(client)));
    const isNew = former === undefined || !isStored(former, view, former);
    if (former && isNew)
      await confirmOrThrow(context, `Replace the saved view ${shown(name)} of ${page}?`, 'nothing was saved');
    if (isNew) await changeView(context, client, page, { from: former, to: view });
    if (context.settings.dryRun) return undefined;
    const done = isNew ? 'Saved the view' : 'Nothing to change: already saved as the view';
    const sentence = `${done} ${shown(name)} of ${page}: ${words.join('')}.`;
    return { is: 'result', sentence, object: { ref: page, ok: true, view }, quiet: page };
  },
});

/** The given filters and order. Throws usage errors for what the list of this page, or a saved view, cannot have. */
function readFlags(context: Context, page: Page, given: Row) {
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
  const { sort, unassigned, ...values } = Object.fromEntries(chosen);
  if (values.overdue && values.due !== undefined) throw usageError('--due and --overdue cannot be used together');
  asksForOthers({ assignee: textsOf(values.assignee), unassigned: unassigned === true });
  const both = { ...values, ...(unassigned === true && { assignee: ['none'] }) };
  if (Object.keys(both).length === 0) throw usageError('nothing to save; give at least one filter', 'such as -p high');
  return { values: both, sort: textsOf(sort) };
}

/** Throws `failed` for a view of which nobody knows what it would lose if it were replaced. */
function refuseUnknown(context: Context, former: Row | undefined, { key }: Row): void {
  const [view] = former ? savedViewsOf({ key, savedViews: [former] }) : [];
  const fields = [former, former?.config].flatMap((part) => Object.keys(isRow(part) ? part : {}));
  const unread = fields.filter((field) => view?.unread.includes(field));
  if (unread.length === 0) return;
  const what = `not understood in the saved view ${shown(view?.name)}: ${unread.map(quote).join(', ')}`;
  const hint = `choose another name, or delete it first: tracker ${selection(context)}views delete ${String(key)} NAME`;
  throw new TrackerError('failed', what, { hint });
}

interface ViewParts {
  readonly page: Row;
  readonly former: Row | undefined;
  readonly filters: Row;
  readonly sort: readonly string[];
}

/** The rest of a view in the form of this server: arranged as it was, or else as its page is now. */
function formed({ held }: StoredForm, { page, former = {}, filters, sort }: ViewParts): Row {
  const [order] = sort;
  const arranged = (row: unknown): Row =>
    Object.fromEntries(Object.entries(isRow(row) ? row : {}).filter(([key]) => arranging.includes(key)));
  if (held !== 'config')
    return {
      ...arranged(former),
      [held]: filters,
      ...(order !== undefined && { sort: sort.length === 1 ? order : sort }),
    };
  if (sort.length > 1) throw usageError('a saved view of this server can be sorted by one column');
  const { listSort, ...rest } = arranged(former.config ?? page);
  const by =
    order === undefined ? listSort : { by: order.replace(/^-/, ''), dir: order.startsWith('-') ? 'desc' : 'asc' };
  return {
    config: {
      ...rest,
      filters,
      ...(by !== undefined && { listSort: by }),
      ...(page.key === 'tasks' && { time: 'all' }),
    },
  };
}
