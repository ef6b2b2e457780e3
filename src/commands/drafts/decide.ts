import type { Context } from '../../args/context.js';
import type { VerbBody } from '../../args/verb.js';
import { initialValues } from '../../args/verb.js';
import { accountOf, type Draft, holding, isDraft, ledgerOf, sayKept, wordsOf } from '../../compose/saved/drafts.js';
import { notAllowed } from '../../contract/allowed.js';
import { Declined, phrase, type Sentence, TrackerError } from '../../contract/errors.js';
import { withHidden } from '../../contract/text/unsafe-characters.js';
import { argumentsOf, commandOf, type Entry, targetOf } from '../../ledger/entry.js';
import { changeProposal, needsPerson, rejectProposal } from '../../ledger/proposals.js';
import { groupOf } from '../../ledger/written.js';
import type { VerbResult } from '../../output/shown.js';
import { relativeTime } from '../../output/time.js';
import { sendEntry } from '../sending/send-entry.js';

/**
 * Asks a person what to do with what an agent has proposed, and does it; no flag answers (docs/requirements.md, R98). Throws
 * `read_only` where access is not full, and `conflict` where nobody can be asked.
 */
export async function decide(context: Context, draft: Draft): Promise<VerbResult | undefined> {
  const access = context.settings.access;
  if (access.level !== 'full') throw notAllowed(access, `draft ${draft.number} was not sent`);
  if (context.settings.dryRun) return await sendEntry(accepting(context, draft.number), draft);
  if (!context.prompt.possible) throw needsPerson(draft);
  const all = partsOf(context, draft);
  for (const each of all) await showProposal(context, each);
  const verb = (await context.commands.load(commandOf(draft))) as VerbBody | undefined;
  const isText = all.length === 1 && draft.verbWords === undefined && 'editor' in (verb?.flags ?? {});
  const what = await context.prompt.choose<'send' | 'edit' | 'refuse' | 'leave'>({
    message: `${draft.author} proposed this. What do you want to do?`,
    choices: [
      { name: 'Leave it', value: 'leave' },
      { name: 'Send it', value: 'send' },
      ...(isText ? [{ name: 'Edit it, then send it', value: 'edit' as const }] : []),
      { name: 'Reject it', value: 'refuse' },
    ],
    initial: 'leave',
    instead: 'run this at a terminal',
  });
  if (what === 'refuse') return await refuse(context, all);
  if (what === 'leave') {
    await sayKept(context, draft);
    throw new Declined();
  }
  if (all.length > 1) return await sendTogether(context, all);
  const mine = await takeOver(context, draft.number);
  const within = accepting(context, draft.number);
  if (what !== 'edit' || !verb) return await sendEntry(asShown(within, mine), mine);
  const values = { ...initialValues(verb), fromDraft: String(mine.number), editor: true };
  return await verb.run(within, argumentsOf(mine), values);
}

/**
 * Sends what was accepted together. From the answer on all of it waits, so that a kill leaves all of it decided; what was not sent
 * because of a failure is proposed again.
 */
async function sendTogether(given: Context, all: readonly Draft[]): Promise<VerbResult | undefined> {
  const account = await accountOf(await given.client());
  const numbers = all.map(({ number }) => number);
  return await holding(given, numbers, async (context) => {
    const { ledger } = ledgerOf(context);
    let result: VerbResult | undefined;
    try {
      const accept = ({ number }: Draft) => ledger.step(number, 'queue', { ...account, turn: ledger.moment() });
      for (const mine of all.map(accept).filter(isDraft)) {
        if (result?.failure !== undefined) break;
        if (result) await sayResult(context, result);
        result = await sendEntry(asShown(accepting(context, mine.number), mine), mine);
      }
      return result;
    } finally {
      const proposeAgain = (entry: Entry): boolean =>
        ledger.replaceIfPossible({ ...entry, state: 'proposed', turn: undefined, after: undefined });
      const left = all.flatMap(({ number }) => ledger.find(number) ?? []).filter(({ state }) => state === 'waiting');
      const names = left.filter(proposeAgain).map(({ number }) => `draft ${number}`);
      if (names.length > 0) await given.show.say(`Not sent, and still proposed: ${names.join(', ')}.`);
    }
  });
}

