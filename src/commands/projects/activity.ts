import { applyFilters } from '../../args/filter.js';
import { numberIn, toggle, value } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { filterByCreation, isPast, periodFlags, readPeriod } from '../../args/since.js';
import { kind, ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { activityPages, requireAllAsked } from '../../client/paging.js';
import { usageError } from '../../contract/errors.js';
import { shellWord } from '../../contract/text/shell-word.js';
import type { ListData } from '../../output/shown.js';
import { findNamed } from '../../references/find-named.js';
import { oneReference } from '../../references/read.js';
import { activityList } from '../../views/projects.js';
import { settingFor } from '../showing/setting.js';

/** A page of at least this length probably has another one after it. */
const longPage = 20;

export const verb = defineVerb({
  details: [
    'Lists what happened in a project, newest first: as much as the server sends in one response, unless -L, --since or --all is',
    'given. Everyone who can see the tasks of a project can see its history.',
  ].join('\n'),
  prints: { ordered: activityList },
  arguments: [{ value: ref('projects'), help: 'a project: its key, name, uuid or URL' }],
  flags: {
    offset: value('--offset', 'skip this many of the newest entries', { value: kind('count'), parse: numberIn(0) }),
    ...periodFlags('only what happened'),
    all: toggle('--all', 'list the whole history'),
  },
  examples: [
    { line: 'tracker projects activity SCM', does: 'list recent activity' },
    { line: 'tracker projects activity SCM -L 10 --offset 50', does: 'list ten older entries' },
    { line: 'tracker projects activity SCM --since yesterday', does: 'list what has happened since yesterday' },
    { line: 'tracker projects activity SCM --all --jsonl', does: 'print everything for a script' },
  ],
  run: async (context, [text = ''], { limit, offset = 0, since, until, all }) => {
    if (all && limit !== undefined) throw usageError('--all and --limit cannot be used together');
    const period = await readPeriod({ since, until }, context.now());
    const client = await context.client();
    const { uuid, ref } = await findNamed(context, 'project', await oneReference(context, text));
    const most = limit ?? Number.POSITIVE_INFINITY;
    const count = all || period ? Number.POSITIVE_INFINITY : limit;
    const setting = settingFor(context, client, {});
    const emptyHint = period?.emptyHint ?? (offset > 0 ? 'that far back' : 'yet');
    let size = 0;
    let next: number | undefined;
    const pages = async function* (): AsyncGenerator<ListData> {
      for await (const page of activityPages(client, { uuid, offset, count })) {
        const rows = applyFilters(page.entries, filterByCreation(period)).slice(0, most - size);
        const isEnd = isPast(page.entries, period);
        size += rows.length;
        next = isEnd ? undefined : page.next;
        yield { rows, setting, emptyHint, more: next !== undefined };
        if (isEnd || size >= most) return;
      }
    };
    const after = async (): Promise<void> => {
      requireAllAsked('history', 'entries', { asked: limit ?? count, got: size, more: next !== undefined });
      const isHinted = count === undefined && next !== undefined && size >= longPage;
      if (isHinted && context.io.stdout.isTerminal && !context.show.isJson)
        await context.show.say(
          `For older entries: tracker ${selection(context)}projects activity ${shellWord(ref)} --offset ${next}, or --all`,
        );
    };
    return { is: 'pages', view: activityList, pages: pages(), after };
  },
});
