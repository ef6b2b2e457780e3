import type { KnownReference } from '../../client/state/references.js';
import { toPlainLetters } from '../../contract/text/plain-letters.js';
import type { NamedReference } from '../../triage/model/mode.js';
import type { EffectOf } from '../../triage/model/step.js';
import { leastOfTitle } from '../../triage/model/texts/completing.js';
import type { SessionParts } from './shared.js';

/** How many references are looked for. */
const most = 20;

/** Finds tickets and tasks that this computer knows by the beginning of their reference, or by a part of their title. */
export function findReferences({ client, dispatch }: SessionParts, word: string): void {
  const [typed, wanted] = [word.toLowerCase(), toPlainLetters(word)];
  const found = (kind: 'ticket' | 'task', isFound: (each: KnownReference) => boolean): readonly NamedReference[] => {
    const references: NamedReference[] = [];
    for (const each of client.index.all(`${kind}s`)) {
      if (isFound(each)) references.push({ kind, uuid: each.uuid, ref: each.ref, title: each.title });
      if (references.length === most) break;
    }
    return references;
  };
  const isNamed = ({ ref }: KnownReference): boolean => ref.toLowerCase().startsWith(typed);
  const isTitled = ({ title }: KnownReference): boolean => toPlainLetters(title).includes(wanted);
  const ways = word.length < leastOfTitle ? [isNamed] : [isNamed, isTitled];
  const references = ways.flatMap((isFound) => [...found('ticket', isFound), ...found('task', isFound)]);
  dispatch({ is: 'refs', word, references });
}

/** Renders a text as its readers will see it. */
export async function renderPreview(
  { context, client, ending, state, dispatch }: SessionParts,
  { text, width }: EffectOf<'preview'>,
  color: boolean,
): Promise<void> {
  const { renderMarkdown } = await import('../../output/prose/render-markdown.js');
  const lines = await renderMarkdown(text, width, {
    ...{ words: state().isSpoken === true, color, base: client.base.href, signal: ending.signal },
    processorTime: context.settings.processes.processorTime,
  });
  dispatch({ is: 'preview', text, lines });
}
