import { activityPages } from '../../client/activity.js';
import type { Client } from '../../client/client.js';
import { eachOf } from '../../client/details.js';
import { findEntity } from '../../client/find/references.js';
import type { Context } from '../../context.js';
import { type Row, refOf, rowsOf, textOf, uuidOf } from '../../contract/row.js';
import { TrackerError } from '../../errors.js';

interface Asked {
  /** Tasks that changed on the day of `from`, with their comments and logged time. */
  readonly rows: readonly Row[];
  /** Milliseconds since 1970. */
  readonly from: number;
}

/**
 * The uuids of tasks that changed since then on the same day, of which the server only says the day: from their comments and
 * logged time, the activity of their projects, and what was written on this computer. Where none of these explains a change of
 * that day, it counts. Warnings say so, and how many are left out: an edit without a trace may have followed.
 */
export async function changedSince(
  context: Context,
  client: Client,
  { rows, from }: Asked,
): Promise<readonly string[]> {
  const dayStart = Math.floor(from / 86_400_000) * 86_400_000;
  const times = new Map<string, number[]>(rows.map((row) => [uuidOf(row), ownTimes(row)]));
  for (const { at, writes } of (await client.journal()).entries())
    for (const { uuid } of writes) times.get(uuid)?.push(Date.parse(at));
  const uuids = new Map(rows.map((row) => [refOf(row), uuidOf(row)]));
  const projects = new Set(rows.flatMap((row) => textOf(row.project) || projectOf(row) || []));
  await eachOf([...projects], 8, async (project) => {
    for await (const { taskId, taskRef, createdAt } of activityOf(client, project, dayStart)) {
      const uuid = textOf(taskId) ?? uuids.get(textOf(taskRef) ?? '') ?? '';
      times.get(uuid)?.push(Date.parse(textOf(createdAt) ?? ''));
    }
  });
  const isUnexplained = (uuid: string): boolean => !times.get(uuid)?.some((time) => time >= dayStart);
  const unexplained = rows.filter((row) => isUnexplained(uuidOf(row)));
  if (unexplained.length > 0)
    await context.show.warn(
      `the server only says on which day ${unexplained.map(refOf).join(', ')} changed, which may have been earlier`,
    );
  const changed = [...times].flatMap(([uuid, all]) =>
    isUnexplained(uuid) || all.some((time) => time >= from) ? [uuid] : [],
  );
  const left = times.size - changed.length;
  if (left > 0)
    await context.show.warn(
      `left out ${left === 1 ? '1 task' : `${left} tasks`} whose last known change was earlier that day; the server gives no time for edits such as a new title`,
    );
  return changed;
}

/** When it was created and commented on, and time was logged. */
function ownTimes({ createdAt, comments, timeLogs }: Row): number[] {
  const said = [createdAt, ...[...rowsOf(comments), ...rowsOf(timeLogs)].map((each) => each.createdAt)];
  // A day says nothing about the time.
  return said.flatMap((time) => (textOf(time)?.includes('T') ? [Date.parse(textOf(time) ?? '')] : []));
}

/** The key in the reference of a task. */
function projectOf(row: Row): string | undefined {
  return /^(.+)-\d+$/.exec(refOf(row))?.[1];
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
