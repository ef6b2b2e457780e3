import type { Context } from '../../args/context.js';

/** The flags of a verb that creates something from a text. */
interface TextGiven {
  readonly body?: string | undefined;
  readonly bodyFile?: string | undefined;
}

/**
 * Whether something new is shown and confirmed before it is sent: unless `--yes` is given, or both title and text are. The
 * values come from the command line or a draft.
 */
export function isReviewed({ settings }: Context, { body, bodyFile }: TextGiven, title: string | undefined): boolean {
  if (settings.yes || settings.dryRun) return false;
  return title === undefined || (body === undefined && bodyFile === undefined);
}

/** The files of something new, for its summary. */
export function fileRemarks(attach: readonly string[]): readonly string[] {
  return attach.length === 0 ? [] : [`Files: ${attach.join(', ')}`];
}
