import { text } from '../../args/flag.js';
import { ref } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { rowsAt } from '../../contract/row.js';
import { listed } from '../../output/shown.js';
import type { JsonObject } from '../../output/view.js';
import { askWhich } from '../../references/ask-which.js';
import { oneReference } from '../../references/read.js';
import { findTitled } from '../../references/titled.js';
import { wikiList, wikiTree } from '../../views/wiki.js';
import { withListPage } from '../showing/open-web.js';
import { sourceOf } from '../showing/row-source.js';
import { placeRows, subtreeOf } from './tree.js';

const list = defineVerb({
  details: [
    'Prints a tree on a terminal, where folders end in a slash, and rows in the order of the server in a pipe. The wiki is for',
    'the internal team only.',
  ].join('\n'),
  prints: { list: wikiList },
  flags: { under: text('--under', 'only this page and those below it: its title, id or URL', ref('wiki')) },
  examples: [
    { line: 'tracker wiki', does: 'list all pages' },
    { line: 'tracker wiki list --under Customers', does: 'list part of the tree' },
    { line: 'tracker wiki list --fields ref,title,parent --csv', does: 'use it in a script' },
  ],
  run: async (context, _args, { under, sort, limit }) => {
    const client = await context.client();
    const pages = rowsAt(await client.call('GET /wiki'), 'pages');
    const named = under === undefined ? undefined : await oneReference(context, under, 'page');
    const find = async (text: string) => await findTitled(client, { kind: 'page', text }, async () => pages);
    const root = named && (await askWhich(context, named.text, find));
    const rows = root ? subtreeOf(pages, root.id) : pages;
    const source = sourceOf(context, client, { kind: 'page', view: wikiList, rows: pages });
    const emptyHint = 'in the wiki';
    const { io, settings, show } = context;
    const isTree = io.stdout.isTerminal && !show.isAsked && sort.length === 0;
    if (!isTree) return listed(wikiList, { ...(await source.arrange(rows, { sort, limit })), emptyHint });
    const depths: ReadonlyMap<JsonObject, number> = placeRows(rows);
    const tree = wikiTree((row) => depths.get(row) ?? 0, Boolean(settings.env.ACCESSIBLE));
    const shown = [...depths.keys()].slice(0, limit);
    return listed(tree, { rows: shown, total: rows.length, setting: source.setting, emptyHint });
  },
});

export const verb: VerbBody = withListPage(list, 'wiki');
