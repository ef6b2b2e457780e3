import type { InstanceEntry } from '../instances.js';

/**
 * The name for a new sign-in: the wanted one if it is free; otherwise the name this user already has at that address;
 * otherwise the wanted one plus the scheme, if the schemes differ, or plus a number (docs/requirements.md, R22). A user
 * without an id counts as the same as any other.
 */
export function freeName(
  known: readonly InstanceEntry[],
  wanted: Pick<InstanceEntry, 'name' | 'url' | 'userId'>,
): string {
  const { name, url, userId } = wanted;
  const holderOf = (candidate: string): InstanceEntry | undefined => known.find((each) => each.name === candidate);
  const isFree = (candidate: string): boolean => {
    const holder = holderOf(candidate);
    return holder === undefined || (holder.url === url && !isOther(holder.userId, userId));
  };
  if (isFree(name)) return name;
  const same = userId === undefined ? undefined : known.find((each) => each.url === url && each.userId === userId);
  if (same) return same.name;
  const scheme = schemeOf(url);
  if (schemeOf(holderOf(name)?.url ?? '') !== scheme && isFree(`${name}-${scheme}`)) return `${name}-${scheme}`;
  let number = 2;
  while (!isFree(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

/** Whether two user ids are both known and differ. */
export function isOther(one: string | undefined, another: string | undefined): boolean {
  return one !== undefined && another !== undefined && one !== another;
}

function schemeOf(url: string): string {
  return url.split(':')[0] ?? '';
}
