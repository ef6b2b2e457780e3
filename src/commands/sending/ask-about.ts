import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { type Draft, isDraft, targetNames } from '../../compose/saved/drafts.js';
import { phrase } from '../../contract/errors.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { type Entry, referencesOf, stateWords } from '../../ledger/entry.js';
import { HeldBack, holdingWords } from '../../ledger/send.js';
import { capitalized } from '../../output/text/sentence.js';

/** Mentions an unsent draft. */
export async function mention(context: Context, draft: Draft): Promise<void> {
  const names = await targetNames(context, [draft]);
  const targets = referencesOf(draft).map((target) => names.get(target) ?? target);
  const what = `earlier draft for ${cleanLine(targets.join(', '))} ${stateWords(draft)}`;
  const command = `tracker ${selection(context)}drafts view ${draft.number}`;
  const { io, show } = context;
  if (io.stderr.isTerminal) await show.say(`An ${what}: ${command}`);
  else await show.warn(`an ${what}`, `to see it: ${command}`);
}

/** Asks at a terminal whether to go ahead of an entry that comes first. Throws HeldBack for a no, and where nobody is asked. */
export async function askAbout(context: Context, holder: Entry): Promise<void> {
  const { settings, prompt, signal } = context;
  if (settings.yes) return;
  const { number } = holder;
  const drafts = `tracker ${selection(context)}drafts`;
  const look = `check whether it has arrived; if so: ${drafts} delete ${number}; if not`;
  const send = `${holder.state === 'doubtful' ? look : 'to send it'}: ${drafts} send ${number}`;
  const first = isDraft(holder) ? `to see it: ${drafts} view ${number}; ${send}` : 'wait for it to finish';
  const hint = `${first}; to go ahead of it, add --yes`;
  if (settings.queue || !prompt.possible) throw new HeldBack(holder, { queue: settings.queue, hint });
  const message = phrase`${capitalized(holdingWords(holder))}. Go ahead of it?`;
  if (!(await prompt.confirm({ message, instead: 'add --yes', signal }))) throw new HeldBack(holder, { hint });
}
