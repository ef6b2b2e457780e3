import type { Client } from '../client/client.js';
import type { NameRules } from './change-names.js';
import { nameOf } from './person-name.js';
import { isCutTag, isTagOf } from './tag-spelling.js';

/** How servers store names such as `tags:hot`: tags in their own spelling, ids unchanged. */
export function listRules(client: Client): Required<NameRules> {
  return {
    isSame: (stored, given) => stored === given || areTags(stored, given, isTagOf),
    isCut: (stored, given) => areTags(stored, given, isCutTag),
    show(name) {
      const [list, item] = partsOf(name);
      if (list === 'tags') return `the tag ${JSON.stringify(item)}`;
      return list === 'assigneeIds' ? nameOf(client, item) : taskName(client, item);
    },
  };
}

/** The reference of a task if it is known, else its uuid. */
function taskName(client: Client, uuid: string): string {
  return client.index.all('tasks').find((each) => each.uuid === uuid)?.ref ?? uuid;
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
