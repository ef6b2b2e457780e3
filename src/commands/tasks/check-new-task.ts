import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import { type Row, rowsOf } from '../../contract/row.js';
import { compareFiles } from '../../files/stored-files.js';
import type { FilePart } from '../../http/body/multipart.js';
import { leaveToNobody } from '../../lists/assignees.js';
import { requireComplete } from '../../lists/compare.js';
import { type Lists, namesOfLists } from '../../lists/entity-lists.js';
import { namesIn } from '../../lists/names.js';
import { type AskedOf, readBackLists } from '../../lists/read-back-lists.js';
import { reportTags } from '../../lists/report-tags.js';

/** A task that was created just now, and what it was to be. */
interface CreatedTask {
  readonly uuid: string;
  readonly ref: string;
  readonly body: Lists;
  readonly files?: readonly FilePart[];
  /** Whether nobody is to have it: some servers assign it by themselves. */
  readonly isNobodys: boolean;
  /** As readBackLists takes it. */
  readonly announce?: (task: Row) => Promise<void>;
}

/**
 * Looks at a new task where it was asked for what a server may leave out. Throws `partial` (exit 8) naming what is not as it
 * was asked for (docs/requirements.md, R81).
 */
export async function checkNewTask(
  context: Context,
  client: Client,
  { uuid, ref, body, files = [], isNobodys, announce }: CreatedTask,
): Promise<void> {
  const { assigneeIds, tags, dependsOnIds } = body;
  const asked: Lists = {
    ...(isNobodys ? { assigneeIds: [] } : assigneeIds && { assigneeIds }),
    ...(tags && { tags }),
    ...(dependsOnIds && { dependsOnIds }),
  };
  if (namesOfLists(asked).length + files.length === 0) return await announce?.({});
  const what = `${ref} was created`;
  const asking: AskedOf = { kind: 'task', uuid, ref, what, asked, whole: isNobodys ? ['assigneeIds'] : [] };
  const first = await readBackLists(context, client, { ...asking, ...(announce && { announce }) });
  if (!first) return;
  const spelled = await reportTags(context, tags ?? [], namesIn('tags', first.stored));
  if (spelled !== '') await context.show.say(`${ref}: ${spelled}.`);
  const { difference } = await leaveToNobody(context, first, {
    what,
    clear: async () => await client.write('PATCH /tasks/:id', { id: uuid, body: { assigneeIds: [] } }),
    look: async () => await readBackLists(context, client, asking),
  });
  const attachments = rowsOf(first.detail.attachments);
  const stored = attachments.length > 0 ? attachments : rowsOf(first.entity.files);
  requireComplete(what, difference, compareFiles(files, stored));
}
