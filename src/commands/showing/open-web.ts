import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { usageError } from '../../contract/errors.js';

/** Throws a usage error if an output format is combined with a flag that replaces the output, such as `--web`. */
export function refuseFormat({ show }: Context, flag: string): void {
  if (show.isAsked) throw usageError(`${flag} and a format cannot be used together`);
}

/** Opens a page of the web app, given relative to the URL of the server; prints its URL if no browser can be started. */
export async function openInBrowser(context: Context, client: Client, page: string): Promise<void> {
  const address = new URL(page, client.base).href;
  if (await context.launch.browser(address)) await context.show.say(`Opened ${address}`);
  else await context.show.text(`${address}\n`);
}
