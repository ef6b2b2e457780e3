import type { Context } from '../../../args/context.js';
import type { Client } from '../../../client/client.js';
import { orElse, phrase } from '../../../contract/errors.js';
import { type Row, refOf, rowsOf, uuidOf } from '../../../contract/row.js';
import { wordKey } from '../../../contract/server-word.js';
import type { FilePart } from '../../../contract/shapes/attachment.js';
import { type Lists, namesOfLists } from '../../../lists/entity-lists.js';
import { namesIn } from '../../../lists/names.js';
import { type ListsReadBack, type RequestedLists, readBackLists, requireComplete } from '../../../lists/read-back.js';
import { compareFiles } from '../../../lists/stored-files.js';
import { reportTags } from '../../../lists/tags.js';
import { type Speaker, type VerbResult, withRest } from '../../../output/shown.js';
import { createdIn, createdShown } from '../../creating/creating.js';
import type { WorkKind } from '../work-kind.js';

/** A task or ticket that was just created, and what was requested. */
interface CreatedWork {
  readonly work: WorkKind;
  readonly answer: Row;
  readonly body: Lists & Row;
  readonly title: string;
  readonly look: string;
  /** Says what was created, given its reference, and the whole as far as it was read. */
  readonly sentence: (ref: string, stored: Row, body: Row) => string;
  readonly files?: readonly FilePart[];
  /** Whether it should be unassigned, although some servers assign what is new. */
  readonly isNobodys: boolean;
}

/**
 * A new task or ticket, checked if anything was requested that a server may leave out. Its failure is `partial` (exit 8) naming
 * what is not as requested (docs/requirements.md, R81); warns about fields of a ticket that only agents can set (docs/api.md,
 * Tickets). Throws `unknown_outcome` without a reference.
 */
export async function newWorkShown(context: Context, client: Client, created: CreatedWork): Promise<VerbResult> {
  const { work, answer, body, title, look, files = [], isNobodys } = created;
  const row = createdIn(answer, work.kind);
  const [ref, uuid] = [refOf(row), uuidOf(row)];
  const shown = await createdShown(context, { kind: work.kind, title, look, answer, ref, sentence: '' });
  if (work.kind === 'task' && uuid !== '' && uuid !== ref) client.index.learn('tasks', [{ ref, uuid, title }]);
  const shownOf = (stored: Row): VerbResult => ({ ...shown, sentence: created.sentence(ref, stored, body) });
  const { assigneeIds, tags, dependsOnIds } = body;
  const asked: Lists = {
    ...(isNobodys ? { assigneeIds: [] } : assigneeIds && { assigneeIds }),
    ...(tags && { tags }),
    ...(dependsOnIds && { dependsOnIds }),
  };
  const fields = Object.keys(work.fields).filter((key) => work.fields[key]?.ifReplaced && body[key] !== undefined);
  if (uuid === '' || namesOfLists(asked).length + files.length + fields.length === 0) return shownOf({});
  const asking: RequestedLists = {
    ...{ kind: work.kind, uuid, ref, what: `${ref} was created`, asked },
    whole: isNobodys ? ['assigneeIds'] : [],
  };
  let first: ListsReadBack | undefined;
  try {
    first = await readBackLists(context, client, asking);
  } catch (failure) {
    // It was created all the same.
    return { ...shownOf({}), failure };
  }
  if (!first) return shownOf({});
  const compared = { created, asking, first, fields };
  return await withRest(shownOf(first.entity), async (show) => await compareNew({ show }, client, compared));
}

interface CreationCheck {
  readonly created: CreatedWork;
  readonly asking: RequestedLists;
  readonly first: ListsReadBack;
  /** Those that a server may replace. */
  readonly fields: readonly string[];
}

async function compareNew(
  speaker: Speaker,
  client: Client,
  { created: { work, body, files = [] }, asking, first, fields }: CreationCheck,
): Promise<void> {
  const { what, ref } = asking;
  const { detail, entity } = first;
  const spelled = await reportTags(speaker, body.tags ?? [], namesIn('tags', first.stored));
  if (spelled !== '') await speaker.show.say(`${ref}: ${spelled}.`);
  const replaced = fields.filter((field) => spellingOf(field, body[field]) !== spellingOf(field, entity[field]));
  const wrong = replaced.filter((field) => work.fields[field]?.ifReplaced === 'error');
  const ignored = replaced.filter((field) => !wrong.includes(field)).map((field) => `--${field}`);
  if (ignored.length > 0)
    await speaker.show.warn(
      `the server ignored ${ignored.join(' and ')}`,
      'only agents of the organisation can set them',
    );
  const { difference } = await leaveToNobody(speaker, client, { asking, first });
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

/** Unassigns anyone the server has assigned, and gives the lists after that. It was created, so a failure is only a warning. */
async function leaveToNobody(
  speaker: Speaker,
  client: Client,
  { asking, first }: Pick<CreationCheck, 'asking' | 'first'>,
): Promise<ListsReadBack> {
  const { kind, uuid, what } = asking;
  if (first.difference.extra?.length === 0) return first;
  const clear = client.write(`PATCH /${kind}s/:id`, { id: uuid, body: { assigneeIds: [] } });
  const isCleared = await orElse(
    clear.then(() => true),
    async ({ message }) => {
      await speaker.show.warn(phrase`${what}, but could not be unassigned: ${message}`);
      return false;
    },
  );
  return (isCleared ? await readBackLists(speaker, client, asking) : undefined) ?? first;
}

/** A server may spell a word differently, and add a time to a day. */
function spellingOf(field: string, value: unknown): string {
  const text = String(value ?? '');
  return field === 'due' ? text.slice(0, 'YYYY-MM-DD'.length) : wordKey(text);
}
