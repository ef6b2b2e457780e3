import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { TrackerError } from '../../contract/errors.js';
import { waits } from '../../ledger/send.js';
import type { Show } from '../../output/show.js';
import { telling } from '../../output/show-shown.js';
import type { Outcome, Outcomes, OutcomesData, VerbResult } from '../../output/shown.js';
import { withReference } from '../../output/text/sentence.js';
import { isApplied, outcomeView } from '../../output/write/outcomes.js';
import type { EntityName } from '../../references/find-entity.js';
import { type Reference, shown } from '../../references/read.js';
import { startProgress } from '../../terminal/progress.js';
import { type Done, failureOf } from './exit-code.js';

interface Bulk<F extends EntityName> {
  readonly find: (reference: Reference) => Promise<F>;
  /** The references, with `-` already replaced. */
  readonly refs: readonly Reference[];
  /** The label of the progress line, such as `editing`. */
  readonly doing: string;
  /** Does the work for one and says what was done. Throws `partial` if some of it was left out. */
  readonly work: (client: Client, found: F) => Promise<string | Done>;
  /**
   * Whether all of it is one change, whose command names no references: what was done is then said unless a format is chosen,
   * and failures that share a code have that code instead of 8.
   */
  readonly isOneChange?: boolean;
  /** Called with the remaining references whenever one is done, at least in part. */
  readonly onDone?: ((left: readonly Reference[]) => void) | undefined;
}

/** How many references are worked on at a time. */
const width = 4;

/** Refuses columns that the rows will not have, before any request or question. */
export async function expectRows(context: Context): Promise<void> {
  await context.show.expect(outcomeView);
}

/**
 * Does the same work for many references: four at a time, in the order given, with a result for each. Stops if the token is no
 * longer valid. Gives every outcome, with what failureOf gives; a dry run has none, and throws that.
 */
export async function forEachReference<F extends EntityName>(
  context: Context,
  bulk: Bulk<F>,
): Promise<VerbResult | undefined> {
  await expectRows(context);
  const client = await context.client();
  const lines = lineByLine(context, bulk.refs.map(shown));
  // What waited keeps only what is left, also where its command keeps no draft.
  const keepOnly = (left: readonly Reference[]): void => context.sending?.entry?.keepOnly(left.map(shown));
  const whole = { ...bulk, onDone: bulk.onDone ?? keepOnly };
  const outcomes = await runAll(context, client, { bulk: whole, onOutcome: lines.next });
  await keepLast(client, outcomes);
  const failure = failureOf(context, bulk.refs, outcomes, bulk.isOneChange);
  if (!context.settings.dryRun) {
    const rest = await telling(context.show, failure, () => lines.rest(outcomes));
    return { is: 'outcomes', isOneChange: bulk.isOneChange, ...rest, failure };
  }
  // The requests themselves are shown at the end of the command.
  for (const { ref, error } of bulk.refs.length > 1 ? outcomes.flatMap((each) => each ?? []) : [])
    if (error) await context.show.warn(withReference(ref, error), error.hint);
  if (failure !== undefined) throw failure;
  return undefined;
}

interface PrintParts {
  readonly show: Pick<Show, 'early' | 'choice'>;
  readonly settings: { readonly dryRun: boolean };
}

/** Prints outcomes as JSON lines, each as soon as it is its turn, if that is the format. */
export function lineByLine({ show, settings }: PrintParts, names: readonly string[]) {
  // A single one is given back whole, as it may be kept.
  const isByLine = show.choice.format === 'jsonl' && !settings.dryRun && names.length !== 1;
  let printed = 0;
  let printing = Promise.resolve();
  const from = (outcomes: Outcomes): OutcomesData => ({
    names: names.slice(printed),
    outcomes: outcomes.slice(printed),
  });
  return {
    next(outcomes: Outcomes): void {
      let end = printed;
      // As which draft something waits is known at the end.
      for (let each = outcomes[end]; each && !each.isQueued; each = outcomes[end]) end += 1;
      if (!isByLine || end === printed) return;
      const data = from(outcomes.slice(0, end));
      printed = end;
      printing = printing.then(() => show.early({ is: 'outcomes', ...data }));
      // rest() throws this error.
      printing.catch(() => undefined);
    },
    /** What has not been printed. Throws the error of printing, if any; before this, a reader that has gone does not stop the work. */
    async rest(outcomes: Outcomes): Promise<OutcomesData> {
      await printing;
      return from(outcomes);
    },
  };
}

