import type { Client } from '../../../client/client.js';
import type { Context } from '../../../context.js';
import { type Row, rowsOf } from '../../../contract/row.js';
import { wordKey } from '../../../contract/server-word.js';
import { compareFiles } from '../../../files/stored-files.js';
import type { FilePart } from '../../../http/body/multipart.js';
import { leaveToNobody } from '../../../lists/assignees.js';
import { type Difference, requireComplete } from '../../../lists/compare.js';
import { type Lists, namesOfLists } from '../../../lists/entity-lists.js';
import { namesIn } from '../../../lists/names.js';
import { type AskedOf, readBackLists } from '../../../lists/read-back-lists.js';
import { reportTags } from '../../../lists/report-tags.js';

/** Fields whose value a server may replace with its own (docs/api.md, Task creation body). */
const comparedFields = ['type', 'status', 'priority', 'due', 'estimate'] as const;

/** A task that was just created, and what was requested. */
interface CreatedTask {
  readonly uuid: string;
  readonly ref: string;
  readonly body: Lists & Partial<Record<(typeof comparedFields)[number], unknown>>;
  readonly files?: readonly FilePart[];
  /** Whether it should be unassigned, although some servers assign new tasks. */
  readonly isNobodys: boolean;
  /** As readBackLists takes it. */
  readonly announce?: (task: Row) => Promise<void>;
}

/**
 * Checks a new task if anything was requested that a server may leave out. Throws `partial` (exit 8) naming what is not as
 * requested (docs/requirements.md, R81).
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
  const fields = comparedFields.filter((field) => body[field] !== undefined);
  if (namesOfLists(asked).length + files.length + fields.length === 0) return await announce?.({});
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
  requireComplete(what, difference, compareFiles(files, stored), compareFields(body, first.entity));
}

/** Compares fields with the requested ones; a server may spell a word differently and add a time to a day. */
function compareFields(body: CreatedTask['body'], task: Row): Difference {
  const different = comparedFields.filter(
    (field) => body[field] !== undefined && spellingOf(field, body[field]) !== spellingOf(field, task[field]),
  );
  const stored = different.map((field) => `${field} ${String(task[field] ?? 'none')}`);
  return {
    missing: different.map((field) => `${field} ${String(body[field])}`),
    hint: `the task has ${stored.join(', ')}`,
  };
}

function spellingOf(field: string, value: unknown): string {
  const text = String(value ?? '');
  return field === 'due' ? text.slice(0, 'YYYY-MM-DD'.length) : wordKey(text);
}
