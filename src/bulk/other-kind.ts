import { type EntityKind, findEntity, findQuickly } from '../client/find/references.js';
import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';
import { shellWord } from '../terminal/programs/shell-words.js';

/** What does the same for the other kind, by verb. */
const counterparts = {
  task: {
    edit: 'tickets edit',
    delete: 'tickets delete',
    checklist: 'tickets checklist',
    comment: 'tickets note',
    done: 'close',
    view: 'tickets view',
  },
  ticket: {
    edit: 'tasks edit',
    delete: 'tasks delete',
    checklist: 'tasks checklist',
    reply: 'tasks comment',
    note: 'tasks comment',
    view: 'tasks view',
  },
} as const;

/** A reference names the other kind, for which there is another command. */
export class OtherKind extends TrackerError {
  constructor(
    message: string,
    /** With the reference, such as `tracker tickets note CASA-8`. */
    readonly command: string,
  ) {
    super('not_found', message, { hint: command });
  }
}

/**
 * The error for a ticket where a task is expected, or the other way round: it names the command for what was given. Undefined
 * if that does not name anything of the other kind either. Throws what looking it up throws.
 */
export async function otherKind(context: Context, kind: EntityKind, text: string): Promise<TrackerError | undefined> {
  if (kind === 'project') return undefined;
  const other = kind === 'task' ? 'ticket' : 'task';
  const client = await context.client();
  const isSaid = text.toLowerCase().startsWith(`${other}:`);
  if (!isSaid && !/^[a-z][a-z0-9]*-\d+$/i.test(text.trim())) return undefined;
  const entity = isSaid ? await findEntity(client, other, text) : (await findQuickly(client, other, text)).entity;
  if (entity === undefined) return undefined;
  const verbs: Readonly<Record<string, string>> = counterparts[kind];
  const command = verbs[context.settings.command.split(' ').at(-1) ?? ''] ?? verbs.view;
  return new OtherKind(`${entity.ref} is a ${other}`, `tracker ${command} ${shellWord(entity.ref)}`);
}
