import { toggle } from '../args/flag.js';
import { ref } from '../args/value.js';
import { defineVerb } from '../args/verb.js';
import type { Client } from '../client/client.js';
import { usageError } from '../contract/errors.js';
import type { ObjectData } from '../output/shown.js';
import { askWhich } from '../references/ask-which.js';
import { findPage, type Page } from '../references/page.js';
import { oneReference } from '../references/read.js';
import { openInBrowser, refuseFormat } from './showing/open-web.js';

export const verb = defineVerb({
  details: [
    'Without a reference, opens the web app itself. If a name could mean several things, put task:, ticket:, project:, page:,',
    'note: or thread: before it. If no browser can be started, prints the URL.',
  ].join('\n'),
  prints: 'text',
  asksServer: true,
  arguments: [
    {
      value: ref('tasks', 'tickets', 'projects', 'wiki', 'notes', 'threads'),
      isOptional: true,
      help: 'a task, ticket or project by reference, a wiki page, note or thread by title, a uuid or URL, @ or @branch',
    },
  ],
  flags: {
    print: toggle('--print', 'print the URL instead of opening it'),
    web: toggle('--web', 'open it in the browser, which is what happens without flags too'),
  },
  examples: [
    { line: 'tracker open OPS-9', does: 'open a task in the browser' },
    { line: 'tracker open ticket:SCM-3 --print', does: 'print the URL of a ticket' },
    { line: 'tracker open', does: 'open the web app' },
  ],
  run: async (context, [text], { print, web }) => {
    if (web && print) throw usageError('--web and --print cannot be used together');
    if (web) refuseFormat(context, '--web');
    const named = text === undefined ? undefined : await oneReference(context, text, 'any');
    const client = await context.client();
    const start: Page = { kind: 'start', ref: client.instanceName, path: '' };
    const page =
      named === undefined
        ? start
        : await askWhich(context, named.text, async (name) => await findPage(client, { ...named, text: name }));
    const { kind, uuid, ref } = page;
    if (uuid !== undefined && (kind === 'task' || kind === 'ticket' || kind === 'project'))
      await context.onNamed?.({ kind, uuid, ref });
    if (context.show.isAsked) return { is: 'object', data: pageObject(client, page) };
    if (!print) return await openInBrowser(context, client, page.path);
    await context.show.text(`${urlOf(client, page)}\n`);
  },
});

function pageObject(client: Client, page: Page): ObjectData {
  const { kind, ref, uuid } = page;
  const object = { ref, ...(uuid !== undefined && { uuid }), kind, url: urlOf(client, page) };
  const fields = Object.entries(object).map(([key, value]) => ({ key, label: key, value }));
  return { object, fields, ref };
}

function urlOf({ base }: Client, { path }: Page): string {
  return new URL(path, base).href;
}
