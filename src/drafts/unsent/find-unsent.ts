import type { Context } from '../../context.js';
import { namedArgs } from '../saved/save.js';
import { type Draft, openDrafts } from '../saved/store.js';

/** A command that is about to write a text on these references of a server. */
export interface Writing {
  readonly command: string;
  readonly url: string;
  readonly refs: readonly string[];
}

/** The newest unsent draft of the same command for one of the same references. */
export async function findUnsent(context: Context, { command, url, refs }: Writing): Promise<Draft | undefined> {
  const drafts = openDrafts(context.settings.folders.state).all();
  const candidates = drafts.filter((each) => each.url === url && each.words.slice(0, 2).join(' ') === command);
  if (candidates.length === 0) return undefined;
  const { index } = await context.client();
  const kind = (['tasks', 'tickets', 'projects'] as const).find((noun) => command.startsWith(`${noun} `));
  // Each may be a reference in one and a uuid in the other.
  const namesOf = (texts: readonly string[]): readonly string[] =>
    texts.flatMap((text) => [plain(text), plain((kind && index.find(kind, text)?.uuid) ?? text)]);
  const known = new Set(namesOf([...refs, ...namedArgs(context, refs)]));
  const isFor = ({ words, targets = {} }: Draft): boolean =>
    namesOf([...words.slice(2), ...Object.values(targets).map(String)]).some((name) => known.has(name));
  return candidates.find(isFor);
}

/** A reference without the kind that may precede it, as in `ticket:BERG-9`. */
function plain(text: string): string {
  return text.toLowerCase().replace(/^[a-z]+:(?!\/\/)/, '');
}
