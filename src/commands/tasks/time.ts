import { localDay, parseDay } from '../../args/day.js';
import { parseDuration } from '../../args/duration.js';
import { text } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { withReference } from '../../client/references.js';
import { minutesText } from '../../views/amounts.js';
import { oneReference } from '../reference.js';

export const verb = defineVerb({
  details: [
    'A duration is 90, 90m, 1h30m or 1.5h, and goes out as whole minutes. What is logged cannot be changed or taken back',
    'through the API. Who sees a task may log time on it.',
  ].join('\n'),
  arguments: [
    { usage: '<ref>', help: 'a task: reference, uuid, web address, @branch, or - for standard input' },
    { usage: '<duration>', help: 'how long: 90, 90m, 1h30m, 1.5h' },
  ],
  flags: {
    date: text(
      '--date <day>',
      'the day it was done: 2026-11-20, today, yesterday, -2d (default: today, where you are)',
    ),
    note: text('--note <text>', 'what was done'),
  },
  examples: [
    { line: 'tracker tasks time SCM-12 1h30m', does: 'today' },
    { line: 'tracker tasks time SCM-12 45m --date yesterday --note "Call with the harbour"', does: 'with a note' },
  ],
  writes: true,
  run: async (context, [given = '', duration = ''], { date: day, note: said }) => {
    const minutes = parseDuration(duration, 'DURATION');
    const date = day === undefined ? localDay(context.now()) : parseDay(day, '--date', context.now());
    const note = said?.trim();
    const ref = await oneReference(context, given);
    const client = await context.client();
    await withReference(client, 'task', ref, async (found) => {
      const entry = { minutes, date, ...(note && { note }) };
      const reply = await client.write('POST /tasks/:id/time', { id: found.uuid, body: entry });
      if (!reply) return;
      const result = { ...reply, ref: found.ref, uuid: found.uuid, ...entry };
      await context.show.result(`Logged ${minutesText(minutes)} on ${found.ref} for ${date}.`, result, found.ref);
    });
  },
});
