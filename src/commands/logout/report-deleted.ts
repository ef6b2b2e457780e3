import type { Context } from '../../args/context.js';

/** Says which damaged files were deleted along with a sign-in (docs/requirements.md, R23). */
export async function reportDeleted({ show }: Context, files: readonly string[]): Promise<void> {
  for (const file of files) await show.say(`Deleted ${file}, a damaged file with unusable tokens.`);
}
