import type { Context } from '../../../args/context.js';
import { eachOf } from '../../../client/details.js';
import { markSeen, seenOf } from '../../../client/state/seen.js';
import { type Row, rowAt } from '../../../contract/row.js';
import { storedValues } from '../../../lists/values.js';
import { namingReference } from '../../../output/text/sentence.js';
import { applied, type Decision, type DecisionTarget, fieldOf, notDone } from '../../../triage/model/decision.js';
import { withShortTexts } from '../../../triage/model/rows.js';
import type { RowOutcome } from '../../../triage/model/state.js';
import { changedByOthers, wordsOfChange } from '../../work/changed-by-others.js';
import { isRecoverable } from '../shared.js';
import { isUnsent } from './send-decision.js';

/** How many rows are checked at a time. */
const concurrency = 4;

/** The rows of a decision whose value somebody else has changed since it was made or that cannot be read, and the others. */
export async function splitByConflict(
  context: Context,
  decision: Decision,
): Promise<{ readonly free: readonly DecisionTarget[]; readonly conflicts: readonly RowOutcome[] }> {
  const field = fieldOf(decision);
  if (field === undefined) return { free: decision.targets, conflicts: [] };
  const free: DecisionTarget[] = [];
  const conflicts: RowOutcome[] = [];
  await eachOf(decision.targets, concurrency, async (target) => {
    const found = await conflictOf(context, decision, { target, field }).catch((error: unknown) =>
      refusal(decision, target, error),
    );
    if (found) conflicts.push(found);
    else free.push(target);
  });
  return { free: decision.targets.filter((target) => free.includes(target)), conflicts };
}

/** A row that cannot be read is no obstacle to the others. */
function refusal(decision: Decision, target: DecisionTarget, error: unknown): RowOutcome {
  if (!isRecoverable(error) || isUnsent(error.kind)) throw error;
  return {
    target,
    is: 'refused',
    why: `${notDone(decision)}: ${namingReference(error.message, target.about ?? target)}`,
  };
}

async function conflictOf(
  context: Context,
  decision: Decision,
  { target, field }: { readonly target: DecisionTarget; readonly field: string },
): Promise<RowOutcome | undefined> {
  const { kind, message } = decision;
  if (target.valueSeen === undefined || kind === 'notification') return undefined;
  const client = await context.client();
  const { uuid } = target.about ?? target;
  const detail: Row = await client.call(kind === 'task' ? 'GET /tasks/:id' : 'GET /tickets/:id', { id: uuid });
  const entity = rowAt(detail, kind);
  const name = field === 'assignees' ? 'assigneeIds' : field;
  const seen = storedValues(kind, { [field]: target.valueSeen }, [name]);
  const fields = storedValues(kind, applied(entity, decision), [name]);
  if (changedByOthers(kind, entity, { fields, lists: {}, seen }).length === 0) return undefined;
  const changed = await wordsOfChange(context, { kind, detail, name });
  const why = message ? `${notDone(decision)}: ${changed}` : changed;
  // The question names it.
  if (seenOf(client, uuid)) markSeen(client, detail, ({ kind: of }) => of === 'system');
  const whole = withShortTexts(entity);
  return { target, is: 'conflict', why, row: { [field]: whole[field] ?? null }, entity: whole };
}
