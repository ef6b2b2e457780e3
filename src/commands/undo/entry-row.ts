import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { commandOf } from '../../compose/saved/drafts.js';
import type { Row } from '../../contract/row.js';
import type { ChecklistItem } from '../../contract/task.js';
import type { Entry, EntryWrite } from '../../ledger/entry.js';
import { canUndo } from '../../ledger/written.js';
import { changeItems } from '../../lists/checklist/change.js';
import { restoreChecklist } from '../../lists/restore.js';
import { changesBetween, changesData } from '../../lists/values.js';
import type { JsonObject } from '../../output/view.js';
import { describeChanges } from '../work/report-changes.js';

/** An entry as a row of `undo --list`. */
export function entryRow(context: Context, client: Client, entry: Entry): JsonObject {
  const { number, at, state, writes, final, isDamaged = false } = entry;
  const entities = writes.map(({ kind, ref, uuid, isPutBack: _, ...write }) => ({
    kind,
    ref,
    uuid,
    changes: changesOf(write),
  }));
  const what = entities.map(({ ref, changes }) => `${ref}: ${describeChanges(context, client, changes)}`);
  return {
    ...{ number, at, command: commandOf(entry), state, canUndo: canUndo(entry) },
    what: [...what, ...final, ...(isDamaged ? ['damaged; cannot be read'] : [])].join('; '),
    entities,
  };
}

function changesOf({ from, to }: Pick<EntryWrite, 'from' | 'to'>): Row {
  const { checklist, ...changes } = changesBetween(from, to);
  return { ...changesData(changes), ...(checklist && { checklist: itemChanges(checklist.from, checklist.to) }) };
}

/** What was done to the items of a checklist; the opposite of putting it back. */
function itemChanges(from: unknown, to: unknown): Row {
  const [before, after] = [from, to] as readonly (readonly ChecklistItem[])[];
  const edit = restoreChecklist(before ?? [], { from: after ?? [], to: before ?? [] });
  return { ...changeItems(before ?? [], edit).texts };
}
