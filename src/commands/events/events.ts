import { choices } from '../../args/more-flags.js';
import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { type Heard, hintOf, listen } from '../../client/events.js';
import type { Context } from '../../context.js';
import { usageError } from '../../errors.js';
import { toJson } from '../../output/data/json.js';

export const verb = defineVerb({
  details: [
    'Prints one JSON object per line, until you stop it: hints that a task, ticket, thread or project, or your inbox, has',
    'changed. They say what to read again, not what has changed, and your own changes cause none. If the connection breaks, it',
    'is opened again after a growing wait of up to a minute; changes in the meantime are not reported. Exits with 0 if the',
    'server says that there is nothing to follow.',
  ].join('\n'),
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
    for await (const heard of listen(client, context)) {
      if (heard.kind === 'event') {
        const hint = hintOf(heard.event);
        if (wanted.length === 0 || wanted.includes(hint.type ?? '')) await show.text(`${toJson(hint)}\n`);
      } else await tell(context, client.base.host, heard);
    }
  },
});

/** At a terminal every state is told; elsewhere only that something may have been missed. */
async function tell({ io, show }: Context, host: string, heard: Exclude<Heard, { kind: 'event' }>): Promise<void> {
  const { isTerminal } = io.stderr;
  if (heard.kind === 'waiting') {
    const pause = Math.ceil(heard.milliseconds / 1000);
    if (isTerminal) await show.say(`${heard.why}; trying again in ${pause} s …`);
  } else if (heard.mayHaveMissed) {
    await show.warn('the connection was interrupted; changes in the meantime are not reported');
  } else if (isTerminal) await show.say(`Listening to ${host}; press Ctrl-C to stop.`);
}
