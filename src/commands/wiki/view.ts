import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { pathSegment } from '../../client/client.js';
import { resolveTitled } from '../../client/titled.js';
import type { Context } from '../../context.js';
import { type Row, rowAt, rowsAt, textOf, uuidOf } from '../../contract/row.js';
import { usageError } from '../../errors.js';
import { linesHelp, wikiDetail, wikiFields } from '../../views/wiki.js';
import { openInBrowser, refuseFormat } from '../open-web.js';
import { oneReference } from '../reference.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: [
    'Set for reading on a terminal; --html prints its HTML alone, byte for byte, and --markdown the page as markdown. The\nwiki is for the internal team only.',
    linesHelp,
  ].join('\n\n'),
  arguments: [{ usage: '<ref>', help: 'its title or a unique part of it, its id, or the address of its web page' }],
  flags: {
    html: toggle('--html', "the server's HTML, as it is"),
    markdown: toggle('--markdown', 'the page as markdown'),
    web: toggle('--web', 'open its web page instead'),
  },
  examples: [
    { line: 'tracker wiki view "Restore a backup"', does: 'read it' },
    { line: 'tracker wiki view backup --markdown > backup.md', does: 'take it along' },
    { line: 'tracker wiki view backup --json | jq -r .page.bodyHtml', does: 'for scripts' },
  ],
  run: async (context, [text = ''], { html, markdown, web }) => {
    const ways = [html && '--html', markdown && '--markdown', web && '--web'].filter((each) => each !== false);
    if (ways.length > 1) throw usageError(`${ways.join(' and ')} exclude each other`);
    if (ways[0] !== undefined) refuseFormat(context, ways[0]);
    const client = await context.client();
    const wanted = { kind: 'page', text: await oneReference(context, text) } as const;
    const { id } = await resolveTitled(client, wanted, async () => rowsAt(await client.call('GET /wiki'), 'pages'));
    if (web) return await openInBrowser(context, client, `wiki/${pathSegment(id)}`);
    const envelope = await client.call('GET /wiki/:id', { id });
    // Some servers send the page itself, without a wrapper.
    const page: Row = uuidOf(envelope) === '' ? rowAt(envelope, 'page') : envelope;
    const source = textOf(page.bodyHtml) ?? textOf(page.body) ?? '';
    if (html) return await printHtml(context, source);
    if (markdown) {
      const { htmlToMarkdown } = await import('../../output/html-to-markdown.js');
      return await context.show.text(await htmlToMarkdown(source));
    }
    const setting = settingFor(context, client, {});
    const layout = () => wikiDetail(envelope, setting);
    await context.show.detail({ envelope, ref: uuidOf(page), uuid: uuidOf(page), setting, layout, fields: wikiFields });
    if (source.trim() === '' && context.io.stdout.isTerminal && !context.show.isAsked)
      await context.show.say(`Nothing is written here. Pages below it: tracker wiki list --under ${id}`);
  },
});

/** As the server sent it; at a terminal with every control made visible (docs/requirements.md, R38). */
async function printHtml({ io, show }: Context, source: string): Promise<void> {
  if (!io.stdout.isTerminal) return await show.text(source);
  const { cleanText } = await import('../../output/clean.js');
  await show.text(`${cleanText(source).trimEnd()}\n`);
}
