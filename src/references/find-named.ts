import type { Context } from '../args/context.js';
import { selection } from '../args/selection.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { isReference } from '../contract/row.js';
import { shellWord } from '../contract/text/shell-word.js';
import { askWhich } from './ask-which.js';
import { type Entity, type EntityKind, findEntity, findQuickly } from './find-entity.js';
import { type Reference, requireSameRow, shown } from './read.js';

/**
 * The task, ticket or project that a command is about, as the server has it now. `@` stands for it from then on. Throws:
 * - what findEntity throws;
 * - a usage error for a row of something else, such as a wiki page;
 * - `not_found` for a ticket in place of a task, or a task in place of a ticket, with the command for it, and for a row whose
 *   `uuid` and `ref` no longer belong together;
 * - `conflict` if the reference named another entity when the draft was written (docs/requirements.md, R79).
 */
export async function findNamed<K extends EntityKind>(
  context: Context,
  kind: K,
  reference: Reference,
): Promise<Entity<K>> {
  const found = await findMentioned(context, kind, reference);
  const { uuid, ref } = found;
  (await (await context.client()).lastShown()).keep({ entity: { kind, uuid, ref } });
  await context.onNamed?.({ kind, uuid, ref });
  return { ...found, basis: reference.basisOf?.(uuid) };
}

/** A context in which a command that may write only reads. */
export function readingOnly({ onNamed, ...context }: Context): Context {
  return { ...context, onNamed: onNamed && (async (found) => await onNamed(found, true)) };
}

/** The same for an entity that a flag names, such as a dependency, which `@` does not stand for afterwards. */
export async function findMentioned<K extends EntityKind>(
  context: Context,
  kind: K,
  reference: Reference,
): Promise<Entity<K>> {
  // The row itself shows its kind, so no request is needed.
  if (reference.kind !== undefined && reference.kind !== kind) throw ofAnotherKind(context, kind, reference);
  try {
    const found = await findOfKind(context, kind, reference);
    requireSameRow(reference, found);
    await reference.check?.(found);
    return found;
  } catch (error) {
    if (error instanceof TrackerError && error.kind === 'not_found') reference.onMissing?.();
    throw error;
  }
}

async function findOfKind<K extends EntityKind>(context: Context, kind: K, { text, uuid, entity }: Reference) {
  // Its kind has been checked, which the type does not show.
  if (entity?.kind === kind) return entity as Entity<K>;
  const client = await context.client();
  try {
    return await askWhich(context, text, async (name) => await findEntity(client, kind, name));
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    // What the draft was written for may have another reference now.
    const isRenamed = error.kind === 'not_found' && uuid !== undefined;
    const renamed = isRenamed ? await findEntity(client, kind, uuid).catch(() => undefined) : undefined;
    if (renamed) return renamed;
    // Any other error leaves open whether there is one of this kind.
    if (error.kind !== 'not_found' && error.kind !== 'usage') throw error;
    throw (await otherKind(context, kind, text).catch(() => undefined)) ?? error;
  }
}

/** Verbs of tasks and tickets alike, beside view. */
const alike: readonly string[] = ['edit', 'delete', 'checklist'];

/** What does the same for the other kind, by verb, if its verb has another name. */
const counterparts = {
  task: { comment: 'tickets note', done: 'close' },
  ticket: { reply: 'tasks comment', note: 'tasks comment' },
} as const;

/** A reference names the other kind, for which there is another command. */
export class OtherKind extends TrackerError {
  constructor(
    message: string,
    /** With the reference, such as `tickets note CASA-8`. */
    readonly command: string,
    /** Whether that sends a text. */
    readonly takesText: boolean,
    hint: string,
  ) {
    super('not_found', message, { hint });
  }
}

/** The error for what may be a ticket where a task is expected, or the other way round. Throws if it is not, or may be neither. */
async function otherKind(context: Context, kind: EntityKind, text: string): Promise<TrackerError | undefined> {
  if (kind === 'project') return undefined;
  const other = otherOf[kind];
  const client = await context.client();
  const isBare = isReference(text.trim());
  const entity = isBare ? (await findQuickly(client, other, text)).entity : await findEntity(client, other, text);
  return entity && ofOtherKind(context, kind, entity.ref);
}

const otherOf = { task: 'ticket', ticket: 'task' } as const;

function ofAnotherKind(context: Context, kind: EntityKind, reference: Reference): TrackerError {
  if (kind !== 'project' && reference.kind === otherOf[kind]) return ofOtherKind(context, kind, shown(reference));
  return usageError(`${shown(reference)} is a ${reference.kind}, not a ${kind}`);
}

/** The error for a ticket where a task is expected, or the other way round: it names the command for what was given. */
function ofOtherKind(context: Context, kind: 'task' | 'ticket', ref: string): OtherKind {
  const other = otherOf[kind];
  const verbs: Readonly<Record<string, string>> = counterparts[kind];
  const verb = context.settings.command.split(' ').at(-1) ?? '';
  const command = verbs[verb] ?? `${other}s ${alike.includes(verb) ? verb : 'view'}`;
  const takesText = / (?:note|comment)$/.test(command);
  const line = `${command} ${shellWord(ref)}`;
  const flags = context.settings.dryRun && !command.endsWith(' view') ? ' -n' : '';
  return new OtherKind(`${ref} is a ${other}`, line, takesText, `tracker ${selection(context)}${line}${flags}`);
}