/** If `@` is one of these, makes it the last of them, which may not be the one that was found last. */
async function keepLast(client: Client, outcomes: Outcomes): Promise<void> {
  const { entity, keep } = await client.lastShown();
  const { ref, uuid } = outcomes.findLast((each) => each?.uuid !== undefined) ?? {};
  const isOne = entity !== undefined && outcomes.some((each) => each?.uuid === entity.uuid);
  if (isOne && ref !== undefined && uuid !== undefined) keep({ entity: { ...entity, ref, uuid } });
}

async function runAll<F extends EntityName>(
  context: Context,
  client: Client,
  { bulk, onOutcome }: { readonly bulk: Bulk<F>; readonly onOutcome: (outcomes: Outcomes) => void },
): Promise<Outcomes> {
  const { refs } = bulk;
  const outcomes: (Outcome | undefined)[] = refs.map(() => undefined);
  const progress = startProgress(context, { total: refs.length, label: bulk.doing, isHidden: refs.length === 1 });
  const once = { ...bulk, work: onceEach(bulk.work) };
  let next = 0;
  let isStopped = false;
  const running = new Set<Promise<Outcome>>();
  const worker = async (): Promise<void> => {
    for (;;) {
      // After a 401, every worker waits until a newer token is found; if none is, until it is known whether one of these
      // references met the 401 or something else that this client was doing.
      if (!(await client.recovered())) await Promise.all(running);
      const at = next++;
      const reference = refs[at];
      if (isStopped || reference === undefined) return;
      const doing = runOne(client, once, reference);
      running.add(doing);
      const outcome = await doing;
      running.delete(doing);
      outcomes[at] = waits(context.settings.queue, outcome.error) ? { ...outcome, isQueued: true } : outcome;
      progress.advance(1);
      onOutcome(outcomes);
      if (outcome.error?.kind === 'sign_in_required' || context.signal.aborted) isStopped = true;
      if (isApplied(outcome)) bulk.onDone?.(refs.filter((_, index) => !isApplied(outcomes[index])));
    }
  };
  // One at a time in a dry run, so that its requests are shown in the order given.
  const workers = context.settings.dryRun ? 1 : Math.min(width, refs.length);
  await Promise.all(Array.from({ length: workers }, worker)).finally(progress.finish);
  return outcomes;
}

/** Does the work once per entity; a second reference to it gets the outcome of the first. */
function onceEach<F extends EntityName>(work: Bulk<F>['work']): Bulk<F>['work'] {
  const claimed = new Map<string, Promise<string | Done>>();
  return async (client, found) => {
    const known = claimed.get(found.uuid);
    if (known) return await known;
    const doing = work(client, found);
    claimed.set(found.uuid, doing);
    return await doing;
  };
}

async function runOne<F extends EntityName>(
  client: Client,
  { find, work }: Bulk<F>,
  reference: Reference,
): Promise<Outcome> {
  let named: Pick<EntityName, 'ref' | 'uuid'> | undefined;
  const check: Reference['check'] = async (found) => {
    await reference.check?.(found);
    // What comes first may keep it from being given.
    named = found;
  };
  try {
    const found = await find({ ...reference, check });
    named = found;
    const done = await work(client, found);
    return { ref: found.ref, uuid: found.uuid, ...(typeof done === 'string' ? { sentence: done } : done) };
  } catch (error) {
    return { ref: named?.ref ?? shown(reference), uuid: named?.uuid, error: asTrackerError(error) };
  }
}

function asTrackerError(error: unknown): TrackerError {
  if (!(error instanceof TrackerError)) throw error;
  if (error.kind !== 'interrupted') return error;
  return new TrackerError('interrupted', 'interrupted; it may have been done', { exitCode: error.exitCode });
}
