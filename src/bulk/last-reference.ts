import type { Context } from '../context.js';
import { usageError } from '../errors.js';

/**
 * The reference `@` stands for: what was last shown or written in this terminal. Throws a usage error if there is nothing yet,
 * or no terminal.
 */
export async function lastReference(context: Context): Promise<string> {
  const { entity, hasTerminal } = await (await context.client()).lastShown();
  if (entity !== undefined) return `${entity.kind}:${entity.uuid}`;
  if (!hasTerminal)
    throw usageError('@ needs a terminal, which it remembers a reference for', 'give the reference itself');
  throw usageError('@ stands for what was last shown in this terminal, and nothing was yet', 'tracker next');
}
