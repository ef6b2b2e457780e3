import { lstatSync } from 'node:fs';
import type { Context } from '../../args/context.js';
import { text, toggle } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { writtenEntries } from '../../compose/saved/drafts.js';
import { ExitWith, exitCodes, usageError } from '../../contract/errors.js';
import { oneAfterAnother } from '../../contract/in-turn.js';
import { createPaint } from '../../output/text/span.js';
import { lateRuler } from '../../output/text/width.js';
import { isPlain } from '../../terminal/progress.js';
import { holdKeys } from '../../terminal/prompt/held-keys.js';
import { putRight } from '../../terminal/screen.js';
import { isScreen } from '../../terminal/streams/io.js';
import type { Decision } from '../../triage/model/decisions/decision.js';
import type { OwnChoices } from '../../triage/model/keys/own-keys.js';
import { noWords, type State } from '../../triage/model/state.js';
import { runSession } from '../../triage/session.js';
import { inversePaint } from '../../triage/view/look.js';
import type { Dispatch } from '../../triage/work.js';
import { verb as listTickets, refuseContradictions, segmentFlag } from '../tickets/list.js';
import { checkPartly } from '../work/listing/work-list.js';
import { lineOf } from './change-of.js';
import { createTriageWork } from './create-work.js';
import { withoutStatus } from './decisions/sending.js';
import { createEnding, untilEnd } from './ending.js';
import { createKeptEntries } from './kept/kept-entries.js';
import { createPlaceKeeper, keepSplit } from './kept/place.js';
import { rememberedList, type Source, sourceFor, withClient } from './reading/sources.js';
import { recallWords, wordsOf } from './reading/words.js';
import type { SentDecision, SessionParts } from './shared.js';
import { startState } from './start-state.js';

// The screen follows changes by itself, and opens tickets one by one.
const { watch: _watch, web: _web, ...listFlags } = listTickets.flags;

export const verb = defineVerb({
  details: [
    'Shows the tickets waiting for the team, longest wait first, and next to the list the ticket at the cursor. Most decisions',
    'take one or two keys; press ? to list them. A decision shows at once and is sent in the background. A reply, or a',
    'status that finishes or pauses the ticket, ends the wait: the row is done and the cursor moves on. After anything else it stays (to',
    'do the same after every decision: tracker config set triage-after stay|next). Rows never move under the cursor: those that are done stay,',
    'dimmed, until you press R. Changes by others appear as they happen, and * marks what has changed since you last looked at it,',
    'here or with tracker view.',
    '',
    'Enter shows the ticket on the whole screen, where / searches; Enter, Esc or q goes back. < and > move the line between list and',
    'detail, and \\ hides the detail. Under the subject of a ticket are the last three other tickets from its customer; H lists all of',
    'them, Enter goes to one, and Backspace goes back. f gives each file, link, reference and person in the detail a key that',
    'downloads, opens, goes to or copies it.',
    '',
    'Use the flags of tracker tickets list to choose other tickets. Without --segment, the tickets of everybody are shown; with',
    '--status, --state, --stale, --since or --search, also tickets that are not waiting. With --view, the rows are those of',
    'tracker tickets list --view; with --tasks too, those of tracker tasks list --view.',
    '',
    'Text is saved as a draft while you write, and decisions made while the server cannot be reached are kept and sent once it is',
    'back. Press u to undo your changes, one at a time. A public reply is sent after 5 seconds; until then, u takes it back (to',
    'change the time: tracker config set reply-delay SECONDS). Tickets that you have put off, here with z or with tracker snooze, are',
    'left out and counted.',
    '',
    'You can define your own keys and columns in triage.json in the config folder; 1 to 9 open the lists in the setting',
    'triage-tabs. The next triage begins where you left off.',
    '',
    'With --accessible (or --plain, which does the same here), and on a dumb terminal, the ticket at the cursor is read out in lines, and',
    'so is each change. The keys are the same, each followed by Enter; words find a ticket or an action, and the answer to what a key asks',
    'may follow it on the same line: a mara.',
    '',
    'Requires the permissions of the commands it runs, such as tracker tickets edit; what you may not do is not offered. Needs a',
    'terminal.',
  ].join('\n'),
  follows: 'also',
  prints: 'text',
  flags: {
    ...listFlags,
    segment: segmentFlag('all'),
    tasks: toggle('--tasks', 'your unfinished tasks instead of tickets, by due day and priority'),
    inbox: toggle('--inbox', 'unread notifications instead of tickets'),
    dir: text('--dir', 'save files downloaded with f in this folder (default: the current folder)', kind('folder')),
    proposed: toggle('--proposed', 'list rows with proposals from agents first'),
    plain: toggle('--plain', 'read it out in lines, as --accessible does'),
    teach: toggle('--teach', 'on quitting, print the commands that would have done the same'),
  },
  examples: [
    { line: 'tracker triage', does: 'work through what waits for an answer' },
    { line: 'tracker triage --segment mine -p high', does: 'only your high-priority tickets that are waiting' },
    { line: 'tracker triage --plain', does: 'hear one ticket at a time' },
    { line: 'tracker triage --tasks', does: 'work through your tasks' },
    { line: "tracker triage --view 'For tonight'", does: 'work through a saved view' },
  ],
  run: async (context, _args, given) => {
    requireTerminal(context);
    refuseOutput(context);
    const source = await sourceFor(given as Readonly<Record<string, unknown>>);
    refuseContradictions(given);
    if (given.dir === '') throw usageError('the name of a folder cannot be empty');
    checkPartly(given as Readonly<Record<string, unknown>>);
    const own = await readOwnChoices(context);
    // Before anything is written: after Ctrl-S, the terminal would not take it.
    const giveKeys = holdKeys(context.io, { keeps: true });
    try {
      if (!isPlain(context.settings.env)) await context.io.stdout.write(putRight);
      await work(context, source, { ...given, own, giveKeys });
    } finally {
      giveKeys();
    }
  },
});

