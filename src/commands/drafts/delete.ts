import type { Context } from '../../args/context.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { type Draft, findDraft, isFor, ledgerOf, subjectOf, wordsOf } from '../../compose/saved/drafts.js';
import type { Access } from '../../contract/access.js';
import { notAllowed } from '../../contract/allowed.js';
import { TrackerError } from '../../contract/errors.js';
import { withClaim } from '../../ledger/claim.js';
import { authorIn, type Entry } from '../../ledger/entry.js';
import { settle } from '../../ledger/written.js';
import type { Outcome } from '../../output/shown.js';
import { outcomeView } from '../../output/write/outcomes.js';
import { readReferences } from '../../references/read.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';
import { failureOf } from '../bulk/exit-code.js';
import { expectRows } from '../bulk/for-each-reference.js';
import { partsOf, reject } from './decide.js';
import {
  instanceOf,
  isElsewhere,
  isOfAccount,
  type KnownAccounts,
  knownInstances,
  pickDraft,
  readOwn,
} from './draft-row.js';

export const verb = defineVerb({
  details: [
    'Deletes drafts from this computer, with the files that belong to them. This cannot be undone.',
    "Deleting an agent's proposal rejects it, which the agent can see.",
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [
    {
      value: kind('draft', 'number'),
      isRepeatable: true,
      isAsked: true,
      help: 'drafts: their numbers in tracker drafts list, or - for standard input',
    },
  ],
  examples: [
    { line: 'tracker drafts delete 17', does: 'delete a draft after confirmation' },
    { line: 'tracker drafts list -q | tracker drafts delete - --yes', does: 'delete all drafts' },
  ],
  run: async (context, args) => {
    await expectRows(context);
    const named = args.length > 0 ? await readReferences(context, args) : [{ text: await pickDraft(context) }];
    const ids = named.map(({ text }) => text);
    await confirm(context, ids);
    const outcomes: Outcome[] = [];
    for (const id of ids) outcomes.push(await deleteDraft(context, id));
    return { is: 'outcomes', names: ids, outcomes, failure: failureOf(context, named, outcomes) };
  },
});

/** Asks about all drafts in one question. If none of them exists, there is nothing to ask. */
async function confirm(context: Context, ids: readonly string[]): Promise<void> {
  const { ledger } = ledgerOf(context);
  const known = await knownInstances(context);
  const found: string[] = [];
  for (const id of ids) {
    const draft = findDraft(ledger, Number(id));
    if (draft && isOfAccount(draft, known)) found.push(await describe(context, draft, known));
    if (!draft && ledger.isDamaged(Number(id))) found.push(`draft ${id} (damaged: ${ledger.path(Number(id))})`);
  }
  const [first] = found;
  if (first === undefined) return;
  const what = found.length === 1 ? first : `these ${found.length} drafts`;
  if (found.length > 1 && context.prompt.possible && !context.settings.yes)
    for (const draft of found) await context.show.say(`  ${draft}`);
  await confirmOrThrow(context, `Delete ${what}?`, 'nothing was deleted');
}

async function describe(context: Context, draft: Draft, known: KnownAccounts): Promise<string> {
  const subject = subjectOf(draft, known.ledger);
  const whose = isElsewhere(draft, known) ? ` for ${instanceOf(draft, known)}` : '';
  return `draft ${draft.number} (${await wordsOf(context, draft)}${subject === '' ? '' : `: "${subject}"`})${whose}`;
}

/** Whether a draft is rejected, which its author can see, and not just deleted: it is if an agent has proposed it. */
function isForPerson({ state, author }: Entry, access: Access): boolean {
  return state === 'proposed' && access.level === 'full' && author !== access.agent;
}

/** Throws `read_only` where an agent that may not do everything would delete what others have written. */
function requireAuthor(context: Context, number: number, entry: Entry | undefined): void {
  if (!entry || isFor(context, entry)) return;
  const { access } = context.settings;
  const author = authorIn(context.settings);
  const why = entry.author === author ? 'a person has accepted it' : `it was not written by ${author}`;
  throw notAllowed(access, `draft ${number} was not deleted: ${why}`);
}

/** Deletes a draft of the account in use unless another process is sending it; nobody knows whose a damaged one is. */
async function deleteDraft(context: Context, id: string): Promise<Outcome> {
  const parts = ledgerOf(context);
  const { ledger } = parts;
  try {
    const isDamaged = ledger.isDamaged(Number(id));
    const draft = isDamaged ? undefined : await readOwn(context, id);
    const { number } = draft ?? { number: Number(id) };
    if (draft && isForPerson(draft, context.settings.access)) {
      await reject(context, partsOf(context, draft));
      return { ref: id, uuid: id, sentence: `Rejected draft ${number}.` };
    }
    await withClaim(parts, { number, undone: 'it was not deleted' }, async () => {
      if (isDamaged) return ledger.forget(number);
      const entry = ledger.find(number);
      requireAuthor(context, number, entry);
      if (entry?.state === 'waiting') ledger.step(number, 'leave');
      if (entry) settle(ledger, entry);
    });
    return { ref: id, uuid: id, sentence: `Deleted draft ${number}.` };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return { ref: id, uuid: undefined, error };
  }
}
