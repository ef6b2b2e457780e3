import { shownWord } from './server-word.js';

/** What is changed once a text has arrived, by the flags of `tickets edit`. */
export interface FollowUp {
  readonly status?: string | undefined;
  readonly priority?: string | undefined;
  readonly category?: string | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly assignee?: readonly string[] | undefined;
}

export const followingNames = ['status', 'priority', 'category', 'tag', 'assignee'] as const;

/** What of the values of flags is changed once a text has arrived. */
export function followingIn(values: FollowUp): FollowUp {
  const given = followingNames.filter((name) => values[name] !== undefined && values[name].length > 0);
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

/** The same in words: `status closed`, `tags billing, refund`. */
export function followingWords({ status, priority, category, tag = [], assignee = [] }: FollowUp): readonly string[] {
  const fields = Object.entries({ status, priority, category }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} ${shownWord(value)}`,
  );
  const tags = tag.length === 0 ? [] : [`${tag.length === 1 ? 'tag' : 'tags'} ${tag.join(', ')}`];
  return [...fields, ...tags, ...(assignee.length === 0 ? [] : [`assigned to ${assignee.join(', ')}`])];
}
