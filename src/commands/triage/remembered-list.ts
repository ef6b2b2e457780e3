import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { writtenEntries } from '../../compose/saved/drafts.js';
import type { Row } from '../../contract/row.js';
import type { Entry } from '../../ledger/entry.js';
import { withShortTexts } from '../../triage/model/rows.js';
import { type Listed, readSource, type Source } from './sources.js';

/** How long the first screen waits for all that is remembered (milliseconds); it has the rows that are known then, if there are any. */
const patienceMs = 150;

/** The list as it was the last time, with what the user has changed since; undefined if it was never read. */
export async function rememberedList(context: Context, client: Client, source: Source): Promise<Listed | undefined> {
  let at = context.now();
  const remembered = client.remembered((from) => {
    if (from < at) at = from;
  });
  const listed = await inTime(async (onPart) => await readSource(withClient(context, remembered), source, onPart));
  if (!listed || listed.items.length === 0) return listed;
  const entries = await writtenEntries(context, client).catch(() => []);
  const lastAt = ({ at, turnedAt = at }: Entry): string => turnedAt;
  const since = entries.filter((entry) => lastAt(entry) >= at.toISOString()).toReversed();
  const written = new Map<string, Row>();
  for (const { writes } of since.sort((one, other) => lastAt(one).localeCompare(lastAt(other))))
    for (const { uuid, from, to, isPutBack } of writes)
      written.set(uuid, { ...written.get(uuid), ...fieldsOfRow(isPutBack ? from : to) });
  return {
    ...listed,
    items: listed.items.map((item) => ({ ...item, row: withShortTexts({ ...item.row, ...written.get(item.uuid) }) })),
  };
}

/** The list, or as much of it as is known in time; undefined if none is, or it cannot be read. */
async function inTime(read: (onPart: (listed: Listed) => void) => Promise<Listed>): Promise<Listed | undefined> {
  let part: Listed | undefined;
  const waiting = new AbortController();
  const { signal } = waiting;
  const whole = read((listed) => {
    // Nobody waits for the rest, which is read from the server.
    signal.throwIfAborted();
    if (listed.items.length > 0) part = listed;
  });
  const late = pause(patienceMs, undefined, { signal }).then(() => part ?? whole);
  const listed = await Promise.race([whole, late]).catch(() => undefined);
  for (const each of [whole, late]) each.catch(() => undefined);
  waiting.abort();
  return listed;
}

/** The same context with another client. */
export function withClient(context: Context, client: Client): Context {
  return Object.freeze({ ...context, client: async () => client });
}

/** The fields of a row by those of a body. */
export function fieldsOfRow({ assigneeIds, ...rest }: Row): Row {
  return assigneeIds === undefined ? rest : { ...rest, assignees: assigneeIds };
}
