import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { knownValues } from '../../client/learn/rows.js';
import { readAgain, type Stale } from '../../client/live.js';
import { TrackerError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import type { ListedKind } from '../../lists/entity-lists.js';
import type { ListData } from '../../output/shown.js';
import type { Entity } from '../../references/find-entity.js';
import { isUnseen } from '../../references/not-there.js';
import { sidesIn } from '../conversations/author-sides.js';
import { reportState } from '../watching/staying-open.js';
import { isSameWord, usualWords, warnUnseen } from '../work/words.js';
import { type Condition, prepareCheck } from './condition.js';
import { changeRows, type Snapshot, takeSnapshot } from './snapshot.js';

interface FollowParts {
  readonly target: Entity<ListedKind>;
  readonly conditions: readonly Condition[];
  readonly limit: AbortSignal;
}

/** The changes until all conditions are met. Throws `network` when the time is over, `not_found` when it is gone. */
export async function* changesOf(context: Context, client: Client, followed: FollowParts): AsyncGenerator<ListData> {
  const { target, conditions, limit } = followed;
  // Where authors belong may take a request to find out.
  const sidesFor =
    target.kind === 'ticket' && conditions.some((each) => 'event' in each && each.event === 'reply')
      ? sidesIn(context, client).read
      : undefined;
  const snapshotOf = async (detail: Row): Promise<Snapshot> =>
    takeSnapshot(context, client, target.kind, detail, await sidesFor?.(detail));
  let last = await snapshotOf(await target.detail());
  const checks = await prepareChecks(context, client, conditions, last);
  const isMet = (): boolean => checks.length > 0 && checks.every((check) => check(last));
  if (isMet()) return await context.show.say(`${last.data.ref} already meets the conditions.`);
  const say = reportState(context);
  const signal = AbortSignal.any([context.signal, limit]);
  const options = { now: context.now, signal, endsAt: ['not_found'] as const };
  const changesIn = async (detail: Row): Promise<ListData[]> => {
    const now = await snapshotOf(detail);
    const rows = changeRows(last, now, context.now());
    last = now;
    return rows.length > 0 ? [{ rows, setting: now.data.setting, isLive: true }] : [];
  };
  try {
    for await (const update of readAgain(client, options, (stale) => readIfStale(client, target, stale, signal))) {
      if (update.kind === 'state') {
        await say(update.state);
        continue;
      }
      yield* await changesIn(update.value);
      if (isMet()) return;
    }
  } catch (error) {
    if (!limit.aborted || context.signal.aborted) throw error;
    const detail = await readOnceMore(context, client, target);
    if (detail) yield* await changesIn(detail);
    if (!isMet()) throw error;
  }
}

async function prepareChecks(context: Context, client: Client, conditions: readonly Condition[], snapshot: Snapshot) {
  const checks = await Promise.all(conditions.map((condition) => prepareCheck(client, condition, snapshot)));
  const words = conditions.flatMap((condition) => {
    if ('event' in condition) return [];
    const { field, values } = condition;
    const kind = kindsOfWords[snapshot.kind].find((each) => each.endsWith(`-${field}`));
    if (kind === undefined) return [];
    // What is waited for is often new here.
    const known: readonly string[] = [...usualWords[kind], ...knownValues(client.index, kind)];
    const unusual = values.filter((word) => !known.some((each) => isSameWord(kind, each, word)));
    return [{ flag: `--until ${field}`, kind, words: unusual }];
  });
  await warnUnseen(context, client, words);
  return checks;
}

const kindsOfWords = {
  task: ['task-status', 'task-priority', 'task-type'],
  ticket: ['ticket-status', 'ticket-priority', 'ticket-category'],
} as const;

/** Its detail, unless only something else is stale. */
async function readIfStale(client: Client, { kind, uuid, ref }: Entity<ListedKind>, stale: Stale, signal: AbortSignal) {
  if (stale !== 'everything' && !stale.some(({ entityId }) => entityId === uuid)) return undefined;
  try {
    return await client.call(`GET /${kind}s/:id`, { id: uuid, signal });
  } catch (error) {
    if (!isUnseen(error)) throw error;
    throw new TrackerError('not_found', `${ref} was deleted, or you can no longer see it`, { status: error.status });
  }
}

/** How long the last look may take (milliseconds). */
const lastLookMs = 2_000;

/** Its detail when the time is over, since a change that the server did not announce may have been missed. */
async function readOnceMore(context: Context, client: Client, target: Entity<ListedKind>): Promise<Row | undefined> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(lastLookMs)]);
  try {
    return await readIfStale(client, target, 'everything', signal);
  } catch (error) {
    if (context.signal.aborted || (error instanceof TrackerError && error.kind === 'not_found')) throw error;
    return undefined;
  }
}
