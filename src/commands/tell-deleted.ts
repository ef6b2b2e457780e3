import type { Context } from '../context.js';

/** Tells which damaged files were deleted together with a sign-in (docs/requirements.md, R23). */
export async function tellDeleted({ show }: Context, files: readonly string[]): Promise<void> {
  for (const file of files) await show.say(`Deleted ${file}, a damaged file with tokens that nobody could use.`);
}
