import type { Context } from '../../../args/context.js';
import type { Period } from '../../../args/period.js';
import type { Client } from '../../../client/client.js';
import { eachOf } from '../../../client/details.js';
import { type ErrorKind, undefinedIf } from '../../../contract/errors.js';
import { groupedBy, type Row, refOf, uuidOf } from '../../../contract/row.js';
import { someOf } from '../../../output/text/sentence.js';
import { findEntity } from '../../../references/find-entity.js';
import { projectNames } from '../listing/by-name.js';
import { readActivity } from './activity.js';
import { eventsIn } from './events.js';
import { writtenEvents } from './written.js';

/** Where the history of a project may not be read, other things may still say when its tasks have changed. */
const hidden: readonly ErrorKind[] = ['not_found', 'forbidden'];

interface TimesQuestion {
  /** Tasks of which the period begins or ends on the day of their last change, with their comments and logged time. */
  readonly rows: readonly Row[];
  readonly period: Period;
  /** When the day of a change began. */
  readonly dayOf: (row: Row) => number;
}

/**
 * The uuids of tasks that last changed in that time, where the server only says the day: from their comments and
 * logged time, the activity of their projects, and what was written on this computer. Where none of these explains a change of
 * that day, it counts. Warnings name such tasks, and those that are left out: an edit without a trace may have followed.
 */
export async function changedIn(
  context: Context,
  client: Client,
  { rows, period: { from, to }, dayOf }: TimesQuestion,
) {
  const earliest = rows.reduce((least, row) => Math.min(least, dayOf(row)), to);
  const uuids = new Map(rows.map((row) => [refOf(row), uuidOf(row)]));
  const { events, refused } = await readActivity(client, await projectsOf(client, rows), { from: earliest });
  for (const error of refused.values()) if (!hidden.includes(error.kind)) throw error;
  const all = [
    ...rows.flatMap((row) => eventsIn('task', row, row)),
    ...(await writtenEvents(context, client)),
    ...events,
  ];
  const byTask = groupedBy(all, ({ uuid, ref }) => uuid || uuids.get(ref));
  // A day says nothing about the time.
  const timeOf = (at: string): number => (at.includes('T') ? Date.parse(at) : 0);
  const last = (row: Row): number =>
    (byTask.get(uuidOf(row)) ?? []).reduce((latest, { at }) => (timeOf(at) > latest ? timeOf(at) : latest), 0);
  const unexplained = rows.filter((row) => last(row) < dayOf(row));
  const left = rows.filter((row) => last(row) >= dayOf(row) && last(row) < from);
  await warnAbout(context, unexplained, 'listed, but may have changed at another time of that day');
  await warnAbout(context, left, 'left out, but may have been edited since then');
  return [...unexplained, ...rows.filter((row) => last(row) >= Math.max(from, dayOf(row)) && last(row) < to)].map(
    uuidOf,
  );
}

async function warnAbout({ show }: Context, rows: readonly Row[], what: string): Promise<void> {
  if (rows.length === 0) return;
  const are = rows.length === 1 ? 'is' : 'are';
  await show.warn(`${someOf(rows.map(refOf))} ${are} ${what}: the server only gives the day of a change`);
}

/** The projects of tasks, as far as they can be read. */
async function projectsOf(client: Client, rows: readonly Row[]): Promise<readonly Row[]> {
  const names = new Set(rows.flatMap((row) => projectNames(row).slice(0, 1)));
  const found: Row[] = [];
  await eachOf([...names], 8, async (name) => {
    const project = await undefinedIf(hidden, findEntity(client, 'project', name));
    if (project) found.push({ uuid: project.uuid, id: project.ref });
  });
  return found;
}
