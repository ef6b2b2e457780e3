import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { writtenEntries } from '../../../compose/saved/drafts.js';
import { commandOf, type Entry } from '../../../ledger/entry.js';
import { isLocal } from '../../../ledger/snoozes.js';
import { changesBetween, changesData } from '../../../lists/values.js';
import { describeChanges } from '../editing/report-changes.js';
import type { HistoryEvent } from './events.js';

/**
 * What this account has changed in tasks and tickets from this computer, by its clock: an event for each field, and for each time
 * that it was undone or done again; what was put back has `isPutBack` in its entry, and all of a command have its number there.
 * Also messages, notes and deletions that nothing else shows.
 */
export async function writtenEvents(context: Context, client: Client): Promise<readonly HistoryEvent[]> {
  return (await writtenEntries(context, client)).flatMap((entry) => eventsOf(context, client, entry));
}

/** What neither a task, a ticket nor the activity of a project shows afterwards. */
const shownNowhere = /^(?:chat|notes) |^tickets delete$/;

function eventsOf(context: Context, client: Client, entry: Entry): readonly HistoryEvent[] {
  const { at, turnedAt, state, writes, final } = entry;
  const who = client.userId ?? '';
  const [noun = '', verb = ''] = entry.words;
  const what = { create: 'created', delete: 'deleted' }[verb] ?? verb;
  const others = shownNowhere.test(commandOf(entry)) ? final : [];
  const said = others.map((text) => {
    return { kind: noun.replace(/s$/, ''), uuid: '', ref: '', title: '', what, who, at, text, entry: {} };
  });
  const changes = writes
    .filter((write) => !isLocal(write))
    .flatMap(({ kind, uuid, ref, from, to, isPutBack = state === 'undone' }) =>
      Object.entries(changesData(changesBetween(from, to))).flatMap(([field, change]) => {
        const what = field === 'dependsOnIds' ? 'dependencies' : field;
        const text = describeChanges(context, client, { [field]: change });
        const event = { kind, uuid, ref, title: '', what, who, text, entry: { isPutBack, change: entry.number } };
        return [at, ...(turnedAt === undefined ? [] : [turnedAt])].map((time) => ({ ...event, at: time }));
      }),
    );
  return [...changes, ...said];
}
