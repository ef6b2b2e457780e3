import type { Client } from '../client/client.js';
import { isCutTag, isTagOf } from './tags.js';

/** How a server may store names. */
export interface NameRules {
  /** Whether a stored name is the given one. */
  readonly isSame: (stored: string, given: string) => boolean;
  /** Whether a name that was not there before is the given one, cut short. */
  readonly isCut: (stored: string, given: string) => boolean;
  /** A name as messages show it. */
  readonly show: (name: string) => string;
}

/** How servers store names such as `tags:hot`: tags in their own spelling, ids unchanged. */
export function listRules(client: Client): NameRules {
  return {
    isSame: (stored, given) => stored === given || areTags(stored, given, isTagOf),
    isCut: (stored, given) => areTags(stored, given, isCutTag),
    show(name) {
      const [list, item] = partsOf(name);
      if (list === 'tags') return `the tag ${JSON.stringify(item)}`;
      if (list === 'assigneeIds') return userName(client, item);
      return client.index.all('tasks').find(({ uuid }) => uuid === item)?.ref ?? item;
    },
  };
}

/** The items of one list among these names. */
export function namesIn(list: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => partsOf(name)[0] === list).map((name) => partsOf(name)[1]);
}

function areTags(stored: string, given: string, compare: (stored: string, given: string) => boolean): boolean {
  const [kept, wanted] = [partsOf(stored), partsOf(given)];
  return kept[0] === 'tags' && wanted[0] === 'tags' && compare(kept[1], wanted[1]);
}

function partsOf(name: string): readonly [string, string] {
  const at = name.indexOf(':');
  return [name.slice(0, at), name.slice(at + 1)];
}

/** `you`, or the name of a user if it is known, else the id. */
export function userName(client: Client, id: string): string {
  if (id === client.userId) return 'you';
  return client.index.find('people', id)?.title ?? id;
}