/** Only what the last part gives back is shown as the result. */
async function sayResult({ show }: Context, result: VerbResult): Promise<void> {
  if (result.is === 'result' || result.is === 'created') await show.say(result.sentence);
  else if (result.is === 'outcomes')
    for (const outcome of result.outcomes) if (outcome?.sentence) await show.say(outcome.sentence);
}

/** What was proposed together, in its order. */
export function partsOf(context: Context, draft: Draft): readonly Draft[] {
  return groupOf(draft, ledgerOf(context).ledger.entries())
    .filter(isDraft)
    .filter(({ state }) => state === 'proposed')
    .sort((one, other) => one.number - other.number);
}

async function showProposal(context: Context, draft: Draft): Promise<void> {
  const { show, now } = context;
  await show.say(
    phrase`${await wordsOf(context, draft)} (${draft.author ?? 'agent'}, ${relativeTime(draft.at, now())})`,
  );
  for (const about of await titlesIn(context, draft)) await show.say(`  ${withHidden(about)}`);
  const { body, bodyFile, ...others } = draft.flags;
  for (const [flag, value] of Object.entries(others))
    await show.say(`  ${flag}: ${withHidden([value].flat().map(String).join(', '))}`);
  const text = typeof body === 'string' ? body : typeof bodyFile === 'string' ? `the text in ${bodyFile}` : '';
  for (const line of text === '' ? [] : withHidden(text).split('\n')) await show.say(`  | ${line}`);
  const readers = await readersOf(context, draft).catch(() => undefined);
  if (readers !== undefined) await show.say(phrase`  ${readers}`);
}

/** Who will be able to read it, as far as its command says that. Throws what reading it throws. */
async function readersOf(context: Context, draft: Draft): Promise<Sentence | undefined> {
  const verb = (await context.commands.load(commandOf(draft))) as VerbBody | undefined;
  const [uuid] = argumentsOf(draft).flatMap((word) => targetOf(draft, word) ?? []);
  // It is only read; what comes before it is asked about when it is sent.
  return uuid === undefined ? undefined : await verb?.readers?.({ ...context, onNamed: undefined }, uuid);
}

/** Such as `CASA-9: Transcripts of the audio guide`, as far as this computer knows what something is for. */
async function titlesIn(context: Context, draft: Draft): Promise<readonly string[]> {
  const client = await context.client().catch(() => undefined);
  const known = (['tasks', 'tickets', 'projects', 'threads'] as const).flatMap((kind) => client?.index.all(kind) ?? []);
  const uuids = argumentsOf(draft).map((word) => targetOf(draft, word));
  return known
    .filter(({ uuid }) => uuids.includes(uuid))
    .map(({ ref, title }) => (ref === title ? title : `${ref}: ${title}`));
}

function accepting(context: Context, number: number): Context {
  return { ...context, sending: { lockOf: () => undefined, ...context.sending, accepted: number } };
}

/** What was shown is sent without another question; those about what others have written since are still asked, but of nothing new. */
function asShown(context: Context, draft: Draft): Context {
  const isNew = commandOf(draft).endsWith(' create');
  return {
    ...context,
    settings: { ...context.settings, yes: true },
    prompt: { ...context.prompt, possible: context.prompt.possible && !isNew },
  };
}

/** Whoever accepts it sends it as themselves. */
async function takeOver(context: Context, number: number): Promise<Draft> {
  const account = await accountOf(await context.client());
  const mine = await changeProposal(ledgerOf(context), number, account);
  if (isDraft(mine)) return mine;
  throw new TrackerError('conflict', `somebody has already decided on draft ${number}`);
}

async function refuse(context: Context, all: readonly Draft[]): Promise<VerbResult> {
  const reason = (
    await context.prompt.line({ message: 'Reason (Enter for none)', instead: 'run this at a terminal' })
  ).trim();
  await reject(context, all, reason);
  const draft = all[0]?.number;
  return {
    is: 'result',
    sentence: `Rejected draft ${draft}.`,
    object: { state: 'rejected', draft },
    quiet: String(draft),
  };
}

/** Rejects what an agent has proposed; the agent can see that, and why. */
export async function reject(context: Context, all: readonly Draft[], reason = ''): Promise<void> {
  for (const { number } of all) await rejectProposal(ledgerOf(context), number, reason);
}
