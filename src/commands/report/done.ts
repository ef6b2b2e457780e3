import type { Context } from '../../args/context.js';
import type { Period } from '../../args/period.js';
import type { Client } from '../../client/client.js';
import { groupedBy, type Row, refOf, sortedBy, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { isFinished } from '../../contract/server-word.js';
import { someOf } from '../../output/text/sentence.js';
import { dayNumber } from '../../output/time.js';
import { type Activity, readActivity } from '../work/history/activity.js';
import { type HistoryEvent, loggedDay, whenIn } from '../work/history/events.js';
import { writtenEvents } from '../work/history/written.js';
import { projectNames } from '../work/listing/by-name.js';

/** How many pages of activity are read of all projects together without --yes. */
const mostPages = 20;

/** What was read of tasks and tickets, and whose doings are wanted. */
export interface DoneQuestion {
  readonly user: string;
  /** Whether that is who asks, of whom this computer knows more. */
  readonly isMe: boolean;
  readonly period: Period;
  readonly tasks: readonly Row[];
  readonly tickets: readonly Row[];
  readonly projects: readonly Row[];
  /** What the details say. */
  readonly events: readonly HistoryEvent[];
  /** The tasks whose own lists were read. */
  readonly isWhole: (task: Row) => boolean;
  readonly isChanged: (task: Row) => boolean;
}

/**
 * What somebody did in a period, each thing once, in its order: as the details say, then the activity of projects, and then the ledger of
 * this computer. Warnings say what was not read, and what does not say when it was.
 */
export async function readDone(
  context: Context,
  client: Client,
  question: DoneQuestion,
): Promise<readonly HistoryEvent[]> {
  const { user, isMe, period, tasks, tickets, projects } = question;
  const changed = new Set(tasks.filter(question.isChanged).flatMap(projectNames));
  // Those in which something has certainly happened come first.
  const rank = (project: Row): number =>
    [uuidOf(project), refOf(project)].some((name) => changed.has(name))
      ? 0
      : isFinished(textOf(project.status))
        ? 2
        : 1;
  const activity = await readActivity(client, sortedBy(projects, rank), {
    from: period.from,
    ...(!context.settings.yes && { mostPages }),
  });
  await sayUnread(context, activity);
  const isOwn = ({ who }: HistoryEvent): boolean => who === user;
  const recorded = [...onTheServer(question, activity)].filter(isOwn);
  const written = isMe ? unrecorded(await writtenEvents(context, client), recorded) : [];
  const titles = new Map([...tasks, ...tickets].map((row) => [uuidOf(row), titleOf(row)]));
  const when = whenIn(period);
  const found = groupedBy([...recorded, ...written], (event) => String(when(event)));
  await sayUndated(context, found);
  return sortedByTime([...eachOnce(found.get('true') ?? []), ...(found.get('unsure') ?? [])]).map((event) => ({
    ...event,
    title: event.title || (titles.get(event.uuid) ?? ''),
  }));
}

/** What the server has recorded, each thing once: who has created a task, and when, its activity says to the second. */
function* onTheServer({ events, tasks, period, isWhole }: DoneQuestion, activity: Activity): Iterable<HistoryEvent> {
  const byName = new Map(tasks.flatMap((row) => [uuidOf(row), refOf(row)].map((name) => [name, row] as const)));
  const taskOf = ({ uuid, ref }: HistoryEvent): Row | undefined => byName.get(uuid) ?? byName.get(ref);
  const creations = new Map<string, HistoryEvent>();
  for (const event of activity.events) {
    const task = event.kind === 'task' ? taskOf(event) : undefined;
    const named = task ? { ...event, uuid: uuidOf(task), ref: refOf(task) } : event;
    if (event.what === 'created' && event.kind === 'task')
      creations.set(named.uuid, task ? { ...named, text: '' } : named);
    else if (event.what !== 'time' || !task || !isWhole(task)) yield named;
  }
  const unread = new Set([...activity.cut, ...activity.refused.keys()].flatMap((each) => [uuidOf(each), refOf(each)]));
  const when = whenIn(period);
  for (const event of events) {
    const isByDay = event.what === 'created' && dayNumber(event.at) !== undefined;
    if (event.what === 'created' && !isByDay) creations.delete(event.uuid);
    const task = taskOf(event);
    const isOutside =
      isByDay && when(event) === 'unsure' && !(task && projectNames(task).some((name) => unread.has(name)));
    if (!isOutside && !(isByDay && creations.has(event.uuid))) yield event;
  }
  yield* creations.values();
}

/** What was changed from this computer of which the server shows nothing: of the same field, what it has are the last ones. */
function unrecorded(written: readonly HistoryEvent[], recorded: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const known = groupedBy(recorded, nameOf);
  const standing = written.filter(({ entry }) => entry.isPutBack !== true);
  return [...groupedBy(standing, nameOf)].flatMap(([name, own]) =>
    sortedByTime(own).slice(0, Math.max(0, own.length - (known.get(name)?.length ?? 0))),
  );
}

function nameOf({ uuid, what }: HistoryEvent): string {
  return `${uuid} ${what}`;
}

/** What was undone and done again from this computer, only the last time. */
function eachOnce(events: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const nameOnce = (event: HistoryEvent): unknown =>
    event.entry.change === undefined ? event : `${nameOf(event)} ${event.entry.change}`;
  return [...new Map(events.map((event) => [nameOnce(event), event])).values()];
}

/** Oldest first; what is only known by its day is as old as that. */
function sortedByTime(events: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const timeOf = (event: HistoryEvent): number => {
    const day = event.what === 'time' ? loggedDay(event.entry) : '';
    return day === '' ? Date.parse(event.at) : new Date(`${day}T00:00:00`).getTime();
  };
  return events
    .map((event) => [timeOf(event), event] as const)
    .sort(([one], [other]) => one - other)
    .map(([, event]) => event);
}

async function sayUnread({ show }: Context, { cut, refused }: Activity): Promise<void> {
  const [first] = refused.values();
  if (first)
    await show.warn(
      `could not read the activity of ${someOf([...refused.keys()].map(refOf))}, so changes there may be missing`,
      first.hint,
    );
  if (cut.length > 0)
    await show.warn(
      `only part of the activity of ${someOf(cut.map(refOf))} was read, so changes there may be missing`,
      `a report reads ${mostPages} pages of activity; add --yes to read more`,
    );
}

async function sayUndated({ show }: Context, found: ReadonlyMap<string, readonly HistoryEvent[]>): Promise<void> {
  const [unsure = [], undated = []] = [found.get('unsure'), found.get('undefined')];
  const refs = [...new Set(unsure.map(({ ref }) => ref))];
  if (refs.length > 0)
    await show.warn(`${someOf(refs)} may have been created before or after that: the server only gives the day`);
  if (undated.length > 0)
    await show.warn(
      `left out, since the server gives no time: ${undated.length} on ${someOf([...new Set(undated.map(({ ref }) => ref))])}`,
    );
}
