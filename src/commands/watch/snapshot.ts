import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { byTime, type Sides } from '../../contract/messages.js';
import { isRow, type Row, refOf, rowAt, uuidOf } from '../../contract/row.js';
import { type ListedKind, listNames } from '../../lists/entity-lists.js';
import { changesBetween, changesData, storedValues } from '../../lists/values.js';
import type { Detail, TimelineEntry } from '../../output/view.js';
import { withPeopleOf } from '../../views/cells/people.js';
import { checklistText } from '../../views/changes.js';
import { taskDetail, taskFields } from '../../views/tasks/detail.js';
import { ticketDetail, ticketDetailFields } from '../../views/tickets/detail.js';
import { settingFor } from '../showing/setting.js';

/** A task or ticket as it was at one moment. */
export type Snapshot = ReturnType<typeof takeSnapshot>;

/** The fields whose changes are told, besides lists. */
const watched = {
  task: ['title', 'status', 'priority', 'type', 'due', 'plannedFor', 'startDate', 'endDate', 'estimate', 'description'],
  ticket: ['subject', 'status', 'priority', 'category', 'satisfactionScore', 'description'],
} as const satisfies Readonly<Record<ListedKind, readonly string[]>>;

/** Makes a snapshot of the detail of a task or ticket. Only with `sides` do its entries say where their authors belong. */
export function takeSnapshot(context: Context, client: Client, kind: ListedKind, envelope: Row, sides?: Sides) {
  const row = rowAt(envelope, kind);
  const setting = withPeopleOf(envelope, settingFor(context, client, envelope.authors));
  const layout = () => (kind === 'task' ? taskDetail(envelope, setting) : ticketDetail(envelope, setting, sides));
  const fields = kind === 'task' ? taskFields : ticketDetailFields;
  return {
    kind,
    data: { envelope, ref: refOf(row), uuid: uuidOf(row), setting, layout, fields },
    /** What is compared: the values of its fields and lists. */
    values: storedValues(kind, row, [...watched[kind], ...listNames, 'checklist']),
    /** Comments, messages, notes and logged time, by a key that does not change. */
    entries: keyed(layout()),
  };
}

/** Texts may be edited and people renamed, so these tell nothing apart. System entries repeat what the values say. */
function keyed({ timeline = [] }: Detail): ReadonlyMap<string, TimelineEntry> {
  const entries = new Map<string, TimelineEntry>();
  for (const entry of timeline) {
    if (entry.kind === 'system') continue;
    let key = `${entry.kind} ${entry.time} ${entry.id ?? ''}`;
    while (entries.has(key)) key += ' again';
    entries.set(key, entry);
  }
  return entries;
}

/** What changed between two snapshots, by time: a row for each field, with the time when that was seen, and for each new message. */
export function changeRows(before: Snapshot, now: Snapshot, seenAt: Date): readonly Row[] {
  const { ref, uuid } = now.data;
  const changes = changesData(changesBetween(before.values, now.values));
  const time = seenAt.toISOString();
  const fields = Object.entries(changes).map(([change, values]) => ({
    ...{ ref, uuid, time, change },
    ...(!isRow(values) ? {} : change === 'checklist' ? { ...values, text: checklistText(values) } : values),
  }));
  const entries = [...now.entries]
    .filter(([key]) => !before.entries.has(key))
    .map(([, entry]) => ({ ref, uuid, time: entry.time, change: entry.kind, author: entry.author, text: entry.text }));
  return byTime([...fields, ...entries]);
}
