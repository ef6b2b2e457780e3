import type { Context } from '../../args/context.js';
import { text, toggle } from '../../args/flag.js';
import type { Period } from '../../args/period.js';
import { periodFlags, readPeriod } from '../../args/since.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { type Row, rowsAt } from '../../contract/row.js';
import { listed } from '../../output/shown.js';
import { dayNumber } from '../../output/time.js';
import { isMe, resolvePeople } from '../../references/people.js';
import { rememberedName } from '../../views/cells/people.js';
import { objectOf } from '../../views/read-row.js';
import { reportBy, reportList, reportMarkdown } from '../../views/report.js';
import { saidIn } from '../../views/tickets/detail.js';
import { ticketChanges } from '../../views/tickets/list.js';
import { asleepWords } from '../conversations/waiting.js';
import { openBlocks } from '../showing/blocks.js';
import { refuseFormat } from '../showing/open-web.js';
import { settingFor } from '../showing/setting.js';
import { type HistoryEvent, loggedDay } from '../work/history/events.js';
import { readEvents } from '../work/history/read-events.js';
import { taskChanges } from '../work/listing/changed-since.js';
import { readDone } from './done.js';
import { isTaskOf, isTicketOf, readWaits } from './waits.js';

const { since, until } = periodFlags('what was done');

export const verb = defineVerb({
  details: [
    'Lists what you did, oldest first, then what is waiting for you, and what you are waiting for, longest wait first. The report begins',
    'yesterday at 0:00 unless --since is given (on a Monday, that means Sunday; use --since fri to go back further), and ends today',
    'unless --until is given. What is waiting is always as of now.',
    '',
    'Done (section done): what you wrote, changed, created and logged, according to tickets, tasks and project activity; time counts on',
    'the day it was logged for. What they do not show is added from what this computer has recorded (tracker undo --list): changes to',
    'other fields, chat messages, notes, and tickets you deleted. For other people, only what the server has recorded is listed.',
    'Waiting for you (waiting): tickets assigned to you whose customer is waiting for an answer, except those you have put off, and tasks',
    'assigned to you that are due. You are waiting for (awaited): the customers of the other open tickets assigned to you, and tasks',
    'that yours depend on; these have no time. For a customer, it is the other way round. Paused tickets are left out.',
    '',
    'Details are read as for tracker time list, except where the row shows nothing newer than what was read before. At most 20 pages of',
    'activity are read, or all with --yes. What could not be read is named, and the rest is shown.',
  ].join('\n'),
  prints: { rows: reportList },
  flags: {
    user: text('--user', 'whose day: @me, a name or part of one, an id (default: @me)', kind('user')),
    since: { ...since, help: `${since.help} (default: yesterday)` },
    until: { ...until, help: `${until.help} (default: today)` },
    markdown: toggle('--markdown', 'print it as Markdown, for a stand-up or an email'),
  },
  examples: [
    { line: 'tracker report day', does: 'see what you did since yesterday, and what is waiting' },
    { line: 'tracker yesterday --markdown', does: 'print it to paste into a chat' },
    { line: 'tracker report day --since fri', does: 'on a Monday, begin with Friday' },
    { line: 'tracker report day --until yesterday', does: 'leave out today' },
    { line: 'tracker report day --user sean --since "last week" --until "last week"', does: "see a colleague's week" },
  ],
  run: async (context, _args, { user = '@me', markdown, ...given }) => {
    if (markdown) refuseFormat(context, '--markdown');
    const period = await periodOf(context, given);
    const client = await context.client();
    const { ask, failure: failed } = openBlocks();
    const [taskList, ticketList, projects = []] = await Promise.all([
      ask('tasks', async () => listIn(await client.call('GET /tasks', { query: { scope: 'all' } }), 'tasks')),
      ask('tickets', async () => listIn(await client.call('GET /tickets', { query: { segment: 'all' } }), 'tickets')),
      ask('projects', async () => rowsAt(await client.call('GET /projects'), 'projects')),
    ]);
    const failure = failed();
    const [tasks, tickets] = [taskList?.rows ?? [], ticketList?.rows ?? []];
    const users = { ...taskList?.people, ...ticketList?.people };
    const [userId = ''] = await resolvePeople([user], { client, people: users });
    const isOwn = isMe(user) || userId === client.userId;
    const isChanged = (at: string | undefined): boolean => isLater(at, period.from);
    const mayBeBlocked = (row: Row): boolean => row.blocked !== false && isTaskOf(userId, row);
    const ofTasks = await readEvents(context, client, {
      ...{ kind: 'task', rows: tasks, lists: ['comments', 'timeLogs'], name: 'comments and time', ...recalled },
      // Logged time may leave the time of the last change as it is.
      mayMatter: (row) => isChanged(taskChanges.at(row)) || row.loggedMinutes !== 0 || mayBeBlocked(row),
    });
    const ofTickets = await readEvents(context, client, {
      ...{ kind: 'ticket', rows: tickets, lists: ['messages'], name: 'the messages', ...recalled },
      mayMatter: (row) => isChanged(ticketChanges.at(row)) || isTicketOf(userId, row),
    });
    const setting = settingFor(context, client, { ...users, ...ofTasks.people, ...ofTickets.people });
    const events = await readDone(context, client, {
      ...{ user: userId, isMe: isOwn, period, tasks, tickets, projects },
      events: [...ofTasks.events, ...ofTickets.events],
      isWhole: (task) => ofTasks.wholes.has(task),
      isChanged: (task) => isChanged(taskChanges.at(task)),
    });
    const { rows: waits, asleep } = await readWaits(context, client, {
      ...{ user: userId, isMe: isOwn, tasks, tickets: ofTickets.wholes },
      wholeTask: (task) => ({ ...task, ...objectOf(ofTasks.wholes.get(task) ?? {}, 'task') }),
    });
    const rows = [...events.map((event) => doneRow(event, setting.people)), ...waits];
    const name = isOwn ? undefined : rememberedName(setting, userId);
    if (markdown) {
      const { escapeText } = await import('../../output/prose/markdown/inline.js');
      return { is: 'value', value: reportMarkdown(rows, setting, { name, escapeText }), failure };
    }
    const note = asleep > 0 ? { note: asleepWords(asleep) } : {};
    const emptyHint = `${period.emptyHint}${failure || asleep > 0 ? '' : ', and nothing is waiting'}`;
    return { ...listed(reportBy(name), { rows, setting, emptyHint, ...note }), failure };
  },
});

