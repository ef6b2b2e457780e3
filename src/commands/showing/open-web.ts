import type { Context } from '../../args/context.js';
import { longName, toggle } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import type { VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { usageError } from '../../contract/errors.js';

/** Throws a usage error if an output format is combined with a flag that replaces the output, such as `--web`. */
export function refuseFormat({ show }: Context, flag: string): void {
  if (show.isAsked) throw usageError(`${flag} and a format cannot be used together`);
}

/** Opens a page of the web app, given relative to the URL of the server; prints its URL if no browser can be started, and offline. */
export async function openInBrowser(context: Context, client: Client, page: string): Promise<undefined> {
  const address = new URL(page, client.base).href;
  if (!context.settings.offline && (await context.launch.browser(address))) await context.show.say(`Opened ${address}`);
  else await context.show.text(`${address}\n`);
}

/** Adds `--web` to a list: it opens the page of the web app, relative to the URL of the server, that has the list. */
export function withListPage(verb: VerbBody, page: string): VerbBody {
  const flags = { ...verb.flags, web: toggle('--web', 'open the list in the browser, without filters') };
  return {
    ...verb,
    flags,
    async run(context, args, { web, ...given }) {
      if (web !== true) return await verb.run(context, args, given);
      refuseFormat(context, '--web');
      refuseOthers(context, verb, given);
      return await openInBrowser(context, await context.client(), page);
    },
  };
}

/** Throws a usage error for a flag that the page in the browser would ignore. */
function refuseOthers(context: Context, { flags }: VerbBody, given: Readonly<Record<string, unknown>>): void {
  for (const [key, flag] of Object.entries(flags)) {
    const value = given[key];
    if (Array.isArray(value) ? value.length === 0 : value === flag.initial) continue;
    throw usageError(
      `--web opens the whole list and cannot be used with ${longName(flag.flags)}`,
      `tracker ${selection(context)}${context.settings.command} --web`,
    );
  }
}

/** Throws a usage error with this message for columns, and for a format that cannot print a text or a single value. */
export function requireTextOrValue({ show }: Pick<Context, 'show'>, what: string): void {
  if (!show.isAsked || (show.prints === 'documents' && show.choice.fields.length === 0)) return;
  throw usageError(what);
}
