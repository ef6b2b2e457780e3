import type { Context } from '../../../args/context.js';
import { selection } from '../../../args/selection.js';
import { TrackerError, usageError } from '../../../contract/errors.js';
import type { FollowUp } from '../../../contract/following.js';
import { isInternalNote } from '../../../contract/messages.js';
import { isRow } from '../../../contract/row.js';
import { shellWord } from '../../../contract/text/shell-word.js';
import { type Entity, pathOf } from '../../../references/find-entity.js';
import { findMentioned } from '../../../references/find-named.js';
import { oneReference, type Reference } from '../../../references/read.js';
import type { SeenTicket } from '../../conversations/seen-ticket.js';
import type { Template } from '../../conversations/template.js';
import type { Step } from '../../work/after-text.js';

/** The flags with what the head of a template says; what was typed comes first. Throws a usage error if the template is not for this. */
export function withMacro<V extends FollowUp & { readonly original?: string | undefined }>(
  context: Pick<Context, 'settings'>,
  values: V,
  { template, what }: { readonly template: Template; readonly what: 'reply' | 'note' },
): V {
  const { name, macro = {}, needsOriginal } = template;
  const { kind = what, status, priority, category, tag = [], assignee = [] } = macro;
  if (kind !== what) {
    const instead = `tracker ${selection(context)}tickets ${kind} … --template ${shellWord(name)}`;
    throw usageError(`the template ${name} is for a ${kind}, not for a ${what}; nothing was sent`, instead);
  }
  if (needsOriginal && values.original === undefined)
    throw usageError(`the template ${name} names the ticket that this one is a duplicate of`, 'add --original REF');
  return {
    ...values,
    status: values.status ?? status,
    priority: values.priority ?? priority,
    category: values.category ?? category,
    tag: values.tag?.length ? values.tag : tag,
    assignee: values.assignee?.length ? values.assignee : assignee,
  };
}

/** The ticket that `--original` names. Throws what findMentioned throws, and a usage error for the duplicate itself. */
export async function findOriginal(
  context: Context,
  original: string | undefined,
  { named, duplicate }: { readonly named: (reference: Reference) => Reference; readonly duplicate: SeenTicket },
): Promise<Entity<'ticket'> | undefined> {
  if (original === undefined) return undefined;
  const found = await findMentioned(context, 'ticket', named(await oneReference(context, original)));
  if (found.uuid !== duplicate.uuid) return found;
  throw usageError(`${found.ref} cannot be a duplicate of itself; nothing was sent`);
}

/** What stands for it in a text; in a note, with its address. */
export async function originalWords(
  context: Context,
  original: Entity<'ticket'>,
  what: 'reply' | 'note',
): Promise<string> {
  return what === 'note' ? await linkTo(context, original) : original.ref;
}

async function linkTo(context: Context, entity: Pick<Entity, 'kind' | 'ref' | 'uuid'>): Promise<string> {
  return `${entity.ref} (${new URL(pathOf(entity), (await context.client()).base).href})`;
}

/** The internal note on the original. Throws before anything is sent if the caller may not write it. */
export async function noteOnOriginal(
  context: Context,
  original: Entity<'ticket'>,
  duplicate: SeenTicket,
): Promise<Step> {
  const { ref, uuid, detail } = original;
  if ((await detail()).canInternalNote === false)
    throw new TrackerError('forbidden', `you may not write internal notes on ${ref}; nothing was sent`);
  const body = `${await linkTo(context, duplicate.found)} is a duplicate of this ticket.`;
  return {
    undone: [`the note on ${ref}`, 'added'],
    change: { words: ['tickets', 'note', ref], flags: { body }, targets: { [ref.toLowerCase()]: uuid } },
    alone: () => `tracker ${selection(context)}tickets note ${shellWord(ref)} -b ${shellWord(body)}`,
    async run() {
      const answer = await duplicate.client.write('POST /tickets/:id/messages', {
        id: uuid,
        body: { body, internal: true },
      });
      if (answer && isInternalNote(isRow(answer.message) ? answer.message : answer) === false)
        throw new TrackerError('partial', `the server published the note on ${ref} as a reply, which others can read`);
      return { said: `; noted on ${ref}` };
    },
  };
}
