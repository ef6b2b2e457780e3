import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import type { Context } from '../../context.js';
import { usageError } from '../../errors.js';
import { createPaint } from '../../output/text/colour.js';
import { wideRuler } from '../../output/text/width.js';
import { isPlain } from '../../terminal/progress/motion.js';
import { noWords, type State } from '../../triage/model/state.js';
import { runSession } from '../../triage/session.js';
import { verb as listTickets } from '../tickets/list.js';
import { createWork, wordsOf } from './create-work.js';
import { createNotKept } from './not-kept.js';
import { openPendingFile } from './pending-file.js';
import { rememberedList, rememberList } from './remembered-list.js';
import { createTurns, type Shared } from './shared.js';
import { type Source, sourceFor } from './sources.js';
import { startState } from './start-state.js';
import { tellCommands } from './teach.js';

// What is on the screen follows changes in any case.
const { watch: _watch, ...listFlags } = listTickets.flags;

export const verb = defineVerb({
  details: [
    'Shows the tickets that wait for the team, the longest silent first, and beside them the one at the cursor. A key decides, is',
    'shown at once and sent behind it: ? lists the keys. Rows never move under the cursor: what you have decided stays, dimmed,',
    'until you press R. What others do appears as it happens.',
    '',
    'The flags of tracker tickets list choose other tickets, from all segments unless --segment is given. Texts are kept as drafts',
    'while you write, and what is decided while the server cannot be reached is kept and sent when it is back. u takes back',
    'decisions, one after another.',
    '',
    'With --plain, or where ACCESSIBLE is set, the same as numbered questions, a line at a time.',
    '',
    'Requires what tracker tickets edit and the other commands require; what your role may not do is not offered. Needs a terminal.',
  ].join('\n'),
  prints: 'text',
  flags: {
    ...listFlags,
    tasks: toggle('--tasks', 'your unfinished tasks instead of tickets'),
    inbox: toggle('--inbox', 'unread notifications instead of tickets'),
    plain: toggle('--plain', 'numbered questions instead of a screen, for screen readers and simple terminals'),
    teach: toggle('--teach', 'print the commands that would have done the same, in the end'),
  },
  examples: [
    { line: 'tracker triage', does: 'work through what waits for an answer' },
    { line: 'tracker triage --segment mine -p high', does: 'only what is yours and urgent' },
    { line: 'tracker triage --plain', does: 'the same, one question after another' },
    { line: 'tracker triage --tasks', does: 'work through your tasks' },
  ],
  run: async (context, _args, given) => {
    requireTerminal(context);
    refuseOutput(context);
    const source = await sourceFor(given as Readonly<Record<string, unknown>>);
    await work(context, source, given);
  },
});

/** Throws a usage error where nobody can press keys or see a screen. */
function requireTerminal({ io, prompt }: Context): void {
  if (!io.stdin.isTerminal || !io.stdout.isTerminal || !prompt.possible)
    throw usageError('triage needs a terminal', 'in a script, use tracker tickets list and tracker tickets edit');
}

/** Throws a usage error for flags that a screen cannot follow. */
function refuseOutput({ show }: Context): void {
  if (show.isAsked)
    throw usageError(
      'triage shows a screen and prints no data: --json, --fields and the like are not for it',
      'to print what it would show: tracker tickets list --waiting --segment all',
    );
}

interface Wishes {
  readonly plain: boolean;
  readonly teach: boolean;
}

async function work(context: Context, source: Source, { plain, teach }: Wishes): Promise<void> {
  const client = await context.client();
  const ruler = await wideRuler();
  const { color } = context.show;
  let now: State | undefined;
  const pendingFile = openPendingFile({
    stateFolder: context.settings.folders.state(),
    instanceUrl: client.base.href,
    userId: client.userId,
    processes: context.settings.processes,
  });
  const shared: Shared = {
    ...{ context, client, source, pendingFile, seen: new Map(), done: [] },
    ...{ inTurn: createTurns(), notKept: createNotKept(context) },
    state: () => now ?? start.state,
  };
  const kept = rememberedList(client.index, source);
  const start = await startState(shared, kept, kept ? wordsOf(shared) : noWords);
  const parts = {
    ...{ paint: await createPaint(color), ruler, work: createWork(shared, { ruler, color }) },
    ...{ start: start.state, effects: start.effects },
    onState: (state: State) => {
      now = state;
    },
  };
  const { io, signal } = context;
  const isSpoken = plain || isPlain(context.settings.env);
  const end = isSpoken
    ? await (await import('../../triage/plain.js')).runPlain({ context, ...parts })
    : await runSession({ io, signal, ...parts });
  rememberList(client.index, shared.source, { items: end.fresh, people: end.people });
  if (teach) await tellCommands(context, shared.done);
}
