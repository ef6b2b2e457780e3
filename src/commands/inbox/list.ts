import { applyFilters } from '../../args/filter.js';
import { toggle } from '../../args/flag.js';
import { filterByCreation, isPast, periodFlags, readPeriod } from '../../args/since.js';
import { defineVerb } from '../../args/verb.js';
import { crowdedWarning, inboxPages } from '../../client/inbox.js';
import { requireAllAsked } from '../../client/paging.js';
import { usageError } from '../../contract/errors.js';
import type { ListData } from '../../output/shown.js';
import { inboxList } from '../../views/inbox.js';
import { settingFor } from '../showing/setting.js';

const defaultCount = 30;

export const verb = defineVerb({
  details: `Shows the newest ${defaultCount} notifications, or more with -L, --since or --all.`,
  prints: { ordered: inboxList },
  flags: {
    unread: toggle('-u, --unread', 'only unread notifications'),
    ...periodFlags('only notifications'),
    all: toggle('--all', 'all notifications'),
  },
  examples: [
    { line: 'tracker inbox', does: 'list the newest notifications' },
    { line: 'tracker inbox -u', does: 'list unread notifications' },
    { line: 'tracker inbox --since yesterday', does: 'list what has come in since yesterday' },
    { line: 'tracker inbox list --all --jsonl', does: 'print everything for a script' },
  ],
  run: async (context, _args, { unread, since, until, limit, all }) => {
    if (all && limit !== undefined) throw usageError('--all and --limit cannot be used together');
    const period = await readPeriod({ since, until }, context.now());
    const client = await context.client();
    const count = limit ?? (all || period ? Number.POSITIVE_INFINITY : defaultCount);
    const most = period ? Number.POSITIVE_INFINITY : count;
    const emptyHint = period?.emptyHint ?? (unread ? 'left to read' : 'for you');
    const read: { rows: number; more: boolean; crowded: readonly string[] } = { rows: 0, more: false, crowded: [] };
    const pages = async function* (): AsyncGenerator<ListData> {
      for await (const { items, actors, more, crowded } of inboxPages(client, { count: most, unread })) {
        const rows = applyFilters(items, filterByCreation(period)).slice(0, count - read.rows);
        const isEnd = isPast(items, period);
        read.rows += rows.length;
        read.more = more && !isEnd;
        read.crowded = crowded;
        yield { rows, setting: settingFor(context, client, actors), emptyHint, more: read.more };
        if (isEnd || read.rows >= count) return;
      }
    };
    const after = async (): Promise<void> => {
      for (const time of read.crowded) await context.show.warn(crowdedWarning(time));
      const asked = limit ?? (count === defaultCount ? undefined : count);
      requireAllAsked('inbox', 'notifications', { asked, got: read.rows, more: read.more });
      if (read.more && limit === undefined && context.io.stdout.isTerminal && !context.show.isJson)
        await context.show.say(`Showing the newest ${read.rows}; use -L or --all for more.`);
    };
    return { is: 'pages', view: inboxList, pages: pages(), after };
  },
});
