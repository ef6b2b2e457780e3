import type { Client } from '../client/client.js';
import { TrackerError } from '../errors.js';
import { type ListedKind, type ListName, type Lists, toNames } from './entity-lists.js';
import { listRules } from './names.js';

/** How what a server stored differs from what it was asked for, in names as messages show them. */
export interface Difference {
  readonly missing: readonly string[];
  /** What else is in lists that were to hold nothing else. */
  readonly extra?: readonly string[];
  /** How to find out more. */
  readonly hint: string;
}

/** Lists that were asked for, and what is there. */
export interface ComparedLists {
  readonly kind: ListedKind;
  readonly ref: string;
  readonly asked: Lists;
  /** As names such as `tags:hot`. */
  readonly stored: readonly string[];
  /** The lists that were to hold nothing else. */
  readonly whole: readonly ListName[];
}

/** Compares lists with what the server stored. A tag that it spells differently or has cut counts as stored (docs/requirements.md, R81). */
export function compareLists(client: Client, { kind, ref, asked, stored, whole }: ComparedLists): Difference {
  const { isSame, isCut, show } = listRules(client);
  const names = toNames(asked);
  const isTaken = (item: string): boolean => names.some((name) => isSame(item, name));
  const isKept = (name: string): boolean =>
    stored.some((item) => isSame(item, name) || (isCut(item, name) && !isTaken(item)));
  const isAsked = (item: string): boolean => isTaken(item) || names.some((name) => isCut(item, name));
  const missing = names.filter((name) => !isKept(name));
  const isPerson = missing.some((name) => name.startsWith('assigneeIds:'));
  return {
    missing: missing.map(show),
    extra: stored.filter((item) => whole.some((list) => item.startsWith(`${list}:`)) && !isAsked(item)).map(show),
    hint: isPerson
      ? `who can be assigned: tracker ${kind}s view ${ref} --jq '.assignableUsers[].name'`
      : 'look at what is there: a list may be full, or a value not allowed in it',
  };
}

/**
 * Throws `partial` (exit 8) where something differs, naming it: what was written has arrived and must not be sent again.
 * `what` says what was done, such as `SCM-12 was created`.
 */
export function requireComplete(what: string, ...differences: readonly Difference[]): void {
  const found = differences.filter(({ missing, extra = [] }) => missing.length + extra.length > 0);
  if (found.length === 0) return;
  const missing = found.flatMap((each) => each.missing).join(', ');
  const extra = found.flatMap((each) => each.extra ?? []).join(', ');
  const said = [missing && `did not keep ${missing}`, extra && `did not remove ${extra}`].filter(Boolean);
  throw new TrackerError('partial', `${what}, but the server ${said.join(', and ')}`, {
    hint: found.map(({ hint }) => hint).join('; '),
  });
}
