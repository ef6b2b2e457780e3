import { expect, test } from 'vitest';
import type { ChecklistItem } from '../../../src/contract/task.js';
import { changeChecklist } from '../../../src/lists/checklist/change.js';
import { mergeIntoList } from '../../../src/lists/merge.js';

test('an untouched item that the server drops is named, and the change is partial', async () => {
  let stored: readonly ChecklistItem[] = [
    { id: '1', text: 'Rope', done: false },
    { id: '2', text: 'Anchor', done: true },
  ];
  const wishes = changeChecklist(stored, { add: ['Buoy'], check: [], uncheck: [], remove: [] });
  const store = {
    read: async () => stored,
    async write(items: readonly ChecklistItem[]) {
      stored = items.slice(1);
      return true;
    },
  };
  await expect(mergeIntoList(store, wishes)).rejects.toMatchObject({
    kind: 'partial',
    message: 'the server accepted the change but did not keep "Rope"',
  });
});
