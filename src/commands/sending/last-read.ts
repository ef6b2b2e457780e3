import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import { type SeenMark, seenOf } from '../../client/state/seen.js';
import { type Draft, writtenEntries } from '../../compose/saved/drafts.js';
import type { Change } from '../../contract/change.js';
import { attempt, TrackerError } from '../../contract/errors.js';
import { isRow, type Row, rowsOf, textOf, textsOf, uuidOf } from '../../contract/row.js';
import { storedPath } from '../../files/read-input.js';
import { argumentsOf, type Entry, placeOf, targetOf } from '../../ledger/entry.js';
import { storedValues } from '../../lists/values.js';
import type { Basis } from '../../references/find-entity.js';
import type { Reference } from '../../references/read.js';
import { replacedFields } from '../../triage/model/decisions/decision.js';
import { replaceableValues } from '../work/editing/changed-by-others.js';
import { task } from '../work/task.js';
import { ticket } from '../work/ticket.js';
import { decisionOf } from './decision.js';

/**
 * What this account has last read of the tasks and tickets of a command, as far as that is remembered, what its author has seen, and
 * how its files are.
 */
export async function lastRead(context: Context, change: Change): Promise<Row> {
  const client = await context.client();
  const uuids = argumentsOf(change).flatMap((word) => targetOf(change, word) ?? []);
  const found = await Promise.all(
    uuids.map(async (uuid) => [uuid, { ...(await lastReadOf(client, uuid)), seen: seenOf(client, uuid) }] as const),
  );
  return { ...Object.fromEntries(found), ...filesIn(change) };
}

/** The lists that are read most, which show less than details. */
const lists = [
  ...(['mine', 'all'] as const).map((scope) => ['GET /tasks', { scope }] as const),
  ...(['mine', 'all', 'watched'] as const).map((segment) => ['GET /tickets', { segment }] as const),
];

async function lastReadOf(client: Client, uuid: string): Promise<Row | undefined> {
  for (const work of [task, ticket]) {
    const kept = await client.recall(`GET /${work.kind}s/:id`, { id: uuid });
    const detail: Row = kept?.reply ?? {};
    const entity = detail[work.kind];
    // What could not be read was kept all the same.
    if (kept && isRow(entity)) return { at: kept.at.toISOString(), values: replaceableValues(work, entity) };
  }
  for (const [route, query] of lists) {
    const kept = await client.recall(route, { query });
    const row = Object.values(kept?.reply ?? {})
      .flatMap(rowsOf)
      .find((each) => uuidOf(each) === uuid);
    const values = Object.entries(row ?? {}).filter(([name]) => replacedFields.includes(name) && name !== 'assignees');
    if (kept && row) return { at: kept.at.toISOString(), values: Object.fromEntries(values) };
  }
  return undefined;
}

/**
 * What an entry that was queued is based on, with what this account itself has written since. Nothing if it knows nothing. Once a
 * person has released it, only the numbers of items still mean what they meant. A decision of a triage that is open is based on what
 * that showed.
 */
export async function basisOf(
  context: Context,
  draft: Draft,
  { isReleased = false, live }: { readonly isReleased?: boolean; readonly live?: unknown },
): Promise<Reference['basisOf']> {
  const client = await context.client();
  const decided = seenByDecision(client, draft);
  if (live) return (uuid) => decided?.[uuid] && { ...decided[uuid], isAsked: true };
  const seen: Row | undefined = decided ?? draft.seen;
  if (!seen) return undefined;
  // Who had seen nothing of it when it was queued knew nothing that came later.
  const unread: SeenMark = { entry: '', at: draft.at, changed: '', status: '' };
  const hint = `to send it anyway: tracker ${selection(context)}drafts send ${draft.number} --yes`;
  const written = await writtenEntries(context, client);
  return (uuid): Basis | undefined => {
    const row = isRow(seen[uuid]) ? seen[uuid] : {};
    const { checklist, ...others } = isRow(row.values) ? row.values : {};
    const items = checklist === undefined ? {} : { checklist };
    if (isReleased) return { values: items, hint };
    const since = Date.parse(textOf(row.at) ?? '');
    const isLater = (entry: Entry): boolean =>
      placeOf(entry) > draft.number || Date.parse(entry.turnedAt ?? entry.at) >= since;
    const own = written
      .filter(isLater)
      .toReversed()
      .flatMap(({ writes }) => writes.filter((write) => write.uuid === uuid))
      .map(({ isPutBack, from, to }) => (isPutBack ? from : to));
    const values = { ...others, ...Object.assign({}, ...own), ...items };
    return {
      values,
      hint,
      ...(isRow(row.seen) ? { seen: row.seen as unknown as SeenMark } : { seen: unread, isUnread: true }),
    };
  };
}

/** What the screen of triage showed where a decision puts a value; and what was seen of a conversation that it answers. */
function seenByDecision(client: Client, draft: Draft): Readonly<Record<string, Basis>> | undefined {
  const decision = decisionOf(draft);
  if (!decision || decision.kind === 'notification') return undefined;
  const { kind } = decision;
  const rows = decision.targets.map(({ uuid, about, seen: shown = {} }) => {
    const id = about?.uuid ?? uuid;
    const names = Object.keys(shown).map((field) => (field === 'assignees' ? 'assigneeIds' : field));
    const values = storedValues(kind, shown, names);
    const kept = draft.seen?.[id];
    const seen = isRow(kept) && isRow(kept.seen) ? (kept.seen as unknown as SeenMark) : seenOf(client, id);
    return [id, { values, seen }] as const;
  });
  return Object.fromEntries(rows);
}

/** How the files of a change are now, by their paths, for `requireSameFiles` to compare when it is sent. */
export function filesIn(change: Change): Row {
  return Object.fromEntries(
    pathsIn(change).flatMap((path) => {
      const mark = markOf(path);
      return mark ? [[path, mark]] : [];
    }),
  );
}

/**
 * Throws ChangedFile if a file is no longer as it was when the change was queued or decided on: somebody meant what was in it then
 * (docs/requirements.md, R94).
 */
export function requireSameFiles(context: Context, draft: Draft): void {
  const changed = pathsIn(draft).find((path) => {
    const before = draft.seen?.[path];
    return isRow(before) && !isDeepStrictEqual(markOf(path), before);
  });
  if (changed !== undefined)
    throw new ChangedFile('conflict', `${changed} has changed or gone since it was to be sent; nothing was sent`, {
      hint: `to send it as it is now: tracker ${selection(context)}drafts send ${draft.number} --yes`,
    });
}

export class ChangedFile extends TrackerError {}

function pathsIn(change: Change): readonly string[] {
  return [...argumentsOf(change), ...textsOf(change.flags?.attach)].filter((each) => isAbsolute(each));
}

function markOf(path: string): Row | undefined {
  const stat = attempt(() => statSync(storedPath(path)));
  if (!stat?.isFile()) return undefined;
  const { ino, size, mtimeMs, ctimeMs } = stat;
  return { ino, size, mtimeMs, ctimeMs };
}
