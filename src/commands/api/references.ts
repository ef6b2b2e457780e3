import type { Context } from '../../args/context.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { findAnyEntity } from '../../references/any-kind.js';
import type { EntityKind } from '../../references/find-entity.js';
import { findMentioned } from '../../references/find-named.js';
import { oneReference } from '../../references/read.js';

/** `{base}` at the beginning is the address of the server; everything else in braces is a reference. */
const braces = /(?<!^)\{([^{}]*)\}|^\{(?!base\})([^{}]*)\}/g;

const segments: Readonly<Record<string, EntityKind>> = { tasks: 'task', tickets: 'ticket', projects: 'project' };

/** Whether a PATH contains references in braces, or braces that are none. */
export function namesReferences(path: string): boolean {
  return /[{}]/.test(path.replace(/^\{base\}/, ''));
}

/**
 * A PATH with each reference in braces replaced by its uuid: `/tickets/{BERG-9}`. After `/tasks/`, `/tickets/` or `/projects/`
 * it is one of that kind, elsewhere a task or a ticket. Throws a usage error for braces without a reference, and what
 * looking for it throws.
 */
export async function replaceReferences(context: Context, path: string): Promise<string> {
  const rest = path.replaceAll(braces, '');
  if (namesReferences(rest)) throw badBraces(path, 'has a brace without its counterpart');
  let replaced = path;
  for (const match of path.matchAll(braces)) {
    const text = (match[1] ?? match[2] ?? '').trim();
    const segment = /([^/]*)\/$/.exec(path.slice(0, match.index))?.[1]?.toLowerCase() ?? '';
    const kind = Object.hasOwn(segments, segment) ? segments[segment] : undefined;
    if (text === '' || text === '-') throw badBraces(match[0], 'is not a reference');
    replaced = replaced.replace(match[0], encodeURIComponent(await uuidOf(context, text, kind)));
  }
  return replaced;
}

async function uuidOf(context: Context, text: string, kind: EntityKind | undefined): Promise<string> {
  if (kind === undefined && !/^(?:@|@branch|(?:task|ticket):.*|[a-z][a-z0-9]*-\d+)$/i.test(text))
    throw badBraces(`{${text}}`, 'is not a reference');
  const name = await oneReference(context, text);
  if (kind !== undefined) return (await findMentioned(context, kind, name)).uuid;
  return (await findAnyEntity(await context.client(), { text: name, kinds: ['task', 'ticket'] })).uuid;
}

function badBraces(text: string, why: string): TrackerError {
  return usageError(
    `${JSON.stringify(text.slice(0, 120))} ${why}`,
    'references look like {BERG-9}; {base} at the beginning is the address of the server, and a brace itself %7B or %7D',
  );
}
