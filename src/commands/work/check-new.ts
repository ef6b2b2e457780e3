import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import type { FilePart } from '../../contract/attachment.js';
import { type Row, rowsOf } from '../../contract/row.js';
import { wordKey } from '../../contract/server-word.js';
import { leaveToNobody } from '../../lists/assignees.js';
import { type Lists, namesOfLists } from '../../lists/entity-lists.js';
import { namesIn } from '../../lists/names.js';
import { type AskedOf, readBackLists, requireComplete } from '../../lists/read-back.js';
import { compareFiles } from '../../lists/stored-files.js';
import { reportTags } from '../../lists/tags.js';
import type { WorkKind } from './work-kind.js';

/** A task or ticket that was just created, and what was requested. */
interface CreatedWork extends Pick<AskedOf, 'uuid' | 'ref' | 'announce'> {
  readonly work: WorkKind;
  readonly body: Lists & Row;
  readonly files?: readonly FilePart[];
  /** Whether it should be unassigned, although some servers assign what is new. */
  readonly isNobodys: boolean;
}

/**
 * Checks a new task or ticket if anything was requested that a server may leave out. Throws `partial` (exit 8) naming what is not
 * as requested (docs/requirements.md, R81), and warns about fields of a ticket that only agents can set (docs/api.md, Tickets).
 */
export async function checkNew(
  context: Context,
  client: Client,
  { work, uuid, ref, body, files = [], isNobodys, announce }: CreatedWork,
): Promise<void> {
  const { assigneeIds, tags, dependsOnIds } = body;
  const asked: Lists = {
    ...(isNobodys ? { assigneeIds: [] } : assigneeIds && { assigneeIds }),
    ...(tags && { tags }),
    ...(dependsOnIds && { dependsOnIds }),
  };
  const fields = Object.keys(work.fields).filter((key) => work.fields[key]?.ifReplaced && body[key] !== undefined);
  if (namesOfLists(asked).length + files.length + fields.length === 0) return await announce?.({});
  const what = `${ref} was created`;
  const asking: AskedOf = { kind: work.kind, uuid, ref, what, asked, whole: isNobodys ? ['assigneeIds'] : [] };
  const first = await readBackLists(context, client, { ...asking, ...(announce && { announce }) });
  if (!first) return;
  const { detail, entity } = first;
  const spelled = await reportTags(context, tags ?? [], namesIn('tags', first.stored));
  if (spelled !== '') await context.show.say(`${ref}: ${spelled}.`);
  const replaced = fields.filter((field) => spellingOf(field, body[field]) !== spellingOf(field, entity[field]));
  const wrong = replaced.filter((field) => work.fields[field]?.ifReplaced === 'error');
  const ignored = replaced.filter((field) => !wrong.includes(field)).map((field) => `--${field}`);
  if (ignored.length > 0)
    await context.show.warn(
      `the server ignored ${ignored.join(' and ')}`,
      'only agents of the organisation can set them',
    );
  const { difference } = await leaveToNobody(context, first, {
    what,
    clear: async () => await client.write(`PATCH /${work.kind}s/:id`, { id: uuid, body: { assigneeIds: [] } }),
    look: async () => await readBackLists(context, client, asking),
  });
  // A ticket may not show its files.
  const showsFiles = work.kind === 'task' || Array.isArray(detail.attachments);
  const attachments = rowsOf(detail.attachments);
  const stored = attachments.length > 0 ? attachments : rowsOf(entity.files);
  const missing = showsFiles ? [compareFiles(files, stored)] : [];
  requireComplete(what, difference, ...missing, {
    missing: wrong.map((field) => `${field} ${String(body[field])}`),
    hint: `the task has ${wrong.map((field) => `${field} ${String(entity[field] ?? 'none')}`).join(', ')}`,
  });
}

/** A server may spell a word differently, and add a time to a day. */
function spellingOf(field: string, value: unknown): string {
  const text = String(value ?? '');
  return field === 'due' ? text.slice(0, 'YYYY-MM-DD'.length) : wordKey(text);
}
