import { ref } from './value.js';
import type { Argument } from './verb.js';

const singular = { tasks: 'task', tickets: 'ticket' } as const;

type Work = keyof typeof singular;

const more = '@, @branch, or - for standard input';

/** The reference of one task or ticket. */
export function oneRef(...of: readonly Work[]): Argument {
  const what = of.map((each) => singular[each]).join(' or ');
  return { value: ref(...of), help: `a ${what}: its reference, uuid or URL, ${more}` };
}

/** The references of tasks or tickets. */
export function manyRefs(...of: readonly Work[]): Argument {
  return { value: ref(...of), isRepeatable: true, help: `${of.join(' or ')}: references, uuids or URLs, ${more}` };
}
