import type { Basis, Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { type Seen, seenOf } from '../../client/state/seen.js';
import { argumentsOf, type Draft, ledgerOf, targetOf, writtenEntries } from '../../compose/saved/drafts.js';
import { selection } from '../../compose/unsent/report-unsent.js';
import { isRow, type Row, rowAt, textOf } from '../../contract/row.js';
import { claimIfFree } from '../../ledger/claim.js';
import { type Entry, placeOf } from '../../ledger/entry.js';
import { storedValues } from '../../lists/values.js';
import { fieldOf } from '../../triage/model/decision.js';
import { decisionOf } from '../triage/kept/entry-fields.js';
import { replaceableValues } from '../work/changed-by-others.js';
import { task } from '../work/task.js';
import { ticket } from '../work/ticket.js';

/**
 * Keeps in an entry that waits what this account has last read of its tasks and tickets, as far as that is remembered, and what its
 * author has seen of them, unless nobody would have been asked about news.
 */
export async function keepLastRead(context: Context, entry: Entry): Promise<void> {
  const client = await context.client();
  const uuids = argumentsOf(entry).flatMap((word) => targetOf(entry, word) ?? []);
  const isAsked = (context.prompt.possible && !context.settings.yes) || entry.flags?.ifUnchanged === true;
  const found = await Promise.all(
    uuids.map(async (uuid) => {
      const seen = isAsked ? seenOf(client, uuid) : undefined;
      return [uuid, { ...(await lastRead(client, uuid)), ...(seen && { seen }) }] as const;
    }),
  );
  const seen = Object.fromEntries(found.filter(([, row]) => Object.keys(row).length > 0));
  const { number } = entry;
  const parts = ledgerOf(context);
  const held = Object.keys(seen).length === 0 ? undefined : await claimIfFree(parts, number);
  const now = held && parts.ledger.find(number);
  if (now?.state === 'waiting') parts.ledger.replaceIfPossible({ ...now, seen });
  held?.release();
}

async function lastRead(client: Client, uuid: string): Promise<Row | undefined> {
  for (const work of [task, ticket]) {
    const kept = await client.recall(`GET /${work.kind}s/:id`, { id: uuid });
    const entity = kept && rowAt(kept.reply, work.kind);
    if (entity) return { at: kept.at.toISOString(), values: replaceableValues(work, entity) };
  }
  return undefined;
}

/** What an entry that waits is based on, with what this account itself has written since. Nothing if it knows nothing. */
export async function basisOf(context: Context, draft: Draft): Promise<Context['basisOf']> {
  const client = await context.client();
  const seen = draft.seen ?? seenByDecision(client, draft);
  if (Object.keys(seen).length === 0) return undefined;
  const hint = `to send it anyway: tracker ${selection(context)}drafts send ${draft.number}`;
  const written = await writtenEntries(context, client);
  return (uuid): Basis | undefined => {
    const row = seen[uuid];
    if (!isRow(row)) return undefined;
    const { checklist, ...others } = isRow(row.values) ? row.values : {};
    const items = checklist === undefined ? {} : { checklist };
    // A person has decided about the rest; but numbers of items still mean what they meant.
    if (draft.state !== 'waiting') return { values: items, hint };
    const since = Date.parse(textOf(row.at) ?? '');
    const isLater = (entry: Entry): boolean =>
      placeOf(entry) > draft.number || Date.parse(entry.turnedAt ?? entry.at) >= since;
    const own = written
      .filter(isLater)
      .toReversed()
      .flatMap(({ writes }) => writes.filter((write) => write.uuid === uuid))
      .map(({ isPutBack, from, to }) => (isPutBack ? from : to));
    const values = { ...others, ...Object.assign({}, ...own), ...items };
    return { values, hint, seen: isRow(row.seen) ? (row.seen as unknown as Seen) : undefined };
  };
}

/** What the screen of triage showed where a decision puts a value; and what was seen of a conversation that it answers. */
function seenByDecision(client: Client, draft: Draft): Row {
  const decision = decisionOf(draft);
  if (!decision || decision.kind === 'notification') return {};
  const [kind, field = ''] = [decision.kind, fieldOf(decision)];
  const name = field === 'assignees' ? 'assigneeIds' : field;
  const rows = decision.targets.map(({ uuid, about, valueSeen }) => {
    const id = about?.uuid ?? uuid;
    const values = valueSeen === undefined ? {} : storedValues(kind, { [field]: valueSeen }, [name]);
    return [id, { values, ...(decision.message && { seen: seenOf(client, id) }) }] as const;
  });
  return Object.fromEntries(rows);
}
