import { textsOf } from '../../contract/row.js';
import { shownWord } from '../../contract/server-word.js';

/** What the flags that narrow a list say of it in words, such as `high or urgent priority`. */
export const filterWords: Readonly<Record<string, (value: unknown) => string>> = {
  status: either(shownWord),
  priority: either((names) => `${names} priority`),
  type: either((names) => `type ${shownWord(names)}`),
  category: either((names) => `category ${shownWord(names)}`),
  project: either((names) => `project ${names}`),
  org: either((names) => `from ${names}`),
  customer: either((names) => `customer ${names}`),
  assignee: either((names) =>
    names === 'none' ? 'unassigned' : `assigned to ${names.replace(/@me\b/g, 'me').replace(/\bnone\b/, 'nobody')}`,
  ),
  unassigned: () => 'unassigned',
  tag: either((names) => `tagged ${names}`),
  due: (given) => dueWords(String(given).trim()),
  overdue: () => 'overdue',
  stale: (age) => `stale for ${typeof age === 'number' ? ageWords(age) : String(age)}`,
  since: (when) => (isAge(when) ? `changed in the last ${when}` : `changed since ${String(when)}`),
  until: (when) => `until ${String(when)}`,
  search: (text) => `matching ${String(text)}`,
};

const comparisons: Readonly<Record<string, string>> = { '<': 'before ', '<=': 'by ', '>': 'after ', '>=': 'from ' };

function dueWords(given: string): string {
  if (/^overdue$/i.test(given)) return 'overdue';
  if (/^none$/i.test(given)) return 'no due day';
  const [, comparison = '', day = ''] = /^([<>]?=?)\s*(.*)$/s.exec(given) ?? [];
  return `due ${comparisons[comparison] ?? ''}${day.replace('..', ' to ')}`;
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
export function isAge(when: unknown): when is string {
  return typeof when === 'string' && /^\d+(?:\.\d+)?[mhdw]/i.test(when.trim());
}

const units = [
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
] as const;

/** A duration in the largest unit that it is a multiple of. */
export function ageWords(milliseconds: number): string {
  const [unit, size] = units.find(([, each]) => milliseconds % each === 0) ?? ['m', 60_000];
  return `${Number((milliseconds / size).toFixed(1))}${unit}`;
}
