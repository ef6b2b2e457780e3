import type { Side } from '../../contract/messages.js';
import { textOf } from '../../contract/row.js';
import type { Setting, TimelineEntry } from '../view.js';

/** Where the author of an entry belongs, as far as that is known. Only the team writes internal notes. */
export function sideIn({ kind, side, source = {} }: TimelineEntry, { sideOf }: Setting): Side | 'unknown' | undefined {
  if (kind === 'note') return 'team';
  const author = textOf(source.authorId) ?? textOf(source.user);
  return side ?? (author === undefined ? undefined : sideOf?.(author));
}
