import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { ref } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { pathSegment } from '../../client/request.js';
import { usageError } from '../../contract/errors.js';
import { type Row, rowAt, textOf, titleOf, uuidOf } from '../../contract/row.js';
import type { Detail, DetailLines, Setting } from '../../output/view.js';
import { askWhich } from '../../references/ask-which.js';
import { keepTitled, oneReference } from '../../references/read.js';
import { findTitled } from '../../references/titled.js';
import { openInBrowser, refuseFormat } from './open-web.js';
import { settingFor } from './setting.js';

/** What the verbs that show a wiki page and a note differ in. */
interface PageVerb extends Pick<VerbBody, 'examples'> {
  readonly kind: 'page' | 'note';
  readonly noun: 'wiki' | 'notes';
  readonly details: string;
  readonly lines: DetailLines;
  readonly fields: readonly string[];
  readonly layout: (envelope: Row, setting: Setting) => Detail;
  /** Said on a terminal after an empty one. */
  readonly whenEmpty?: (id: string, flags: string) => string;
}

/** Other ways to print or open a wiki page or a note. */
const pageFlags = {
  html: toggle('--html', 'print the HTML from the server unchanged'),
  markdown: toggle('--markdown', 'print the text as Markdown'),
  web: toggle('--web', 'open its web page in the browser'),
};

export function pageVerb({ kind, noun, lines, fields, layout, whenEmpty, ...rest }: PageVerb): VerbBody {
  return defineVerb({
    ...rest,
    prints: { detail: lines },
    arguments: [{ value: ref(noun), help: `a ${kind}: its title or a unique part of it, its id, its URL, or @` }],
    flags: pageFlags,
    run: async (context, [text = ''], given) => {
      requireOneWay(context, given);
      const client = await context.client();
      const named = await oneReference(context, text, kind);
      const { id } = await askWhich(
        context,
        named.text,
        async (name) => await findTitled(client, { kind, text: name }),
      );
      if (given.web) return await openInBrowser(context, client, `${noun}/${pathSegment(id)}`);
      const envelope: Row = await client.call(`GET /${noun}/:id`, { id });
      const page = rowAt(envelope, kind);
      const uuid = uuidOf(page);
      await keepTitled(context, { kind, id: uuid || id, title: titleOf(page) });
      const source = textOf(page.bodyHtml) ?? textOf(page.body) ?? '';
      if (await printSource(context, source, given)) return;
      const setting = settingFor(context, client, {});
      const data = { envelope, ref: uuid, uuid, setting, fields, layout: () => layout(envelope, setting) };
      const isEmpty = source.trim() === '' && context.io.stdout.isTerminal && !context.show.isAsked;
      const remarks = whenEmpty && isEmpty ? [{ sentence: whenEmpty(id, selection(context)) }] : [];
      return { is: 'detail', data, remarks };
    },
  });
}

type PageFlags = Readonly<Record<keyof typeof pageFlags, boolean>>;

/** Throws a usage error for two of these flags, or for one with an output format. */
function requireOneWay(context: Context, { html, markdown, web }: PageFlags): void {
  const ways = [html && '--html', markdown && '--markdown', web && '--web'].filter((each) => each !== false);
  if (ways.length > 1) throw usageError(`${ways.join(' and ')} cannot be used together`);
  if (ways[0] !== undefined) refuseFormat(context, ways[0]);
}

/** Prints a page as its HTML or as Markdown (docs/requirements.md, R38). False if neither was requested. */
async function printSource({ io, show, settings, signal }: Context, source: string, given: PageFlags) {
  if (given.markdown) {
    const { htmlToMarkdown } = await import('../../output/prose/markdown/blocks.js');
    const { givenUpWords, Patience } = await import('../../output/prose/patience.js');
    const patience = new Patience({ signal, processorTime: settings.processes.processorTime });
    await show.text(await htmlToMarkdown(source, async () => await show.warn(givenUpWords), patience));
  } else if (given.html && !io.stdout.isTerminal) await show.text(source);
  else if (given.html)
    await show.text(`${(await import('../../contract/text/unsafe-characters.js')).cleanText(source).trimEnd()}\n`);
  return given.markdown || given.html;
}
