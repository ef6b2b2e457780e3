import { isRow, type Row, rowsOf } from '../../contract/row.js';
import type { ChecklistItem } from '../../contract/task.js';
import { pairItems } from '../../lists/checklist/pair-items.js';
import { changesBetween, changesData } from '../../lists/values.js';
import { checklistText } from '../../views/changes.js';
import { byTime } from '../../views/detail.js';
import type { Snapshot } from './snapshot.js';

/** What changed between two snapshots, by time: a row for each field, with the time when that was seen, and for each new message. */
export function changeRows(before: Snapshot, now: Snapshot, seenAt: Date): readonly Row[] {
  const { ref, uuid } = now.data;
  const changes = changesData(changesBetween(before.values, now.values));
  const time = seenAt.toISOString();
  const fields = Object.entries(changes).map(([change, values]) => ({
    ...{ ref, uuid, time, change },
    ...(change === 'checklist' ? checklistChange(values) : isRow(values) ? values : {}),
  }));
  const entries = [...now.entries]
    .filter(([key]) => !before.entries.has(key))
    .map(([, entry]) => ({ ref, uuid, time: entry.time, change: entry.kind, author: entry.author, text: entry.text }));
  return byTime([...fields, ...entries]);
}

/** What was done to the items, as the changes of a checklist are written elsewhere. */
function checklistChange(values: unknown): Row {
  const { from, to } = isRow(values) ? values : {};
  const [old, items]: readonly (readonly ChecklistItem[])[] = [rowsOf(from), rowsOf(to)];
  const { found, others } = pairItems(old ?? [], items ?? [], []);
  const texts = (list: Iterable<ChecklistItem>): readonly string[] => [...list].map(({ text }) => text ?? '');
  const ticked = (isDone: boolean): readonly string[] =>
    texts(
      [...found].filter(([one, other]) => isOn(one) !== isDone && isOn(other) === isDone).map(([, other]) => other),
    );
  const change = {
    added: texts(others),
    checked: ticked(true),
    unchecked: ticked(false),
    removed: texts((old ?? []).filter((item) => !found.has(item))),
  };
  return { ...change, text: checklistText(change) };
}

function isOn({ done }: ChecklistItem): boolean {
  return done === true;
}
