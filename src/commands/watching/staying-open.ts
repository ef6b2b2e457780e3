import type { Context } from '../../args/context.js';
import type { Start } from '../../args/verb.js';
import type { LiveState } from '../../client/live.js';
import { ExitWith, exitCodes, phrase, type Sentence, TrackerError, usageError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import type { ListData } from '../../output/shown.js';
import { localMinute } from '../../output/time.js';
import type { HumanLine, ListView, Setting } from '../../output/view.js';

/** Throws a usage error for a format that cannot print rows as they come. `what` is the command. */
export function requireLines({ show, io }: Pick<Context, 'show' | 'io'>, what: string): void {
  const { format, fields, jq } = show.choice;
  if (jq !== undefined) throw usageError(`${what} cannot be used with --jq`, 'use --jsonl and pipe it to jq');
  const isByLine = format === 'jsonl' || format === 'tsv' || (format === 'auto' && !io.stdout.isTerminal);
  if (isByLine || (format === 'auto' && fields.length === 0)) return;
  const asked = format === 'auto' ? '--fields' : `--${format}`;
  throw usageError(`${what} prints rows as they arrive and cannot be used with ${asked}`, 'use --jsonl or --tsv');
}

/** Shows rows as they come: for people a line for each, and otherwise in the chosen format. */
export async function showAsTheyCome(
  { show, io }: Pick<Context, 'show' | 'io'>,
  pages: AsyncIterable<ListData>,
  { view, lineOf }: { readonly view: ListView; readonly lineOf: (row: Row, setting: Setting) => HumanLine },
): Promise<void> {
  if (!io.stdout.isTerminal || show.choice.format !== 'auto') return await show.early({ is: 'pages', view, pages });
  for await (const { rows, setting } of pages)
    for (const row of rows)
      await show.early({
        is: 'object',
        data: { object: {}, fields: [], human: () => [lineOf(row, setting)], tooWide: 'wrap' },
      });
}

/** How changes are noticed, in words. */
export function stateText(state: LiveState): Sentence {
  if (state.is === 'live') return 'live';
  if (state.is === 'polling') return phrase`checking every 30 s (${state.why})`;
  return phrase`${state.isReached ? 'failing' : 'offline'} since ${localMinute(state.since).slice(-5)} (${state.why})`;
}

/** Says on a terminal how changes are noticed; elsewhere it warns, once each, if that is not as they happen. */
export function reportState({ io, show }: Pick<Context, 'io' | 'show'>): (state: LiveState) => Promise<void> {
  const warned = new Set<string>();
  return async (state) => {
    if (io.stderr.isTerminal && !show.isJson) return await show.say(phrase`${stateText(state)}; press Ctrl-C to stop.`);
    if (state.is === 'live' || warned.has(state.is)) return;
    warned.add(state.is);
    await show.warn(stateText(state));
  };
}

/**
 * Runs work that lasts until Ctrl-C, which is no error on a terminal, because that is how people stop it. The work gets a context
 * whose signal also ends with the terminal, even if SIGHUP is ignored or never comes.
 */
export async function untilInterrupted(context: Context, work: (context: Context) => Promise<void>): Promise<void> {
  const lost = watchTerminal(context);
  try {
    await work({ ...context, signal: AbortSignal.any([context.signal, lost.signal]) });
  } catch (error) {
    const { aborted, reason } = context.signal;
    const isInterrupted = aborted && reason instanceof TrackerError && reason.exitCode === exitCodes.interrupted;
    if (context.io.stdout.isTerminal && isInterrupted) throw new ExitWith(exitCodes.interrupted);
    throw error;
  } finally {
    lost.stop();
  }
}

/** Lets a command go on after the session that started it, unless it is at a terminal. */
export function outliveSession({ io: { stdin, stdout, stderr }, ignoreHangup }: Start): void {
  if (![stdin, stdout, stderr].some(({ isTerminal }) => isTerminal)) ignoreHangup?.();
}

/** How often to look whether the terminal is still there (milliseconds). */
const lookMs = 2000;

function watchTerminal({ io }: Context): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const timer = setInterval(() => {
    if (io.stdout.isLost?.()) controller.abort(new ExitWith(129));
  }, lookMs);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
