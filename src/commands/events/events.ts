import { choices } from '../../args/more-flags.js';
import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { hintOf, listen, type StreamUpdate } from '../../client/events.js';
import type { Context } from '../../context.js';
import { usageError } from '../../errors.js';
import { toJson } from '../../output/data/json.js';

export const verb = defineVerb({
  details: [
    'Prints one JSON document a line as soon as it comes, until you stop it: hints that a task, ticket, thread or project,',
    'or your inbox, has changed. They say what to read again, not what has changed, and your own changes cause none.',
    'A stream that breaks off is opened again after a growing wait of at most a minute; what changed meanwhile is not told',
    'afterwards. Exits with 0 when the server says that there is nothing to follow.',
  ].join('\n'),
  prints: 'text',
  flags: { kind: choices('--kind', 'only these: entity, inbox', oneOf('kind', ['entity', 'inbox'])) },
  examples: [
    { line: 'tracker events', does: 'everything' },
    {
      line: 'tracker events --kind inbox | while read -r _; do tracker inbox count; done',
      does: 'when something comes',
    },
    { line: 'tracker events --jq \'select(.entityType == "ticket") | .entityId\'', does: 'for scripts' },
  ],
  run: async (context, _args, { kind }) => {
    const { show } = context;
    if (show.isAsked && !(show.isJson && show.choice.fields.length === 0))
      throw usageError('events are printed as JSON lines only');
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
async function tell(
  { io, show }: Context,
  host: string,
  heard: Exclude<StreamUpdate, { kind: 'event' }>,
): Promise<void> {
  const { isTerminal } = io.stderr;
  if (heard.kind === 'waiting') {
    const pause = Math.ceil(heard.milliseconds / 1000);
    if (isTerminal) await show.say(`${heard.why}; trying again in ${pause} s …`);
  } else if (heard.mayHaveMissed) {
    await show.warn('the stream was interrupted; changes of that time are not told');
  } else if (isTerminal) await show.say(`Listening to ${host}; Ctrl-C ends it.`);
}
