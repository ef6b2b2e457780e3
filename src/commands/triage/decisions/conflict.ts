import type { Context } from '../../../args/context.js';
import { eachOf } from '../../../client/details.js';
import { messagesOf } from '../../../contract/messages.js';
import { isRow, type Row, rowAt, textOf } from '../../../contract/row.js';
import { shownWord } from '../../../contract/server-word.js';
import { isSameValue, storedValues } from '../../../lists/values.js';
import { dataText } from '../../../output/data/json.js';
import { type Decision, type DecisionTarget, fieldOf, notDone } from '../../../triage/model/decision.js';
import { withShortTexts } from '../../../triage/model/rows.js';
import type { RowOutcome } from '../../../triage/model/state.js';
import { givenName, personName } from '../../../views/cells/people.js';
import { settingFor } from '../../showing/setting.js';
import { namingReference } from '../run-verb.js';
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
  const { kind, value, isRemoval = false, message } = decision;
  if (target.valueSeen === undefined || kind === 'notification') return undefined;
  const client = await context.client();
  const { uuid } = target.about ?? target;
  const detail: Row = await client.call(kind === 'task' ? 'GET /tasks/:id' : 'GET /tickets/:id', { id: uuid });
  const entity = rowAt(detail, kind);
  const name = field === 'assignees' ? 'assigneeIds' : field;
  const now = storedValues(kind, entity, [name])[name];
  const seen = storedValues(kind, { [field]: target.valueSeen }, [name])[name];
  const isWanted =
    field === 'assignees'
      ? Array.isArray(now) && now.includes(value) !== isRemoval
      : isSameValue(name, now, message?.status ?? value);
  if (now === undefined || isSameValue(name, now, seen) || isWanted) return undefined;
  const setting = settingFor(context, client, detail.authors ?? detail.users);
  const by = lastToChange(detail, field);
  const who =
    by === undefined ? 'someone else' : by === client.userId ? 'you' : givenName(personName(setting.people, by));
  const words = Array.isArray(now)
    ? now.map((id) => personName(setting.people, id)).join(', ') || 'nobody'
    : shownWord(dataText(now)) || 'none';
  const elsewhere = by === client.userId ? ' elsewhere' : '';
  const changed = `${who} changed the ${field} to ${words}${elsewhere}`;
  const why = message ? `${notDone(decision)}: ${changed}` : changed;
  const whole = withShortTexts(entity);
  return { target, is: 'conflict', why, row: { [field]: whole[field] ?? null }, entity: whole };
}

/** Who changed a field of a ticket last; undefined if nothing says so. */
function lastToChange(detail: Row, field: string): string | undefined {
  const event = field === 'assignees' ? 'assigned' : `${field}_changed`;
  const entry = messagesOf(detail, 'ticket')
    .filter(({ meta }) => isRow(meta) && meta.event === event)
    .toSorted((one, other) => Date.parse(dataText(one.createdAt)) - Date.parse(dataText(other.createdAt)))
    .at(-1);
  return textOf(entry?.authorId) ?? textOf(entry?.user);
}
