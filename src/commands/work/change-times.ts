import type { Context } from '../../args/context.js';
import type { Period } from '../../args/period.js';
import type { Client } from '../../client/client.js';
import { eachOf } from '../../client/details.js';
import { activityPages } from '../../client/paging.js';
import { writtenEntries } from '../../compose/saved/drafts.js';
import { TrackerError } from '../../contract/errors.js';
import { type Row, refOf, rowsOf, textOf, uuidOf } from '../../contract/row.js';
import { someOf } from '../../output/text/sentence.js';
import { findEntity } from '../../references/find-entity.js';

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
  const times = new Map<string, number[]>(rows.map((row) => [uuidOf(row), ownTimes(row)]));
  for (const { at, turnedAt = at, writes } of await writtenEntries(context, client))
    for (const { uuid } of writes) times.get(uuid)?.push(Date.parse(at), Date.parse(turnedAt));
  const uuids = new Map(rows.map((row) => [refOf(row), uuidOf(row)]));
  const projects = new Set(rows.flatMap((row) => textOf(row.project) || /^(.+)-\d+$/.exec(refOf(row))?.[1] || []));
  await eachOf([...projects], 8, async (project) => {
    for await (const { taskId, taskRef, createdAt } of activityOf(client, project, earliest)) {
      const uuid = textOf(taskId) ?? uuids.get(textOf(taskRef) ?? '') ?? '';
      times.get(uuid)?.push(Date.parse(textOf(createdAt) ?? ''));
    }
  });
  const last = (row: Row): number =>
    (times.get(uuidOf(row)) ?? []).reduce((latest, time) => (time > latest ? time : latest), 0);
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

/** When it was created and commented on, and time was logged. */
function ownTimes({ createdAt, comments, timeLogs }: Row): number[] {
  const said = [createdAt, ...[...rowsOf(comments), ...rowsOf(timeLogs)].map((each) => each.createdAt)];
  // A day says nothing about the time.
  return said.flatMap((time) => (textOf(time)?.includes('T') ? [Date.parse(textOf(time) ?? '')] : []));
}

/** What happened in a project since then; nothing where it may not be read. */
async function* activityOf(client: Client, project: string, from: number): AsyncGenerator<Row> {
  try {
    const { uuid } = await findEntity(client, 'project', project);
    for await (const { entries } of activityPages(client, { uuid, offset: 0, count: Number.POSITIVE_INFINITY })) {
      yield* entries;
      if (entries.some(({ createdAt }) => Date.parse(textOf(createdAt) ?? '') < from)) return;
    }
  } catch (error) {
    if (!(error instanceof TrackerError) || !['not_found', 'forbidden'].includes(error.kind)) throw error;
  }
}
