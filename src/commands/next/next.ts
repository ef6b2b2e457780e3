import { choice, toggle } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { attempt, TrackerError, usageError } from '../../contract/errors.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import type { VerbResult } from '../../output/shown.js';
import { isScreen } from '../../terminal/streams/io.js';
import { asleepWords } from '../conversations/waiting.js';
import { verb as viewTask } from '../tasks/view.js';
import { verb as viewTicket } from '../tickets/view.js';
import { type Entry, nextTask, nextTicket } from './queue.js';

export const verb = defineVerb({
  details: [
    'Shows the ticket whose customer has waited longest for an answer from the team. From then on, @ stands for it:',
    'tracker reply @ "On it." Called again in the same terminal, it shows the one after, whatever you did in between.',
    'Without a terminal, the first is shown every time. Tickets that you have put off (tracker snooze) are left out, and counted.',
    'If nothing is waiting, that is said, --json prints null, and the exit code is 0.',
  ].join('\n'),
  prints: 'text',
  flags: {
    first: toggle('--first', 'begin again with the one that has waited longest'),
    tasks: toggle('--tasks', 'show your unfinished tasks instead, by due day and priority'),
    segment: choice(
      '--segment',
      'the tickets to choose from: mine, watched or all (default: all)',
      oneOf('segment', ['mine', 'watched', 'all']),
    ),
  },
  examples: [
    { line: 'tracker next', does: 'show what should be answered first' },
    { line: 'tracker next --first', does: 'begin again' },
    { line: 'tracker next --tasks', does: 'show what you should do next' },
  ],
  run: async (context, _args, { first, tasks, segment }) => {
    if (tasks && segment !== undefined) throw usageError('--segment and --tasks cannot be used together');
    const kind = tasks ? 'task' : 'ticket';
    const client = await context.client();
    const { place, keep } = await client.lastShown();
    // What a script reads must not depend on what was read before, nor change what people see next.
    const isFollowed = isScreen(context.io.stdout);
    const places = isFollowed ? readPlaces(place) : {};
    const last = first ? undefined : places[kind];
    const show = async (gone?: string): Promise<VerbResult | undefined> => {
      const { next, hasEarlier, unread, asleep } = tasks
        ? await nextTask(context, last)
        : await nextTicket(context, segment ?? 'all', last, gone);
      if (unread > 0)
        await context.show.warn(unread === 1 ? '1 ticket could not be read' : `${unread} tickets could not be read`);
      if (asleep > 0)
        await context.show.say(`${asleepWords(asleep)}: tracker ${selection(context)}tickets list --snoozed`);
      if (next === undefined) {
        const none = tasks ? 'You have no unfinished tasks.' : 'No tickets are waiting.';
        const last = `That was the last ${kind}; tracker ${selection(context)}next --first begins again.`;
        return { is: 'none', sentence: hasEarlier ? last : none };
      }
      const view = tasks ? viewTask : viewTicket;
      const goOn = (): void => {
        if (isFollowed) keep({ place: JSON.stringify({ ...places, [kind]: next }) });
      };
      try {
        const shown = await view.run(context, [`${kind}:${next.uuid}`], {
          ...{ comments: undefined, message: undefined, public: false, web: false },
        });
        goOn();
        return shown;
      } catch (error) {
        // A row that the server lists and does not show must not block the queue; after any other error it is tried again.
        const isGone = error instanceof TrackerError && ['not_found', 'forbidden'].includes(error.kind);
        if (isGone) goOn();
        // It was remembered, so that nobody knew.
        if (!isGone || tasks || gone !== undefined) throw error;
        return await show(next.uuid);
      }
    };
    return await show();
  },
});

type Places = { readonly [K in 'task' | 'ticket']?: Entry };

function readPlaces(text: string | undefined): Places {
  const kept: unknown = attempt(() => JSON.parse(text ?? ''));
  if (!isRow(kept)) return {};
  const entryOf = ({ uuid, key }: Row): Entry => ({ uuid: textOf(uuid) ?? '', key: textOf(key) ?? '' });
  const { task, ticket } = kept;
  return { ...(isRow(task) && { task: entryOf(task) }), ...(isRow(ticket) && { ticket: entryOf(ticket) }) };
}
