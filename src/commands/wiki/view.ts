import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { pathSegment } from '../../client/client.js';
import { type Row, rowAt, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { shellWord } from '../../contract/shell-word.js';
import { keepTitled, oneReference } from '../../references/read.js';
import { findTitled } from '../../references/titled.js';
import { wikiDetail, wikiFields, wikiLines } from '../../views/wiki.js';
import { openInBrowser } from '../showing/open-web.js';
import { pageFlags, printSource, requireOneWay } from '../showing/page-source.js';
import { settingFor } from '../showing/setting.js';

export const verb = defineVerb({
  details: [
    [
      'Prints the page formatted for reading; --html prints its HTML unchanged, and --markdown prints it as Markdown. The wiki',
      'is for the internal team only.',
    ].join('\n'),
  ].join('\n\n'),
  prints: { detail: wikiLines },
  arguments: [{ value: ref('wiki'), help: 'a page: its title or a unique part of it, its id, its URL, or @' }],
  flags: pageFlags,
  examples: [
    { line: 'tracker wiki view "Restore a backup"', does: 'view a page' },
    { line: 'tracker wiki view backup --markdown > backup.md', does: 'save it as Markdown' },
    { line: 'tracker wiki view backup --json | jq -r .page.bodyHtml', does: 'use it in a script' },
  ],
  run: async (context, [text = ''], given) => {
    requireOneWay(context, given);
    const client = await context.client();
    const named = await oneReference(context, text, 'page');
    const { id } = await findTitled(client, { kind: 'page', text: named.text });
    if (given.web) return await openInBrowser(context, client, `wiki/${pathSegment(id)}`);
    const envelope = await client.call('GET /wiki/:id', { id });
    // Some servers send the page itself, without a wrapper.
    const page: Row = uuidOf(envelope) === '' ? rowAt(envelope, 'page') : envelope;
    await keepTitled(context, { kind: 'page', id: uuidOf(page) || id, title: titleOf(page) });
    const source = textOf(page.bodyHtml) ?? textOf(page.body) ?? '';
    if (await printSource(context, source, given)) return;
    const setting = settingFor(context, client, {});
    const layout = () => wikiDetail(envelope, setting);
    await context.show.detail({ envelope, ref: uuidOf(page), uuid: uuidOf(page), setting, layout, fields: wikiFields });
    if (source.trim() === '' && context.io.stdout.isTerminal && !context.show.isAsked)
      await context.show.say(`This page is empty. For the pages below it: tracker wiki list --under ${shellWord(id)}`);
  },
});
