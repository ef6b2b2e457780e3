import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { joined, phrase, TrackerError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import type { ChecklistItem } from '../../contract/shapes/task.js';
import { shellWord } from '../../contract/text/shell-word.js';
import type { EntryWrite } from '../../ledger/entry.js';
import { changeItems } from '../../lists/checklist/change.js';
import { writeChecklist } from '../../lists/checklist/write-checklist.js';
import { storedChecklist } from '../../lists/entity-lists.js';
import { readStored } from '../../lists/read-back.js';
import { planRestoring, restoreChecklist } from '../../lists/restore-items.js';
import { changesData, storedValues } from '../../lists/values.js';
import type { Entity } from '../../references/find-entity.js';
import { checklistText } from '../../views/changes.js';
import type { Done } from '../bulk/exit-code.js';
import { changeEntity } from '../work/editing/change.js';
import { describeChanges, reportChange } from '../work/editing/report-changes.js';

/** `undo` puts back what was written, `redo` writes it again. */
export type Direction = 'undo' | 'redo';

/**
 * Puts back what a write replaced in one task or ticket, and says what changed, from what to what. What no longer holds the
 * written value is left as it is; a `conflict` error names it.
 */
export async function restore(
  context: Context,
  found: Entity<'task' | 'ticket'>,
  { write, direction }: { readonly write: EntryWrite; readonly direction: Direction },
): Promise<{ readonly done: Done; readonly hasWritten: boolean }> {
  const client = await context.client();
  const { ref } = found;
  // Read again, because another process may have changed it while this one waited for its turn.
  const entity = await readStored(client, found);
  const { fields, lists, conflicts, items } = plan(found.kind, write, entity);
  const done: Done[] = [];
  let hasWritten = false;
  if (Object.keys({ ...fields, ...lists }).length > 0) {
    const change = { fields, lists, seen: entity };
    const result = await changeEntity(client, found, change);
    hasWritten = result.did === 'changed';
    done.push(await reportChange(context, client, { found, change, result }));
  }
  if (items && (await writeChecklist(client, found, { entity, change: items.change })).isSent) {
    hasWritten = true;
    const { texts } = items.change;
    const words = checklistText(texts);
    done.push({ sentence: phrase`${ref}: ${words}`, words, changes: { checklist: texts } });
  }
  const left = [
    describeChanges(context, client, changesData(conflicts)),
    ...(items?.conflicts ?? []).map((text) => `the item ${JSON.stringify(text)}`),
  ];
  const error = done.find((each) => each.error)?.error ?? conflictOf(context, ref, left.filter(Boolean));
  const said = done.flatMap(({ words }) => (words ? [words] : []));
  const words = said.length < done.length ? '' : joined(said, ', ');
  const as = direction === 'undo' ? 'it was before' : 'the change had left it';
  const sentences = done.flatMap((each) => each.sentence ?? []);
  const others = done.length === 0 && !error ? `${ref} is already as ${as}.` : joined(sentences, '; ');
  const sentence = words === '' ? others : phrase`${ref}: ${words}`;
  const changes = done.flatMap((each) => each.changes ?? []);
  return {
    hasWritten,
    done: {
      ...(sentence !== '' && { sentence, ...(words !== '' && { words }) }),
      ...(changes.length > 0 && { changes: Object.assign({}, ...changes) as Row }),
      ...(error && { error }),
    },
  };
}

function conflictOf(context: Context, ref: string, left: readonly string[]): TrackerError | undefined {
  if (left.length === 0) return undefined;
  const brief = `changed since, and left as it is: ${left.join(', ')}`;
  return new TrackerError('conflict', `${ref}: ${brief}`, {
    ...{ about: ref, brief },
    hint: `see what it is now: tracker ${selection(context)}view ${shellWord(ref)}`,
  });
}

/** Whether a task or ticket is as it was before a write, so that nothing of it can be put back. */
export function isAsBefore(write: EntryWrite, entity: Row): boolean {
  const { fields, lists, conflicts, items } = plan(write.kind, write, entity);
  const isOpen = items && items.conflicts.length + items.change.countOpen(storedChecklist(entity)) > 0;
  return !isOpen && Object.keys({ ...fields, ...lists, ...conflicts }).length === 0;
}

function plan(kind: EntryWrite['kind'], write: EntryWrite, entity: Row) {
  const { checklist, ...now } = storedValues(kind, entity, Object.keys(write.from));
  const others = planRestoring(write, now);
  if (checklist === undefined) return { ...others, items: undefined };
  const stored = storedChecklist(entity);
  const edit = { from: itemsIn(write.from), to: itemsIn(write.to) };
  const { conflicts, ...back } = restoreChecklist(stored, edit);
  return { ...others, items: { change: changeItems(stored, back), conflicts } };
}

/** The ledger has the items as they were stored or sent. */
function itemsIn({ checklist }: Row): readonly ChecklistItem[] {
  return storedChecklist({ checklist });
}
