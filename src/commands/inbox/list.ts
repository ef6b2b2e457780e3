import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { crowdedWarning } from '../../client/inbox/cursor.js';
import { inboxPages } from '../../client/inbox/inbox.js';
import { requireAllAsked } from '../../client/paging.js';
import { usageError } from '../../errors.js';
import type { ListData } from '../../output/shown.js';
import { inboxList } from '../../views/inbox.js';
import { settingFor } from '../setting.js';

/** How many notifications are shown by default. */
const defaultCount = 30;

export const verb = defineVerb({
  details: `Shows the newest ${defaultCount} notifications, or more with -L or --all.`,
  prints: { ordered: inboxList },
  flags: {
    unread: toggle('-u, --unread', 'only unread notifications'),
    all: toggle('--all', 'all notifications'),
  },
  examples: [
    { line: 'tracker inbox', does: 'list the newest notifications' },
    { line: 'tracker inbox -u', does: 'list unread notifications' },
    { line: 'tracker inbox list --all --jsonl', does: 'print everything for a script' },
  ],
  run: async (context, _args, { unread, limit, all }) => {
    if (all && limit !== undefined) throw usageError('--all and --limit cannot be used together');
    const client = await context.client();
    const count = all ? Number.POSITIVE_INFINITY : (limit ?? defaultCount);
    const emptyHint = unread ? 'left to read' : 'for you';
    const read: { rows: number; more: boolean; crowded: readonly string[] } = { rows: 0, more: false, crowded: [] };
    const pages = async function* (): AsyncGenerator<ListData> {
      for await (const { items, actors, more, crowded } of inboxPages(client, { count, unread })) {
        read.rows += items.length;
        read.more = more;
        read.crowded = crowded;
        yield { rows: items, setting: settingFor(context, client, actors), emptyHint };
      }
    };
    await context.show.pages(inboxList, pages());
    for (const time of read.crowded) await context.show.warn(crowdedWarning(time));
    const asked = all ? count : limit;
    requireAllAsked({ noun: 'inbox', rows: 'notifications', asked, got: read.rows, more: read.more });
    if (read.more && limit === undefined && context.io.stdout.isTerminal && !context.show.isJson) {
      await context.show.say(`Showing the newest ${read.rows}; use -L or --all for more.`);
    }
  },
});
