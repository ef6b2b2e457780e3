import { assigneeFlag, names } from '../../../args/flag.js';
import { isNone, kind, type ServerWord, serverWord } from '../../../args/value.js';
import { usageError } from '../../../contract/errors.js';
import { textsOf } from '../../../contract/row.js';
import { tagKey } from '../../../contract/server-word.js';
import { type ListEdit, type ListEdits, type ListName, type Lists, listNames } from '../../../lists/entity-lists.js';

/** The changes of lists: replaced by these names, or some added and some removed. */
export type GivenLists = Readonly<Partial<Record<ListName, GivenList>>>;

type GivenList = { readonly replace: readonly string[] } | ListEdit;

export const assigneeFlags = {
  assignee: assigneeFlag('also assign these people: @me, a name or part of one, an id'),
  addAssignee: names('--add-assignee', 'the same as --assignee', kind('user', 'assignee')),
  removeAssignee: names('--remove-assignee', 'unassign these people', kind('user', 'assignee')),
  setAssignee: names('--set-assignee', 'assign exactly these people, or none', kind('user', 'assignee')),
};

export function tagFlags(tag: ServerWord) {
  return {
    tag: names('--tag', 'add these tags', serverWord(tag)),
    addTag: names('--add-tag', 'the same as --tag', serverWord(tag)),
    removeTag: names('--remove-tag', 'remove these tags', serverWord(tag)),
    setTag: names('--set-tag', 'set exactly these tags, or none', serverWord(tag)),
  };
}

/** The flag that adds to a list, and the word in the names of the others: `addTag`, `removeTag` and `setTag`. */
const flagsOfList = {
  assigneeIds: { key: 'assignee', flag: '--assignee', word: 'Assignee' },
  tags: { key: 'tag', flag: '--tag', word: 'Tag' },
  dependsOnIds: { key: 'dependsOn', flag: '--depends-on', word: 'Dependency' },
} as const satisfies Record<ListName, unknown>;

/** Reads the changes of lists. Throws a usage error for contradictory flags, and for `none` except in `--set-… none`. */
export function readLists(given: Readonly<Record<string, unknown>>): GivenLists {
  const lists = listNames.map((list) => [list, readListEdit(given, flagsOfList[list])] as const);
  return Object.fromEntries(lists.filter(([, edit]) => edit !== undefined));
}

function readListEdit(
  given: Readonly<Record<string, unknown>>,
  { key, flag, word: Word }: (typeof flagsOfList)[ListName],
): GivenList | undefined {
  const word = Word.toLowerCase();
  const [plain, added] = [textsOf(given[key]), textsOf(given[`add${Word}`])];
  const [remove, set] = [textsOf(given[`remove${Word}`]), textsOf(given[`set${Word}`])];
  const add = [...plain, ...added];
  const isMerge = add.length + remove.length > 0;
  if (set.length > 0 && isMerge)
    throw usageError(`--set-${word} cannot be used with ${flag}, --add-${word} or --remove-${word}`);
  if (set.length > 0) return { replace: readList(`--set-${word}`, set) };
  const changing = { [flag]: plain, [`--add-${word}`]: added, [`--remove-${word}`]: remove };
  const [wrong] = Object.entries(changing).find(([, names]) => names.some(isNone)) ?? [];
  if (wrong !== undefined)
    throw usageError(`${wrong} does not accept none`, `use --set-${word} none to clear the list`);
  const both = add.find((name) => remove.some((each) => tagKey(each) === tagKey(name)));
  if (both !== undefined) throw usageError(`${JSON.stringify(both)} cannot be both added and removed`);
  return isMerge ? { add, remove } : undefined;
}

/** The names of a list; `none` alone means the empty list. Throws a usage error for `none` with other names. */
export function readList(flag: string, given: readonly string[]): readonly string[] {
  if (!given.some(isNone)) return given;
  if (given.every(isNone)) return [];
  throw usageError(`${flag}: none cannot be combined with other values`);
}

/** The changes with all names resolved, as PATCH takes them: whole lists, and items to merge. */
export async function resolveLists(
  given: GivenLists,
  resolvers: Readonly<Record<ListName, (names: readonly string[]) => Promise<readonly string[]>>>,
): Promise<{ readonly fields: Lists; readonly lists: ListEdits }> {
  const fields: Partial<Record<ListName, readonly string[]>> = {};
  const lists: Partial<Record<ListName, ListEdit>> = {};
  for (const list of listNames) {
    const [edit, resolve] = [given[list], resolvers[list]];
    if (edit === undefined) continue;
    if ('replace' in edit) fields[list] = await resolve(edit.replace);
    else lists[list] = { add: await resolve(edit.add), remove: await resolve(edit.remove) };
  }
  return { fields, lists };
}
