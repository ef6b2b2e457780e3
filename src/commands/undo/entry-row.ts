import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import type { JournalEntry, JournalWrite } from '../../client/state/read-journal.js';
import type { Row } from '../../contract/row.js';
import type { ChecklistItem } from '../../contract/task.js';
import { changeItems } from '../../lists/checklist/change.js';
import { restoreChecklist } from '../../lists/restore.js';
import { changesBetween, changesData } from '../../lists/values.js';
import type { JsonObject } from '../../output/view.js';
import { describeChanges } from '../work/report-changes.js';

/** A journal entry as a row of `undo --list`. */
export function entryRow(context: Context, client: Client, entry: JournalEntry): JsonObject {
  const { number, at, command, undoes, writes, final, isDamaged } = entry;
  const entities = writes.map(({ kind, ref, uuid, ...write }) => ({ kind, ref, uuid, changes: changesOf(write) }));
  const what = entities.map(({ ref, changes }) => `${ref}: ${describeChanges(context, client, changes)}`);
  return {
    ...{ number, at, command, canUndo: writes.length > 0 },
    undoes: undoes ?? null,
    what: [...what, ...final, ...(isDamaged ? ['damaged; cannot be read'] : [])].join('; '),
    entities,
  };
}

function changesOf({ from, to }: Pick<JournalWrite, 'from' | 'to'>): Row {
  const { checklist, ...changes } = changesBetween(from, to);
  return { ...changesData(changes), ...(checklist && { checklist: itemChanges(checklist.from, checklist.to) }) };
}

/** What was done to the items of a checklist; the opposite of putting it back. */
function itemChanges(from: unknown, to: unknown): Row {
  const [before, after] = [from, to] as readonly (readonly ChecklistItem[])[];
  const edit = restoreChecklist(before ?? [], { from: after ?? [], to: before ?? [] });
  return { ...changeItems(before ?? [], edit).texts };
}
