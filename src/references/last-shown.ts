import type { Context } from '../args/context.js';
import { TrackerError, usageError } from '../contract/errors.js';

/** What `@` may stand for: an entity with a reference, one of the things named by title, or `any` of these. */
export type Wanted = 'entity' | 'page' | 'note' | 'thread' | 'any';

/** What people call each kind, and the command that shows it. */
const kinds: Readonly<Record<string, { readonly name: string; readonly view: string }>> = {
  task: { name: 'the task', view: 'tasks view' },
  ticket: { name: 'the ticket', view: 'tickets view' },
  project: { name: 'the project', view: 'projects view' },
  page: { name: 'the wiki page', view: 'wiki view' },
  note: { name: 'the note', view: 'notes view' },
  thread: { name: 'the thread', view: 'chat view' },
};

/**
 * The reference `@` stands for: what was last shown or written in this terminal. Throws a usage error if there is nothing yet,
 * or no terminal, and `not_found` if it is not what is wanted, with the command that shows it.
 */
export async function lastReference(context: Context, wanted: Wanted): Promise<string> {
  const { entity, hasTerminal } = await (await context.client()).lastShown();
  if (entity === undefined && !hasTerminal)
    throw usageError(
      '@ stands for the last thing shown in a terminal, and this is not a terminal',
      'give the reference itself',
    );
  if (entity === undefined)
    throw usageError('nothing has been shown in this terminal yet, so @ refers to nothing', 'tracker next');
  const isTitled = ['page', 'note', 'thread'].includes(entity.kind);
  if (wanted === 'any' || (wanted === 'entity' && !isTitled)) return `${entity.kind}:${entity.uuid}`;
  if (wanted === entity.kind) return entity.uuid;
  const kind = kinds[entity.kind];
  const called = isTitled ? JSON.stringify(entity.ref) : entity.ref;
  throw new TrackerError('not_found', `@ is ${kind?.name ?? entity.kind} ${called}`, {
    hint: kind && `tracker ${kind.view} @`,
  });
}

/** Lets `@` stand for a page, note or thread. */
export async function keepTitled(
  context: Context,
  { kind, id, title }: { readonly kind: 'page' | 'note' | 'thread'; readonly id: string; readonly title: string },
): Promise<void> {
  if (id === '') return;
  const { entity, keep } = await (await context.client()).lastShown();
  // An id that was typed says nothing about the title.
  const known = entity?.uuid === id ? entity.ref : id;
  keep({ entity: { kind, uuid: id, ref: title || known } });
}
