import type { InstanceEntry } from './instances.js';

/**
 * The name for a new instance: the wanted one, or where that belongs to another address, the same with the scheme if it is
 * that which tells the two apart, else with a number (docs/requirements.md, R22).
 */
export function freeName(known: readonly InstanceEntry[], wanted: Pick<InstanceEntry, 'name' | 'url'>): string {
  const { name, url } = wanted;
  const holderOf = (candidate: string): string | undefined => known.find((each) => each.name === candidate)?.url;
  const isFree = (candidate: string): boolean => [undefined, url].includes(holderOf(candidate));
  if (isFree(name)) return name;
  const scheme = schemeOf(url);
  if (schemeOf(holderOf(name) ?? '') !== scheme && isFree(`${name}-${scheme}`)) return `${name}-${scheme}`;
  let number = 2;
  while (!isFree(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

function schemeOf(url: string): string {
  return url.split(':')[0] ?? '';
}
