import { isFraction } from '../../args/duration.js';
import { usageError } from '../../contract/errors.js';
import { quoteTyped } from '../../contract/mask-url.js';
import { isReference, isUuid } from '../../contract/row.js';
import type { Outline } from './outline.js';
import type { Invocation } from './program.js';

/**
 * Throws a usage error for a reference after what it takes (`time 1h SCM-12`), a text without one (`reply thanks!`) or in place of
 * more (`tasks comment SCM-12 hello`), and a fraction without its unit, before a text becomes a draft.
 */
export async function refuseMisplaced(seen: Outline, { command, verb, args, flags }: Invocation): Promise<void> {
  const line = async (name: string, ...words: readonly string[]): Promise<string> =>
    (await (await import('./retype.js')).retype(seen, name, () => words)) ?? `tracker help ${name}`;
  const refuse = (word: string, why: string, hint: string): never => {
    throw usageError(`${quoteTyped(word, 80)} ${why}`, hint);
  };
  const [about, more] = verb.arguments ?? [];
  const [first = '', second = ''] = args;
  if (command === 'inbox read' && first.trim().toLowerCase() === 'all')
    refuse(first, 'is no notification', `for all: ${await line(command, '--all')}`);
  if (!about?.value.of?.every((kind) => kind === 'tasks' || kind === 'tickets')) return;
  const [ref = '', ...others] = args.filter(isName);
  const texts = args.filter((arg) => !isName(arg));
  const isAlone = !['body', 'bodyFile', 'editor', 'quote', 'template', 'fromDraft'].some((key) => flags[key]);
  if (command === 'tasks comment' && isAlone && texts[0] !== undefined && ref !== '') {
    const short = others.length > 0 ? '' : ` or ${await line('comment', ref, texts.join(' '))}`;
    refuse(texts[0], 'is not a task reference', `for text, use --body${short}`);
  }
  if (about.isRepeatable || isName(first)) {
    if (more?.value.kind === 'duration' && isFraction(second))
      refuse(second, 'could be hours or minutes', await line(command, first, `${second.trim().replace(',', '.')}h`));
    return;
  }
  const isText = more?.value.kind === 'text' && args.length === 1 && /\S\s+\S|^\p{L}[\p{L}.,;!?'’-]*$/u.test(first);
  const isSwapped = ref !== '' && others.length === 0 && !/^(?:-$|http)/i.test(ref);
  const right = isSwapped ? [ref, ...texts] : isText && isAlone ? ['REF', first] : undefined;
  const own = command === 'note' && !isSwapped ? `; a note of your own: ${await line('notes create', first)}` : '';
  if (right) refuse(first, 'is not a reference', `the reference comes first: ${await line(command, ...right)}${own}`);
}

/** Whether a word can name a task or ticket. */
function isName(word: string): boolean {
  return /^(?:@|@branch|-|https?:.*|(?:task|ticket):.*)$/is.test(word) || isReference(word) || isUuid(word);
}
