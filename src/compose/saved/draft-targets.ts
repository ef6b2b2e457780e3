import { isUuid } from '../../contract/row.js';
import type { Draft } from './store.js';

/** The uuid that an argument of a draft had when it was written; undefined if that was not known. */
export function targetOf({ targets = {} }: Pick<Draft, 'targets'>, word: string): string | undefined {
  const name = plainName(word);
  const stored = targets[name];
  if (typeof stored === 'string' && isUuid(stored)) return stored.toLowerCase();
  return isUuid(name) ? name : undefined;
}

/** A reference in lower case, without the kind that may precede it, as in `ticket:BERG-9`. */
export function plainName(text: string): string {
  return text.toLowerCase().replace(/^[a-z]+:(?!\/\/)/, '');
}
