import { textsOf } from '../../contract/row.js';
import { shownWord } from '../../contract/server-word.js';
import type { Kind } from '../../triage/model/state.js';
import { asksForOthers } from '../work/work-list.js';

type Given = Readonly<Record<string, unknown>>;

/** What the flags that narrow a list add to its title. */
const narrowing: Readonly<Record<string, (value: unknown) => string>> = {
  status: either(shownWord),
  priority: either((names) => `${names} priority`),
  category: either((names) => `category ${shownWord(names)}`),
  org: either((names) => `from ${names}`),
  customer: either((names) => `customer ${names}`),
  assignee: either((names) => (names === 'none' ? 'unassigned' : `assigned to ${names.replaceAll('@me', 'me')}`)),
  unassigned: () => 'unassigned',
  tag: either((names) => `tagged ${names}`),
  stale: (age) => `stale for ${ageWords(Number(age))}`,
  since: (when) => (isAge(when) ? `changed in the last ${when}` : `changed since ${String(when)}`),
  search: (text) => `matching ${String(text)}`,
};

/** What a list is called by the flags that choose it, such as `my tickets waiting on us, high or urgent priority`. */
export function listTitle(kind: Kind, given: Given): string {
  const { since } = given;
  if (kind === 'notification')
    return since === undefined ? 'inbox' : isAge(since) ? `inbox of the last ${since}` : `inbox since ${String(since)}`;
  const narrowed = Object.entries(narrowing).flatMap(([flag, words]) => (flag in given ? [words(given[flag])] : []));
  const base = [baseTitle(kind, given), ...(given.waiting === true ? ['waiting on us'] : [])].join(' ').trim();
  return [base, ...narrowed].filter((part) => part !== '').join(', ');
}

/** Whose work it is, and in which state: `my finished tickets`. Empty for unfinished tickets of anyone. */
function baseTitle(kind: Kind, given: Given): string {
  const { segment, state = '' } = given;
  const whose = kind === 'task' ? (isOfOthers(given) ? '' : 'my') : { mine: 'my', watched: 'watched' }[String(segment)];
  if (kind === 'ticket' && !whose && state === '') return '';
  const words = state === 'all' ? ['all', whose] : [whose, state];
  return [...words.filter(Boolean), kind === 'task' ? 'tasks' : 'tickets'].join(' ');
}

/** Whether a list of tasks is not only of those of the user. */
function isOfOthers({ assignee, unassigned, search }: Given): boolean {
  return search !== undefined || asksForOthers({ assignee: textsOf(assignee), unassigned: unassigned === true });
}

/** The words for a flag of names, some of which may be excluded: `assigned to noa or zoë, not assigned to sean`. */
function either(words: (names: string) => string): (given: unknown) => string {
  return (given) => {
    const names = textsOf(given);
    const wanted = names.filter((name) => !name.startsWith('!'));
    const unwanted = names.filter((name) => name.startsWith('!')).map((name) => name.slice(1));
    return [
      ...(wanted.length > 0 ? [words(wanted.join(' or '))] : []),
      ...(unwanted.length > 0 ? [`not ${words(unwanted.join(' or '))}`] : []),
    ].join(', ');
  };
}

/** Whether it is an age such as `3d`, not a day. */
function isAge(when: unknown): when is string {
  return typeof when === 'string' && /^\d+(?:\.\d+)?[mhdw]/i.test(when.trim());
}

const units = [
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const;

/** A duration in the largest unit that it is a multiple of. */
function ageWords(milliseconds: number): string {
  const [unit, size] = units.find(([, each]) => milliseconds % each === 0) ?? ['m', 60_000];
  return `${Number((milliseconds / size).toFixed(1))}${unit}`;
}
