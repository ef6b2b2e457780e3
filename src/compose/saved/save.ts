import type { Context } from '../../args/context.js';
import type { Change } from '../../contract/change.js';
import { orElse, phrase } from '../../contract/errors.js';
import { textsOf } from '../../contract/row.js';
import { argumentsOf, type Entry } from '../../ledger/entry.js';
import { Queued, waits, whyUnsent } from '../../ledger/send.js';
import type { NewEntry } from '../../ledger/store.js';
import { changeOf, draftOf, type Text } from '../writing.js';
import { accountOf, type Draft, findDraft, ledgerOf } from './drafts.js';

/** What is said of a text that was not sent, which seldom happens. */
export const reporting = () => import('./report-unsent.js');

/**
 * Saves a text as a draft, replacing the one it came from, whose other targets stay in it. If it cannot be saved, warns and returns
 * undefined; the text is sent all the same (docs/requirements.md, R70). A queued command is kept already.
 */
export async function saveDraft(
  context: Context,
  text: Text,
  begun: Partial<Pick<Entry, 'state' | 'once'>> = {},
): Promise<Draft | undefined> {
  if (context.sending?.entry) return undefined;
  const change = changeOf(text);
  return await orWarn(context, async () => {
    const { ledger } = ledgerOf(context);
    const account = await accountOf(text.client);
    // Another process may have removed it in the meantime.
    const before = findDraft(ledger, draftOf(text));
    if (!before) return begin(context, { ...account, state: 'unsent', ...change, ...begun });
    const words = [...change.words, ...otherTargets(before, change)];
    const targets = { ...change.targets, ...before.targets };
    const once = begun.once ?? before.once;
    const draft = { ...before, ...(before.owner === '' && account), ...change, url: account.url, words, targets, once };
    ledger.replace(draft);
    return draft;
  });
}

/** Keeps a change as an entry. Warns and gives undefined if that is not possible. */
export async function keepChange(
  context: Context,
  change: Pick<Draft, 'state' | 'words' | 'flags'> & Partial<Entry>,
): Promise<Draft | undefined> {
  const account = await accountOf(await context.client());
  return await orWarn(context, async () => begin(context, { ...account, ...change }));
}

function begin(context: Context, entry: NewEntry & Pick<Draft, 'flags'>): Draft {
  return { ...ledgerOf(context).ledger.begin(entry), flags: entry.flags };
}

async function orWarn<T>({ show }: Context, work: () => Promise<T>): Promise<T | undefined> {
  return await orElse(work(), async ({ message }) => {
    await show.warn(phrase`could not save a draft: ${message}`, undefined, 'not_kept');
    return undefined;
  });
}

/**
 * Saves a text that was not sent, and says how to send it (docs/requirements.md, R70). Throws Queued if it is to wait for the server, as
 * was asked for.
 */
export async function saveUnsent(context: Context, text: Text, error?: unknown): Promise<void> {
  const draft = await saveDraft(context, text);
  const isPiped = textsOf(text.values.attach).includes('-');
  if (draft && waits(context.settings.queue, error) && !isPiped) throw new Queued(draft, error);
  const why = whyUnsent(error);
  if (draft && why !== undefined) ledgerOf(context).ledger.replaceIfPossible({ ...draft, why });
  await (await reporting()).reportUnsent(context, { draft, text, error });
}

/** Targets of a draft that it is not being sent to now; they stay in it (docs/requirements.md, R70). */
export function otherTargets(draft: Draft, change: Change): readonly string[] {
  const [args, words] = [argumentsOf(change), argumentsOf(draft)];
  const given = new Set(args.map((arg) => arg.toLowerCase()));
  // With as many arguments as before, a wrong reference was corrected.
  if (args.length >= words.length) return [];
  return words.filter((word) => !given.has(word.toLowerCase()));
}
