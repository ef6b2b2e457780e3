import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { isRow } from '../../contract/row.js';
import type { Setting } from '../../output/view.js';

/** What views need in addition to their rows: the people in the response, the clock, and who is signed in. */
export function settingFor(context: Context, client: Client, people: unknown): Setting {
  return {
    // The server sent this map; views expect any entry to be missing.
    people: isRow(people) ? (people as Setting['people']) : {},
    now: context.now(),
    me: client.userId,
    base: client.base.href,
    recall: (userId) => client.index.find('people', userId)?.title,
    // Read only if a row has the uuid of its project and a format needs the key.
    get projects() {
      return Object.fromEntries(client.index.all('projects').map(({ ref, uuid }) => [uuid, ref]));
    },
  };
}
