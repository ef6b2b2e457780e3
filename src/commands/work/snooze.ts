import type { Context } from '../../args/context.js';
import { momentForms, parseMoment } from '../../args/moment.js';
import { freeText } from '../../args/value.js';
import { defineVerb, manyRefs } from '../../args/verb.js';
import { problemIn } from '../../compose/form/ask-field.js';
import { phrase } from '../../contract/errors.js';
import { outcomeView } from '../../output/write/outcomes.js';
import { findNamed } from '../../references/find-named.js';
import { type RefArgument, readReferences, shown } from '../../references/read.js';
import { forEachReference } from '../bulk/for-each-reference.js';
import { snoozer } from '../conversations/snoozed.js';
import { describeChanges } from './editing/report-changes.js';

const commonMoments = ['1h', '18:00', 'tomorrow', 'mon', 'tue', 'wed', 'thu', 'fri', 'off'];

export const verb = defineVerb({
  details: [
    'Puts tickets off until later: tracker next, triage and status leave them out until then, and say how many. A message from the',
    'customer wakes a ticket early. tracker tickets list --snoozed lists those that are put off.',
    '',
    'It is kept on this computer, for the account you are signed in with; nothing is sent, and tracker undo takes it back. Times are',
    'local. A day begins at 8:00 (to change that: tracker config set day-starts TIME).',
  ].join('\n'),
  prints: { outcomes: outcomeView },
  arguments: [
    manyRefs('tickets'),
    { value: freeText('when', commonMoments), isAsked: true, help: `until when: ${momentForms}; off wakes them` },
  ],
  examples: [
    { line: 'tracker snooze @ 1h', does: 'put off the last ticket shown, for an hour' },
    { line: 'tracker snooze BERG-9 CASA-10 mon', does: 'put off two tickets until Monday morning' },
    { line: 'tracker snooze BERG-9 "fri 14:30"', does: 'put off until a time on a day' },
    { line: 'tracker snooze BERG-9 off', does: 'wake a ticket' },
  ],
  run: async (context, args: readonly RefArgument[]) => {
    const last = args.length > 1 ? shown(args.at(-1) ?? '') : undefined;
    const until = readWhen(context, last ?? (await askWhen(context)));
    const refs = await readReferences(context, last === undefined ? args : args.slice(0, -1));
    const putOff = await snoozer(context);
    return await forEachReference(context, {
      find: async (reference) => await findNamed(context, 'ticket', reference),
      refs,
      doing: 'putting off',
      async work(client, { uuid, ref, detail }) {
        const { from, to } = putOff({ uuid, ref, known: await detail() }, until);
        if (from === to && until === undefined) return `${ref} is not put off.`;
        const changes = { snoozedUntil: { from, to } };
        const words = describeChanges(context, client, changes);
        return { sentence: phrase`${ref}: ${words}.`, words, changes };
      },
    });
  },
});

/** Until when; undefined for `off`. Throws a usage error. */
function readWhen({ now, settings }: Context, text: string): Date | undefined {
  if (text.trim().toLowerCase() === 'off') return undefined;
  return parseMoment(text, 'WHEN', { now: now(), dayStarts: settings.stored['day-starts'] });
}

async function askWhen(context: Context): Promise<string> {
  return await context.prompt.line({
    message: `Put off until (${momentForms}, off)`,
    check: (text) => problemIn(() => readWhen(context, text)),
    instead: 'give it after the references',
  });
}
