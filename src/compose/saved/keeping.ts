import type { Context } from '../../args/context.js';
import { Declined } from '../../contract/errors.js';
import type { Draft } from './drafts.js';

/** Asks about a draft, and says that it is kept if the answer is no. */
export async function keeping(context: Context, draft: Draft, ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    await sayKept(context, draft);
    throw new Declined();
  }
}

export async function sayKept({ show }: Context, { number }: Draft): Promise<void> {
  await show.say(`Not sent; kept as draft ${number}.`);
}
