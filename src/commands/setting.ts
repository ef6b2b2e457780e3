import type { Client } from '../client/client.js';
import type { Context } from '../context.js';
import { isRow } from '../contract/row.js';
import type { Setting } from '../output/view.js';

/** What views look at besides their rows: the people an answer names, the clock, and who is signed in. */
export function settingFor(context: Context, client: Client, people: unknown): Setting {
  return {
    // The map is the server's; views look entries up one by one and expect any of them to be missing.
    people: isRow(people) ? (people as Setting['people']) : {},
    now: context.now(),
    me: client.userId,
    base: client.base.href,
    recall: (userId) => client.index.find('people', userId)?.title,
    // Read when a row names its project by uuid and a format wants the key.
    get projects() {
      return Object.fromEntries(client.index.all('projects').map(({ ref, uuid }) => [uuid, ref]));
    },
  };
}
