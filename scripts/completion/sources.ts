import type { Flag } from '../../src/args/flag.js';
import type { Value } from '../../src/args/value.js';
import type { Argument } from '../../src/args/verb.js';

/*
 * A source is what the scripts know of a value:
 *   -                    there is none
 *   ?                    anything: nothing is offered
 *   =auto always         one of these words
 *   values:task-status   values that answers have held
 *   refs:tasks,tickets   references out of these files of the index, `task:REF` included where there are several
 *   columns              columns of the list or view that the command prints
 *   order                the same, a minus before each allowed
 *   people, instances, files, folders, commands, help
 * A plus before it means that several may be joined by commas, and dots behind it that the argument may be repeated.
 */

/** Kinds under the names that the engines know them by. */
const byKind: Readonly<Record<string, string>> = {
  user: 'people',
  org: 'refs:orgs',
  project: 'refs:projects',
  instance: 'instances',
  file: 'files',
  folder: 'folders',
  command: 'commands',
  columns: 'columns',
  order: 'order',
  day: '=today tomorrow mon tue wed thu fri sat sun none',
  'past-day': '=today yesterday tomorrow mon tue wed thu fri sat sun',
};

/** Where the value of a flag comes from. */
export function flagSource({ value, isJoined }: Flag<unknown>): string {
  if (value === undefined) return '-';
  const source = valueSource(value);
  return isJoined && source !== '?' ? `+${source}` : source;
}

/** Where an argument comes from; dots where it may be repeated. */
export function argumentSource({ value, isRepeatable }: Argument): string {
  return valueSource(value) + (isRepeatable ? '...' : '');
}

function valueSource({ kind, words, of = [] }: Value): string {
  if (words) return `=${words.join(' ')}`;
  if (kind === 'ref') return of.some((each) => each !== 'inbox') ? `refs:${of.join(',')}` : '?';
  return byKind[kind] ?? (kind.includes('-') ? `values:${kind}` : '?');
}
