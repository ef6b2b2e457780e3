import type { Context } from '../../args/context.js';
import { text, texts, value } from '../../args/flag.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb, oneRef } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { clientUntil } from '../../client/through.js';
import { usageError } from '../../contract/errors.js';
import { type Row, textOf } from '../../contract/row.js';
import { dataText } from '../../output/data/json.js';
import { localMinute } from '../../output/time.js';
import type { Cell, HumanLine } from '../../output/view.js';
import { findEither } from '../../references/any-kind.js';
import { oneReference } from '../../references/read.js';
import { changeList } from '../../views/changes.js';
import { outliveSession, requireLines, showAsTheyCome, untilInterrupted } from '../watching/staying-open.js';
import { describeChanges } from '../work/editing/report-changes.js';
import { parseCondition, usualConditions } from './condition.js';
import { changesOf } from './follow.js';
import { parseWait, timeLimit } from './time-limit.js';

const kinds = ['tasks', 'tickets'] as const;

export const verb = defineVerb({
  details: [
    'Prints a line for each field that changes and for each new message, comment or time log, until you stop it or the conditions',
    'of --until are met. A condition is a field and a value, such as status=done or assigned=@me; separate alternatives with',
    'commas, use != for anything else, and none for empty. Fields are those of --fields in tracker tasks view and tracker tickets',
    'view. A condition can also be reply, for a new public message from the other side (the customer, or for a customer the team), or',
    'message, for any new message, comment or internal note.',
    'If --until is repeated, all conditions must be met.',
    '',
    'With --draft and the number of a proposal, waits until a person has decided on it, or its author has deleted it, and then prints',
    'it as tracker drafts view does: its state is done, rejected or deleted. This sends no request.',
    '',
    'Exits with 0 when the conditions are met, at once if they already are; with 7 when the time given with --wait runs out; and',
    'with 4 when the task or ticket is deleted or you can no longer see it, or there is no such proposal. Changes that the server does not announce, such as',
    'priority and tags, are noticed within 30 s; those made by other tracker commands on this computer within 2 s.',
  ].join('\n'),
  follows: 'only',
  onStart: outliveSession,
  prints: { rows: changeList, isLive: true },
  // With --draft there is none.
  arguments: [{ ...oneRef(...kinds), isOptional: true, isAsked: true }],
  flags: {
    until: texts(
      '--until',
      "stop when this condition is met, such as status=done, 'status!=open', assigned=@me, reply or message",
      freeText('condition', usualConditions),
    ),
    draft: text('--draft', 'wait for the decision on this proposal instead', kind('draft', 'number')),
    wait: value('--wait', 'stop after this long: seconds, or 10m, 1h30m', {
      value: kind('duration'),
      parse: parseWait,
    }),
  },
  examples: [
    { line: 'tracker watch BERG-9', does: 'follow a ticket' },
    { line: 'tracker watch SCM-12 --until status=done && echo done', does: 'wait until a task is done' },
    { line: 'tracker watch BERG-9 --until status=resolved,closed --wait 10m', does: 'wait ten minutes at most' },
    { line: 'tracker watch BERG-9 --until reply && tracker view BERG-9', does: 'read the next answer' },
    { line: 'tracker watch SCM-12 --jsonl', does: 'use it in a script' },
    { line: 'tracker watch --draft 17 --until decided --wait 1h --json', does: 'wait for the decision on a proposal' },
  ],
  run: async (context, [given], { draft, until, wait }) => {
    if (draft !== undefined)
      return await (await import('./draft.js')).watchDraft(context, { name: draft, reference: given, until, wait });
    requireLines(context, 'tracker watch');
    await context.show.expect(changeList);
    const conditions = until.map(parseCondition);
    const reference = await oneReference(context, given ?? (await pick(context)));
    const client = await context.client();
    let told = `${client.base.host} did not respond within ${wait} s`;
    const limit = timeLimit(wait, () => told);
    try {
      const limited = clientUntil(client, AbortSignal.any([context.signal, limit.signal]));
      const target = await findEither(context, limited, reference);
      const { kind, ref, uuid } = target;
      told =
        until.length > 0
          ? `${ref} did not meet the conditions within ${wait} s`
          : `stopped watching ${ref} after ${wait} s`;
      (await client.lastShown()).keep({ entity: { kind, uuid, ref } });
      await context.onNamed?.(target);
      await untilInterrupted(context, async (watched) => {
        const pages = changesOf(watched, limited, { target, conditions, limit: limit.signal });
        await showAsTheyCome(context, pages, { view: changeList, lineOf: (row) => lineOf(context, client, row) });
      });
    } finally {
      limit.clear();
    }
    return undefined;
  },
});

/** Asks for a reference that was not given. Throws a usage error where nobody can be asked. */
async function pick(context: Context): Promise<string> {
  if (!context.prompt.possible) throw usageError("missing required argument 'ref'", 'tracker help watch');
  return await (await import('../../references/pick.js')).pickReference(context, kinds);
}

function lineOf(context: Context, client: Client, row: Row): HumanLine {
  const { ref, uuid: _uuid, time, change, author, text, ...values } = row;
  const at: Cell = { text: `${localMinute(new Date(dataText(time))).slice(-5)}  `, tone: 'dim' };
  const name: Cell = { text: `${textOf(ref) ?? ''}  `, tone: 'accent' };
  const kind = textOf(change) ?? '';
  if (textOf(author) === undefined) return [at, name, describeChanges(context, client, { [kind]: values })];
  const tone = kind === 'note' ? 'internal' : 'plain';
  return [
    at,
    name,
    { text: `${kind} by `, tone },
    { text: textOf(author) ?? '', tone: 'strong' },
    `: ${textOf(text) ?? ''}`,
  ];
}
