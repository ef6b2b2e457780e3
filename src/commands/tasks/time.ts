import { localDay, parseDay } from '../../args/day.js';
import { parseDuration } from '../../args/duration.js';
import { text } from '../../args/flag.js';
import { kind, ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { oneReference } from '../../bulk/one-reference.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import type { TimeLogCreate } from '../../contract/task.js';
import { withDraft } from '../../drafts/restore-flags.js';
import { sendAuthored } from '../../drafts/send.js';
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
    const client = await context.client();
    const url = client.base.href.replace(/\/$/, '');
    const values = withDraft(context, own, { command: 'tasks time', url, table: flags });
    const date = values.date === undefined ? localDay(context.now()) : parseDay(values.date, '--date', context.now());
    const note = values.note?.trim();
    if (note === '') throw usageError('--note is empty');
    const ref = await oneReference(context, given);
    const entry = { minutes, date, ...(note && { note }) };
    const send = async (): Promise<void> => await log(context, client, ref, entry);
    if (!note) return await send();
    // The day is kept as a day: what is sent later was still done on it.
    const authored = { command: 'tasks time', args: [ref, duration], flags: { date, note }, url };
    await sendAuthored(context, { ...authored, fromDraft: values.fromDraft }, send);
  },
});

async function log(context: Context, client: Client, text: string, entry: TimeLogCreate): Promise<void> {
  const { uuid, ref } = await findNamed(context, 'task', text);
  const reply = await client.write('POST /tasks/:id/time', { id: uuid, body: entry });
  if (!reply) return;
  const result = { ...reply, ref, uuid, ...entry };
  await context.show.result(`Logged ${minutesText(entry.minutes)} on ${ref} for ${entry.date}.`, result, ref);
}
