import type { Context } from '../../args/context.js';
import { longName, toggle } from '../../args/flag.js';
import type { VerbBody } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';

/** Adds `--web` to a list: it opens the page of the web app, relative to the URL of the server, that has the list. */
export function withListPage(verb: VerbBody, page: string): VerbBody {
  const flags = { ...verb.flags, web: toggle('--web', 'open the list in the browser, without filters') };
  return {
    ...verb,
    flags,
    async run(context, args, { web, ...given }) {
      if (web !== true) return await verb.run(context, args, given);
      // Few lists are opened in the browser.
      const { openInBrowser, refuseFormat } = await import('./open-web.js');
      refuseFormat(context, '--web');
      refuseOthers(context, verb, given);
      await openInBrowser(context, await context.client(), page);
    },
  };
}

/** Throws a usage error for a flag that the page in the browser would ignore. */
function refuseOthers({ settings }: Context, { flags }: VerbBody, given: Readonly<Record<string, unknown>>): void {
  for (const [key, flag] of Object.entries(flags)) {
    const value = given[key];
    if (Array.isArray(value) ? value.length === 0 : value === flag.initial) continue;
    throw usageError(
      `--web opens the whole list and cannot be used with ${longName(flag.flags)}`,
      `tracker ${settings.command} --web`,
    );
  }
}
