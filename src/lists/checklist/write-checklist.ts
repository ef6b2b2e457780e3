import type { Client } from '../../client/client.js';
import { type Row, refOf } from '../../contract/row.js';
import type { ChecklistItem } from '../../contract/shapes/task.js';
import { type ListedKind, storedChecklist } from '../entity-lists.js';
import { mergeIntoList } from '../merge.js';
import { readStored } from '../read-back.js';
import type { ChecklistChange } from './change.js';

/**
 * Changes the checklist of an entity that was read right before. Gives the stored one, and whether anything was sent, or would have
 * been in a dry run. Throws what changeItems and mergeIntoList throw.
 */
export async function writeChecklist(
  client: Client,
  owner: { readonly kind: ListedKind; readonly uuid: string },
  { entity, change }: { readonly entity: Row; readonly change: ChecklistChange },
) {
  const first = storedChecklist(entity);
  let reading: readonly ChecklistItem[] | undefined = first;
  let last = first;
  let isSent = false;
  const stored = await mergeIntoList(
    {
      // The first reading is used again, because it comes right before the write.
      async read() {
        last = reading ?? storedChecklist(await readStored(client, owner));
        reading = undefined;
        return last;
      },
      async write(checklist) {
        isSent = true;
        const undo = { ref: refOf(entity), from: { checklist: last } };
        const write = { id: owner.uuid, body: { checklist }, undo };
        const reply =
          owner.kind === 'task'
            ? await client.write('PATCH /tasks/:id', write)
            : await client.write('PUT /tickets/:id/checklist', write);
        return reply !== undefined;
      },
    },
    change,
  );
  return { stored, isSent };
}
