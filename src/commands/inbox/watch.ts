import type { Context } from '../../args/context.js';
import { choice, text, toggle } from '../../args/flag.js';
import { freeText, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { followNews } from '../../client/inbox.js';
import { readAgain, type Stale } from '../../client/live.js';
import { usageError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import type { ListData } from '../../output/shown.js';
import { localMinute } from '../../output/time.js';
import type { Cell, HumanLine, Setting } from '../../output/view.js';
import { inboxList } from '../../views/inbox.js';
import { settingFor } from '../showing/setting.js';
import {
  outliveSession,
  reportState,
  requireLines,
  showAsTheyCome,
  untilInterrupted,
} from '../watching/staying-open.js';
import { createAnnouncer } from './announce.js';

export const verb = defineVerb({
  details: [
    'Prints each new notification, the oldest first, until you stop it. What is in the inbox at the start is not printed, and',
    'nothing is lost or printed twice when the connection breaks or the computer sleeps.',
    '',
    'The --exec command runs in a shell once for each notification, one at a time. It gets the notification as JSON on standard',
    'input, and TRACKER_ID, TRACKER_KIND, TRACKER_REF (what it is about), TRACKER_TITLE and TRACKER_LINK (its web page) in its',
    'environment; put "$TRACKER_TITLE" in double quotes. The title is one line there, with control characters made visible; the',
    'JSON has it as it is. The output of the command goes to standard error. While it runs, new notifications are printed and wait',
    'for their turn; if it fails, there is a warning and watching continues. To tracker in it, TRACKER_URL is the server, and the',
    'account is the one that watches.',
    '',
    'On a terminal, each notification is also shown by the terminal itself if it can do that, or else on the desktop; see --notify.',
  ].join('\n'),
  follows: 'only',
  onStart: outliveSession,
  prints: { rows: inboxList, isLive: true },
  flags: {
    exec: text('--exec', 'run this shell command for each notification', freeText('command')),
    bell: toggle('--bell', 'ring the bell of the terminal'),
    notify: choice(
      '--notify',
      'also show notifications in the terminal or on the desktop: auto (on a terminal), always or never',
      oneOf('when', ['auto', 'always', 'never']),
    ),
  },
  examples: [
    { line: 'tracker inbox watch', does: 'print notifications as they arrive' },
    { line: 'tracker inbox watch --notify never', does: 'only print them' },
    { line: 'tracker inbox watch --jsonl | jq -r .title', does: 'use it in a script' },
    {
      line: `tracker inbox watch --exec 'echo "$TRACKER_REF $TRACKER_TITLE" >> inbox.log'`,
      does: 'run a command for each',
    },
  ],
  run: async (context, _args, { exec, bell, notify }) => {
    requireLines(context, 'tracker inbox watch');
    if (exec?.trim() === '') throw usageError('--exec needs a command');
    const { stdout, stderr } = context.io;
    if (bell && !stdout.isTerminal && !stderr.isTerminal) throw usageError('--bell needs a terminal');
    const client = await context.client();
    await untilInterrupted(context, async (watched) => {
      const { announce, finish } = createAnnouncer(watched, client, { exec, bell, notify: notify ?? 'auto' });
      const pages = newPages(watched, client, announce);
      try {
        await showAsTheyCome(context, pages, { view: inboxList, lineOf });
      } finally {
        await finish();
      }
    });
  },
});

/** New notifications; each page is announced once it is printed. */
async function* newPages(context: Context, client: Client, announce: (page: ListData) => Promise<void>) {
  const news = followNews(client);
  const say = reportState(context);
  let isFirst = true;
  const look = async (stale: Stale) =>
    stale === 'everything' || stale.some(({ type }) => type !== 'entity') ? await news() : undefined;
  for await (const update of readAgain(client, context, look)) {
    if (update.kind === 'state') {
      await say(update.state);
      continue;
    }
    const { items, older, actors } = update.value;
    // What `--fields` may name, as far as rows show it.
    const fields = [...inboxList.fields, 'people', ...older.flatMap((row) => Object.keys(row))];
    if (isFirst) await context.show.expect({ ...inboxList, fields });
    isFirst = false;
    if (items.length > 0) {
      const setting = settingFor(context, client, actors);
      const page = { rows: items, allRows: [...items, ...older], setting, isLive: true };
      yield page;
      await announce(page);
    }
  }
}

function lineOf(row: Row, setting: Setting): HumanLine {
  const cell = (key: string): Cell | string => {
    const column = inboxList.columns.find((each) => each.key === key);
    return column?.human?.(row, setting) ?? String(column?.value(row, setting) ?? '');
  };
  const at: Cell = { text: localMinute(setting.now).slice(-5), tone: 'dim' };
  return [at, '  ', cell('actor'), '  ', cell('kind'), '  ', cell('title')];
}
