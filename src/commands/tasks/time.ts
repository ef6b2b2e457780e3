import type { Context } from '../../args/context.js';
import { type Day, parseDay } from '../../args/day.js';
import { dayMinutes, parseDuration, parseTyped } from '../../args/duration.js';
import { type FlagValues, text, value } from '../../args/flag.js';
import { notBlank } from '../../args/more-flags.js';
import { kind, pipedText } from '../../args/value.js';
import { defineVerb, oneRef } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { get, send, type TextChange } from '../../compose/compose.js';
import { problemIn } from '../../compose/form/ask-field.js';
import { resendFlag } from '../../compose/text/text-flags.js';
import { usageError } from '../../contract/errors.js';
import { rowAt, rowsOf, textOf } from '../../contract/row.js';
import { minutesText } from '../../contract/server-word.js';
import type { TimeLogCreate } from '../../contract/shapes/task.js';
import type { VerbResult } from '../../output/shown.js';
import { localDay } from '../../output/time.js';
import type { Entity } from '../../references/find-entity.js';
import { findNamed } from '../../references/find-named.js';
import { type RefArgument, type Reference, shown } from '../../references/read.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';

const flags = {
  date: value('--date', 'the day the work was done: 2026-11-20, yesterday, -2d, fri, nov 3 (default: today)', {
    value: kind('past-day', 'day'),
    parse: parsePastDay,
  }),
  note: text('--note', 'what was done', pipedText('text')),
  ...resendFlag,
};

export const verb = defineVerb({
  details: [
    'Logs whole minutes. Logged time cannot be changed or deleted later. A note is kept as a draft until the server has accepted',
    'it. If your time on a task adds up to more than 24 hours on one day, you are asked first, or must give --yes.',
    'Everyone who can see a task may log time on it. To see what was logged: tracker time list.',
  ].join('\n'),
  prints: 'result',
  arguments: [
    oneRef('tasks'),
    { value: kind('duration'), isAsked: true, help: 'the time spent: 90, 90m, 1h30m, 1:30, 1.5h' },
  ],
  flags,
  examples: [
    { line: 'tracker tasks time SCM-12 1h30m', does: 'log time for today' },
    {
      line: 'tracker tasks time SCM-12 45m --date yesterday --note "Call with the harbour"',
      does: 'log time for yesterday, with a note',
    },
  ],
  writes: ['POST /tasks/:id/time'],
  queued: (values, { now }) => settle(values, now()),
  run: async (context, args: readonly RefArgument[], own) => {
    const [given = '', second] = args;
    const duration = (second && shown(second)) ?? (await askDuration(context));
    const minutes = parseDuration(duration, 'DURATION');
    const got = await get(context, own, {
      command: 'tasks time',
      flags,
      target: given,
      words: [duration],
      check: (values) => settle(values, context.now()),
    });
    const { client, values } = got;
    const { date = localDay(context.now()), note } = values;
    // What is queued is sent without a question.
    const isAsked = context.settings.queue && minutes > dayMinutes;
    if (isAsked) await confirmLong(context, `${minutesText(minutes)} on ${shown(given)} on a single day, ${date}`);
    const log = async ({ refs: [ref = { text: '' }] }: TextChange) =>
      await logTime(context, client, ref, { isAsked, entry: { minutes, date, ...(note && { note }) } });
    return await (note ? send(context, got, log) : log(got));
  },
});

async function askDuration({ prompt }: Context): Promise<string> {
  return await prompt.line({
    message: 'Time spent (90m, 1h30m)',
    check: (text) => problemIn(() => parseTyped(text, 'the time')),
    instead: 'give it after the reference',
  });
}

function parsePastDay(text: string, flag: string, now: Date): Day {
  const day = parseDay(text, flag, now, true);
  if (day <= localDay(now)) return day;
  throw usageError(`${flag}: ${day} is still to come`, 'past days look like yesterday, -2d, fri or nov 3');
}

/** With the day, so that a draft sent later still means the same one. */
function settle(values: FlagValues<typeof flags>, now: Date): FlagValues<typeof flags> {
  const { note, date = localDay(now) } = values;
  return { ...values, date, ...(note !== undefined && { note: notBlank(note, '--note') }) };
}

async function logTime(
  context: Context,
  client: Client,
  reference: Reference,
  { isAsked, entry }: { readonly isAsked: boolean; readonly entry: TimeLogCreate },
): Promise<VerbResult | undefined> {
  const found = await findNamed(context, 'task', reference);
  const { uuid, ref } = found;
  if (!isAsked) await confirmLongDay(context, client, found, entry);
  const reply = await client.write('POST /tasks/:id/time', { id: uuid, body: entry });
  if (!reply) return undefined;
  const sentence = `Logged ${minutesText(entry.minutes)} on ${ref} for ${entry.date}.`;
  return { is: 'result', sentence, object: { ...reply, ref, uuid, ...entry }, quiet: ref };
}

/** Asks whether more than 24 hours of the caller on one day are meant, as far as this task shows: they could not be taken back. */
async function confirmLongDay(
  context: Context,
  client: Client,
  { ref, detail }: Entity<'task'>,
  { minutes, date }: TimeLogCreate,
): Promise<void> {
  if (context.settings.yes || context.settings.dryRun) return;
  const logs = rowsOf(rowAt(await detail(), 'task').timeLogs).filter(
    (log) => log.user === client.userId && textOf(log.date)?.slice(0, 10) === date,
  );
  const total = logs.reduce((sum, log) => sum + (typeof log.minutes === 'number' ? log.minutes : 0), minutes);
  if (total <= dayMinutes) return;
  await confirmLong(context, `${minutesText(total)} on ${ref} on a single day, ${date}`);
}

async function confirmLong(context: Context, what: string): Promise<void> {
  if (context.settings.yes) return;
  if (!context.prompt.possible)
    throw usageError(`that would be ${what}; nothing was logged`, 'add --yes if that is right');
  await confirmOrThrow(context, `That would be ${what}. Log it?`, 'nothing was logged');
}
