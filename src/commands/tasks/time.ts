import { localDay, parseDay } from '../../args/day.js';
import { parseDuration } from '../../args/duration.js';
import { type FlagValues, text } from '../../args/flag.js';
import { kind, ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import type { TimeLogCreate } from '../../contract/task.js';
import { compose } from '../../drafts/compose.js';
import { resendFlag } from '../../drafts/text-flags.js';
import { usageError } from '../../errors.js';
import { minutesText } from '../../views/cells/amounts.js';

const flags = {
  date: text(
    '--date',
    'the day it was done: 2026-11-20, today, yesterday, -2d (default: today, where you are)',
    kind('past-day', 'day'),
  ),
  note: text('--note', 'what was done', kind('text')),
  ...resendFlag,
};

export const verb = defineVerb({
  details: [
    'A duration is 90, 90m, 1h30m or 1.5h, and goes out as whole minutes. What is logged cannot be changed or taken back',
    'through the API. A note is kept as a draft until the server has taken it. Who sees a task may log time on it.',
  ].join('\n'),
  prints: 'result',
  arguments: [
    { value: ref('tasks'), help: 'a task: reference, uuid, web address, @branch, or - for standard input' },
    { value: kind('duration'), help: 'how long: 90, 90m, 1h30m, 1.5h' },
  ],
  flags,
  examples: [
    { line: 'tracker tasks time SCM-12 1h30m', does: 'today' },
    { line: 'tracker tasks time SCM-12 45m --date yesterday --note "Call with the harbour"', does: 'with a note' },
  ],
  writes: true,
  run: async (context, [given = '', duration = ''], own) => {
    const minutes = parseDuration(duration, 'DURATION');
    const composed = await compose(context, own, {
      command: 'tasks time',
      flags,
      target: given,
      words: [duration],
      settle: (values) => settle(values, context.now()),
    });
    const {
      client,
      values,
      refs: [ref = ''],
    } = composed;
    const { date = localDay(context.now()), note } = values;
    const log = async (): Promise<void> =>
      await logTime(context, client, ref, { minutes, date, ...(note && { note }) });
    await (note ? composed.send(log) : log());
  },
});

/** The day is settled: what is sent later was still done on it. */
function settle(values: FlagValues<typeof flags>, now: Date): FlagValues<typeof flags> {
  const note = values.note?.trim();
  if (note === '') throw usageError('--note is empty');
  return { ...values, note, date: values.date === undefined ? localDay(now) : parseDay(values.date, '--date', now) };
}

async function logTime(context: Context, client: Client, text: string, entry: TimeLogCreate): Promise<void> {
  const { uuid, ref } = await findNamed(context, 'task', text);
  const reply = await client.write('POST /tasks/:id/time', { id: uuid, body: entry });
  if (!reply) return;
  const result = { ...reply, ref, uuid, ...entry };
  await context.show.result(`Logged ${minutesText(entry.minutes)} on ${ref} for ${entry.date}.`, result, ref);
}
