import type { Context } from '../../args/context.js';
import { readAgain } from '../../client/live.js';
import { usageError } from '../../contract/errors.js';
import { waitFor } from '../../http/waiting.js';
import type { OutputChoice } from '../../output/show.js';
import { type Io, isScreen } from '../../terminal/streams/io.js';
import { collectIo } from '../../terminal/streams/stand-in.js';
import { type Frames, rowFrames, screenFrames } from './frames.js';
import { untilInterrupted } from './staying-open.js';

/** The shortest time between two looks (milliseconds). */
const pauseMs = 400;

/**
 * Runs a list whenever something may have changed, until Ctrl-C; `redirect` gives what runs it with its output going elsewhere. Throws
 * a usage error for output it cannot be shown in.
 */
export async function watchList(
  context: Context,
  redirect: (io: Io, choice: Partial<OutputChoice>) => Promise<() => Promise<void>>,
): Promise<void> {
  const frames = chooseFrames(context);
  const { onReady } = frames;
  const client = await context.client();
  const { io, take } = collectIo(context.io);
  const fields = frames.fields && { fields: frames.fields };
  let run = await redirect(io, { ...fields, refusesUndeclared: true });
  const later = await redirect(io, { ...fields });
  const read = async () => {
    // What a look that failed has left.
    take();
    await run();
    run = later;
    return take();
  };
  try {
    await untilInterrupted(context, async ({ signal, now }) => {
      for await (const update of readAgain(client, { now, signal, ...(onReady && { onReady }) }, read)) {
        if (update.kind === 'state') await frames.state(update.state);
        else await frames.show(update.value);
        await waitFor(pauseMs, signal);
      }
    });
  } finally {
    await frames.close?.();
  }
}

function chooseFrames(context: Context): Frames {
  const { show, io } = context;
  const { format, jq } = show.choice;
  if (jq !== undefined) throw usageError('--watch cannot be used with --jq', 'use --jsonl and pipe it to jq');
  if (format === 'jsonl') return rowFrames(context);
  if (format !== 'auto') throw usageError(`--watch cannot be used with --${format}`, 'use --jsonl');
  if (!io.stdout.isTerminal) throw usageError('--watch needs a terminal, or --jsonl', 'use --jsonl');
  if (!isScreen(io.stdout)) throw usageError('--watch and --pretty cannot be used together');
  return screenFrames(context);
}
