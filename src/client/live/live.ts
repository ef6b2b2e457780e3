import { waitFor } from '../../http/retry/wait.js';
import type { Client } from '../client.js';
import { followStream } from './follow-stream.js';
import { keepTime } from './keep-time.js';
import { createNotes } from './notes.js';
import type { LiveOptions, LiveUpdate } from './update.js';

/** How long to gather hints that come together (milliseconds). */
const gatherMs = 40;

/**
 * Says when to look again, and how changes are noticed: one sequence made of the event stream, a look at everything every 30 s
 * because many changes cause no hint (docs/api.md, Events 4), and one after each reconnect and each sleep. The first look is at
 * everything. What happens while the consumer is busy becomes one update. Without a stream there are only the looks at
 * everything. Throws `sign_in_required`, and the signal's reason when aborted.
 */
export async function* live(client: Client, options: LiveOptions): AsyncGenerator<LiveUpdate> {
  const { now, signal: outer, wait = waitFor } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([outer, ending.signal]);
  const notes = createNotes(signal);
  const parts = { client, now, signal, wait, notes };
  const stream = followStream(parts);
  const work = [stream.ended, keepTime(parts, stream.reopen)].map((each) => each.catch(notes.fail));
  notes.look('everything');
  options.onReady?.(() => notes.look('everything'));
  try {
    for (;;) {
      await notes.any();
      await wait(gatherMs, signal);
      yield* notes.take();
    }
  } finally {
    ending.abort();
    await Promise.all(work);
  }
}
