import type { Context } from '../../context.js';
import type { Decision } from '../../triage/model/decision.js';
import { lineOf } from './verb-calls.js';

/** Prints the commands that would have done the same. */
export async function printCommands({ show }: Context, done: readonly Decision[]): Promise<void> {
  const lines = await Promise.all(done.map(lineOf));
  if (lines.length > 0) await show.text(`${lines.join('\n')}\n`);
}
