import { choice, type Flag } from '../../args/flag.js';
import { oneOf } from '../../args/value.js';

const segments = ['mine', 'watched', 'all'] as const;

/** Which tickets a list contains; `otherwise` says which without the flag. */
export function segmentFlag(otherwise: string): Flag<(typeof segments)[number] | undefined> {
  const help = `which tickets: mine (you are the customer, author or assignee), watched (you pinned them) or all that you can see (default: ${otherwise})`;
  return choice('--segment', help, oneOf('segment', segments));
}
