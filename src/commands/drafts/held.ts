import type { Context, Named } from '../../args/context.js';
import { accountOf, type Draft, isDraft, ledgerOf, targetNames } from '../../compose/saved/drafts.js';
import { selection } from '../../compose/unsent/report-unsent.js';
import { attempt } from '../../contract/errors.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { isFree, isHeld, settled } from '../../ledger/claim.js';
import { argumentsOf, type Entry, isSameSubject, placeOf, stateWords, subjectsOf } from '../../ledger/entry.js';
import { HeldBack, heldBy, holdingWords } from '../../ledger/send.js';
import { markUnsent, mayBeUnsent } from '../../ledger/waiting.js';

/**
 * Gives what a command does with each thing it names. One that writes asks about an entry of the ledger that comes first, or throws
 * HeldBack (docs/requirements.md, R93); what it has asked about once it does not ask about again. Of anything else that is unsent,
 * the newest is named.
 */
export function watchNamed(context: Context, writes: boolean): (found: Named, onlyReads?: boolean) => Promise<void> {
  const said = new Set<number>();
  let last: Promise<unknown> = Promise.resolve();
  const look = async ({ kind, uuid, ref }: Named, isWrite: boolean): Promise<void> => {
    const client = await context.client();
    const account = await accountOf(client);
    const parts = ledgerOf(context);
    const subject = { kind, name: ref.toLowerCase(), uuid };
    const { isOurs } = isWrite ? await client.recorder() : { isOurs: () => false };
    const all = attempt(() => parts.ledger.entries()) ?? [];
    const { state } = context.settings.folders;
    if (mayBeUnsent(state) && !all.some(isDraft)) {
      markUnsent(state, false);
      // Another process may have begun something in between.
      if (attempt(() => parts.ledger.entries().some(isDraft)) ?? true) markUnsent(state, true);
    }
    const own = all.filter(({ number }) => isOurs(number));
    const about = all
      .filter((each) => each.url === account.url && (each.owner === account.owner || each.owner === ''))
      .filter((each) => !own.includes(each) && subjectsOf(each).some((one) => isSameSubject(one, subject)));
    if (isWrite && !context.settings.yes && about.length > 0) {
      const entry = own.toSorted((one, other) => placeOf(one) - placeOf(other))[0];
      const holder = await heldBy(parts, { ...account, subjects: [subject], entry }, isOurs);
      if (holder && !said.has(holder.number)) await askAbout(context, holder);
      if (holder) return void said.add(holder.number);
    }
    for (const each of about.filter((draft) => isDraft(draft) && !said.has(draft.number))) {
      said.add(each.number);
      const draft = isHeld(each) ? await settled(parts, each) : each;
      if (isDraft(draft) && !isHeld(draft) && (await isFree(parts, draft.number))) return await mention(context, draft);
    }
  };
  return async (found, onlyReads = false) => {
    const isWrite = writes && !onlyReads && !context.settings.dryRun;
    if (!isWrite && !mayBeUnsent(context.settings.folders.state)) return;
    // Questions about several come one after another.
    const before = last;
    const looking = before.catch(() => undefined).then(async () => await look(found, isWrite));
    last = looking;
    await looking;
  };
}

async function mention(context: Context, draft: Draft): Promise<void> {
  const names = await targetNames(context, [draft]);
  const targets = argumentsOf(draft).map((target) => names.get(target) ?? target);
  const what = `earlier draft for ${cleanLine(targets.join(', '))} ${stateWords(draft)}`;
  const command = `tracker drafts view ${draft.number}`;
  const { io, show } = context;
  if (io.stderr.isTerminal) await show.say(`An ${what}: ${command}`);
  else await show.warn(`an ${what}`, `to see it: ${command}`);
}

/** Asks at a terminal whether to go ahead of an entry that comes first. Throws HeldBack for a no, and where nobody is asked. */
export async function askAbout(context: Context, holder: Entry): Promise<void> {
  const { settings, prompt, signal } = context;
  if (settings.yes) return;
  const { number } = holder;
  const hint = `to see it: tracker drafts view ${number}; to send it: tracker ${selection(context)}drafts send ${number}; to go ahead of it, add --yes`;
  if (settings.queue || !prompt.possible) throw new HeldBack(holder, { queue: settings.queue, hint });
  const words = holdingWords(holder);
  const message = `${words.charAt(0).toUpperCase()}${words.slice(1)}. Go ahead of it?`;
  if (!(await prompt.confirm({ message, instead: 'add --yes', signal }))) throw new HeldBack(holder, { hint });
}
