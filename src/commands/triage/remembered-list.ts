import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { writtenEntries } from '../../compose/saved/drafts.js';
import type { Row } from '../../contract/row.js';
import type { Entry } from '../../ledger/entry.js';
import { withShortTexts } from '../../triage/model/rows.js';
import type { Item } from '../../triage/model/state.js';
import { type Listed, readSource, type Source } from './sources.js';

/** The most details that are read before the first screen: if there are rows to show by then, and if there are none. */
const [enough, most] = [128, 512];

/** The list as it was the last time, with what the user has changed since; undefined if it was never read. */
export async function rememberedList(context: Context, client: Client, source: Source): Promise<Listed | undefined> {
  let at = context.now();
  const remembered = client.remembered((from) => {
    if (from < at) at = from;
  });
  const listed = await readSoon(context, remembered, source);
  if (!listed || listed.items.length === 0) return listed;
  const entries = await writtenEntries(context, client).catch(() => []);
  const lastAt = ({ at, turnedAt = at }: Entry): string => turnedAt;
  const since = entries.filter((entry) => lastAt(entry) >= at.toISOString()).toReversed();
  const written = new Map<string, Row>();
  for (const { writes } of since.sort((one, other) => lastAt(one).localeCompare(lastAt(other))))
    for (const { uuid, from, to, isPutBack } of writes)
      written.set(uuid, { ...written.get(uuid), ...fieldsOfRow(isPutBack ? from : to) });
  if (written.size === 0) return listed;
  const withWritten = (item: Item): Item => {
    const fields = written.get(item.uuid);
    return fields ? { ...item, row: withShortTexts({ ...item.row, ...fields }) } : item;
  };
  return { ...listed, items: listed.items.map(withWritten) };
}

/** The list, or as much of it as takes few details; undefined if there is nothing, or it cannot be read. */
async function readSoon(context: Context, client: Client, source: Source): Promise<Listed | undefined> {
  let recalled = 0;
  let part: Listed | undefined;
  const recall: Client['recall'] = async (route, options) => {
    recalled += 1;
    // Nobody waits for the rest, which is read once the screen is there.
    if (recalled > (part ? enough : most)) throw new Error('enough is known');
    return await client.recall(route, options);
  };
  const keepPart = (listed: Listed): void => {
    if (listed.items.length > 0) part = listed;
  };
  return await readSource(withClient(context, { ...client, recall }), source, keepPart).catch(
    () => part && { ...part, isPart: true },
  );
}

/** The same context with another client. */
export function withClient(context: Context, client: Client): Context {
  return Object.freeze({ ...context, client: async () => client });
}

/** The fields of a row by those of a body. */
export function fieldsOfRow({ assigneeIds, ...rest }: Row): Row {
  return assigneeIds === undefined ? rest : { ...rest, assignees: assigneeIds };
}
