import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { defineVerb } from '../../args/verb.js';
import { allDrafts, type Draft, isFor, ledgerOf, targetNames } from '../../compose/saved/drafts.js';
import { type Entry, isFinished } from '../../ledger/entry.js';
import { decidedState } from '../../ledger/proposals.js';
import { decidedList, draftList, draftListNaming } from '../../views/drafts.js';
import { listRows } from '../showing/arrange.js';
import { draftRow, isOfAccount, knownInstances, nameDamaged } from './draft-row.js';

/** How many old ones are named, and after how long they are old (milliseconds). */
const [many, oldMs] = [20, 30 * 24 * 60 * 60_000];

export const verb = defineVerb({
  details: [
    'Lists texts that have not been sent and commands that are waiting (--queue), newest first: those of the account in use, or with',
    '--all those of every account, but not the texts of the others. Two accounts on one server are two instances: only the account that wrote',
    'a draft can send it. "May have arrived" means that the server did not answer, or that tracker was stopped while sending. Check',
    'before you send such a draft again.',
    '',
    '--decided lists the proposals of the last 30 days that a person has sent or rejected, with the reason.',
  ].join('\n'),
  prints: { list: draftList, instead: { '--decided': decidedList }, isLocal: true },
  flags: {
    all: toggle('--all', 'list the drafts of all accounts on this computer'),
    decided: toggle('--decided', 'list instead the proposals that were sent or rejected'),
  },
  examples: [
    { line: 'tracker drafts', does: 'list what has not been sent' },
    { line: 'tracker drafts list --json=ref,command,targets,subject', does: 'use it in a script' },
  ],
  run: async (context, _args, { all, decided, ...order }) => {
    const known = await knownInstances(context);
    const isShown = (draft: Draft): boolean => all || isOfAccount(draft, known);
    if (decided) {
      const rows = decidedIn(context)
        .filter(isShown)
        .map((draft) => draftRow(draft, known, []));
      return listRows(context, decidedList, rows, { ...order, emptyHint: 'in the last 30 days' });
    }
    const drafts = await allDrafts(context);
    await nameDamaged(context);
    const chosen = drafts.filter(isShown);
    const rows = chosen.map((draft) => draftRow(draft, known, drafts));
    const view = draftListNaming(await targetNames(context, chosen));
    const others = drafts.filter((draft) => !isOfAccount(draft, known)).length;
    const emptyHint =
      others === 0
        ? 'to send'
        : `to send from this account (${others} from others: tracker ${selection(context)}drafts --all)`;
    const since = context.now().getTime() - oldMs;
    const old = chosen.filter(({ at, state }) => state === 'unsent' && Date.parse(at) < since);
    if (old.length >= many)
      await context.show.warn(
        `${old.length} of these were written more than 30 days ago`,
        `to delete those that nobody needs any longer: tracker ${selection(context)}drafts delete NUMBER…`,
      );
    return listRows(context, view, rows, { ...order, emptyHint });
  },
});

/**
 * What agents have proposed and a person has decided on, the newest first; for an agent without full access, what it has proposed
 * itself.
 */
function decidedIn(context: Context): readonly Draft[] {
  const entries = ledgerOf(context).ledger.entries();
  const isDecided = (entry: Entry): boolean =>
    entry.isProposal === true && isFinished(entry) && entry.state !== 'deleted' && isFor(context, entry);
  return entries
    .filter(isDecided)
    .map((entry) => ({ ...entry, state: decidedState(entry, [entry]), flags: entry.flags ?? {} }));
}