async function periodOf(context: Context, { since, until }: Record<'since' | 'until', string | undefined>) {
  const isRange = [since, until].some((each) => each?.includes('..'));
  const whole = isRange ? { since, until } : { since: since ?? 'yesterday', until: until ?? 'today' };
  return (await readPeriod(whole, context.now())) as Period;
}

const recalled = { missing: 'what was done there', mayRecall: true };

function listIn(reply: Row, field: string) {
  return { rows: rowsAt(reply, field), people: objectOf(reply, 'users') };
}

/** Whether something may have changed since then: by a day of the server, or if it does not say when. */
function isLater(at: string | undefined, from: number): boolean {
  const day = dayNumber(at ?? '');
  const time = day === undefined ? Date.parse(at ?? '') : (day + 1) * 86_400_000;
  return !(time < from);
}

function doneRow({ entry, ...event }: HistoryEvent, people: Parameters<typeof saidIn>[1]['people']): Row {
  const { kind, ref, uuid, title, what, who: user, at } = event;
  const text = entry.kind === 'system' ? saidIn(entry, { people }, 'system').text : event.text;
  const isTime = what === 'time' && Object.hasOwn(entry, 'minutes');
  const time = (isTime && loggedDay(entry)) || at;
  return {
    ...{ section: 'done', kind, ref, uuid, title, what, time, user, text },
    ...(isTime && { minutes: entry.minutes }),
  };
}
