import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';

/** With how many texts something was compared, and how to have more. */
export function comparedWords(context: Pick<Context, 'settings'>, count: number): string {
  const many = count === 1 ? 'one text that was' : `${count} texts that were`;
  return `${many} read here; to read more: tracker ${selection(context)}sync --tickets all`;
}
