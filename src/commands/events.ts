import type { Context } from '../args/context.js';
import { choices } from '../args/more-flags.js';
import { oneOf } from '../args/value.js';
import { defineVerb } from '../args/verb.js';
import type { Client } from '../client/client.js';
import { hintOf, listen, type StreamUpdate } from '../client/events.js';
import { phrase, usageError } from '../contract/errors.js';
import type { Hint } from '../contract/shapes/session.js';
import { waitText } from '../http/retry.js';
import { toJson } from '../output/data/json.js';
import { localMinute } from '../output/time.js';
import type { Cell, HumanLine } from '../output/view.js';
import { nameOf } from '../references/find-entity.js';
import { outliveSession, untilInterrupted } from './watching/staying-open.js';

export const verb = defineVerb({
  details: [
    'Prints one JSON object per line, or a line of text on a terminal, until you stop it. Each is a hint that a task, ticket,',
    'thread or project, or your inbox, has changed. It says what to read again, not what has changed. Your own changes are not',
    'reported. If the connection breaks, it is opened again after a wait that grows to a minute; changes in the meantime are',
    'not reported. Exits with 0 if the server says that there is nothing to follow.',
  ].join('\n'),
  follows: 'only',
  onStart: outliveSession,
  prints: 'text',
  flags: { kind: choices('--kind', 'only these: entity, inbox', oneOf('kind', ['entity', 'inbox'])) },
  examples: [
    { line: 'tracker events', does: 'follow everything' },
    {
      line: 'tracker events --kind inbox | while read -r _; do tracker inbox count; done',
      does: 'count notifications whenever the inbox changes',
    },
    { line: 'tracker events --jq \'select(.entityType == "ticket") | .entityId\'', does: 'use it in a script' },
  ],
  run: async (context, _args, { kind }) => {
    const { show } = context;
    if (show.isAsked && !(show.isJson && show.choice.fields.length === 0))
      throw usageError('events are printed only as JSON lines');
    const wanted: readonly string[] = kind;
    const client = await context.client();
    await untilInterrupted(context, async ({ now, signal }) => {
      for await (const heard of listen(client, { now, signal })) {
        if (heard.kind === 'event') {
          const hint = hintOf(heard.event);
          if (wanted.length === 0 || wanted.includes(hint.type ?? '')) await print(context, client, hint);
        } else await reportState(context, client.base.host, heard);
      }
    });
  },
});

async function print({ show, io, now }: Context, client: Client, hint: Hint): Promise<void> {
  if (!io.stdout.isTerminal || show.isJson) return await show.text(`${toJson(hint)}\n`);
  const line = await hintLine(client, hint, now());
  await show.early({ is: 'object', data: { object: {}, fields: [], human: () => [line] } });
}

/** Reports every state of the connection on a terminal; elsewhere only that changes may have been missed. */
async function reportState({ io, show }: Context, host: string, heard: Exclude<StreamUpdate, { kind: 'event' }>) {
  const { isTerminal } = io.stderr;
  if (heard.kind === 'waiting') {
    if (isTerminal) await show.say(phrase`${heard.why}; trying again in ${waitText(heard.milliseconds)}…`);
  } else if (heard.mayHaveMissed) {
    await show.warn('the connection was interrupted; changes in the meantime are not reported');
  } else if (isTerminal) await show.say(`Listening to ${host}; press Ctrl-C to stop.`);
}

async function hintLine(client: Client, { type, entityType, entityId }: Hint, at: Date): Promise<HumanLine> {
  const time: Cell = { text: `${localMinute(at).slice(-5)}  `, tone: 'dim' };
  if (!entityType || !entityId) return [time, type ?? ''];
  const { ref, title } = await nameOf(client, entityType, entityId);
  return [time, entityType.padEnd(9), { text: ref, tone: 'accent' }, title === '' ? '' : `  ${title}`];
}
