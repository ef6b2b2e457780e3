import type { Client } from '../client/client.js';
import type { Context } from '../context.js';
import { usageError } from '../errors.js';

/** Throws a usage error where a format is asked for beside a flag that has a form of its own, such as `--web`. */
export function refuseFormat({ show }: Context, flag: string): void {
  if (show.isAsked) throw usageError(`${flag} and a format cannot be used together`);
}

/** Opens a page of the web app, given relative to the server's address; prints the address where no browser starts. */
export async function openInBrowser(context: Context, client: Client, page: string): Promise<void> {
  const address = new URL(page, client.base).href;
  if (await context.launch.browser(address)) await context.show.say(`Opened ${address}`);
  else await context.show.text(`${address}\n`);
}