/** What `triage.json` says; undefined if there is none. Throws a usage error, and Unsafe. */
async function readOwnChoices(context: Context): Promise<OwnChoices | undefined> {
  const path = context.settings.folders.config('triage.json');
  if (!lstatSync(path, { throwIfNoEntry: false })) return undefined;
  return (await import('./own/own-file.js')).readOwnFile(path);
}

/** Throws a usage error where nobody can press keys or see a screen. */
function requireTerminal(context: Context): void {
  const { io, prompt } = context;
  const tickets = `tracker ${selection(context)}tickets`;
  if (!io.stdin.isTerminal || !isScreen(io.stdout) || !prompt.possible)
    throw usageError('triage needs a terminal', `in a script, use ${tickets} list and ${tickets} edit`);
}

/** Throws a usage error for flags that a screen cannot follow. */
function refuseOutput(context: Context): void {
  if (context.show.isAsked)
    throw usageError(
      'triage shows a screen and prints no data: --json, --fields and the like are not for it',
      `to print what it would show: tracker ${selection(context)}tickets list --waiting --segment all`,
    );
}

interface TriageFlags {
  readonly dir: string | undefined;
  readonly teach: boolean;
  readonly proposed: boolean;
  readonly own: OwnChoices | undefined;
  /** Leaves what was typed so far, and what follows, to the screen. */
  readonly giveKeys: () => void;
}

async function work(
  given: Context,
  source: Source,
  { dir, teach, proposed, own, giveKeys }: TriageFlags,
): Promise<void> {
  const ending = createEnding(given.signal);
  const context = await untilEnd(given, ending);
  const client = await context.client();
  const ruler = lateRuler();
  const { color } = context.show;
  let now: State | undefined;
  let take: Dispatch = () => undefined;
  const dispatch: Dispatch = (event) => take(event);
  const kept = await createKeptEntries(context, dispatch);
  const shared: SessionParts = {
    reads: context.settings.offline ? withClient(context, client.remembered(true)) : context,
    proposedFirst: proposed,
    ...{ context, client, source, own, kept, views: [], seen: new Map(), done: [], folder: dir },
    ...{ inTurn: oneAfterAnother(), ending },
    state: () => now ?? start.state,
    dispatch,
  };
  const isSpoken = isPlain(context.settings.env);
  const place = createPlaceKeeper(shared);
  const listed = await rememberedList(context, source);
  await recallWords(shared);
  const start = await startState(shared, listed, { words: listed ? wordsOf(shared) : noWords, isSpoken });
  const parts = {
    paint: color || isSpoken ? await createPaint(color) : inversePaint,
    ...{ ruler, work: createTriageWork(shared, { ruler, color }) },
    ...{ start: start.state, effects: start.effects },
    onOpen: (given: Dispatch) => {
      take = given;
    },
    onState: (state: State) => {
      now = state;
      place.soon(state);
    },
  };
  const { io, signal } = given;
  let isLost = false;
  giveKeys();
  try {
    now = isSpoken
      ? await (await import('../../triage/spoken/run-spoken.js')).runSpoken({ context, ...parts })
      : await runSession({ io, signal, ...parts });
  } finally {
    isLost = await parts.work.end(shared.state());
    // Another triage may have moved it meanwhile.
    if (shared.state().split !== start.state.split) keepSplit(context, shared.state().split);
    place.now(shared.state());
    // The screen on which it was said is gone (docs/requirements.md, R24).
    const unsaved = isSpoken ? undefined : client.unsaved();
    if (unsaved !== undefined) await context.show.warn(unsaved);
    // Also what was done before Ctrl-C or a signal.
    if (teach) await printCommands(shared);
  }
  // Also where that came once the screen had closed.
  signal.throwIfAborted();
  // The commands that send what was lost have been printed.
  if (isLost) throw new ExitWith(exitCodes.failed);
}

/** Prints the commands that would have done the same, without what was undone since. */
async function printCommands({ context, client, done }: SessionParts): Promise<void> {
  const entries = await writtenEntries(context, client).catch(() => []);
  const undone = new Set(entries.filter(({ state }) => state === 'undone').map(({ number }) => number));
  const lines = await Promise.all(
    done
      .flatMap((each) => whatStands(each, undone))
      .map(async (decision) => (typeof decision === 'string' ? decision : await lineOf(context, decision))),
  );
  if (lines.length > 0) await context.show.text(`${lines.join('\n')}\n`);
}

/** A message stays when the status that followed it is undone. */
function whatStands({ decision, entry }: SentDecision, undone: ReadonlySet<number>): readonly (Decision | string)[] {
  if (entry === undefined || !undone.has(entry)) return [decision];
  if (typeof decision === 'string') return [];
  return decision.message ? [withoutStatus(decision)] : [];
}
