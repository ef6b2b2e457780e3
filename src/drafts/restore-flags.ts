import type { FlagTable } from '../args/flag.js';
import { expectTargets } from '../bulk/meant-targets.js';
import type { Context } from '../context.js';
import { usageError } from '../errors.js';
import type { TextSource } from './read-text.js';
import { commandOf } from './report-unsent.js';
import { isNotGiven } from './save.js';
import { openDrafts } from './store.js';

/** A text that is to be opened in the editor instead of being sent as it is. */
export interface FromDraft {
  readonly draftText?: string | undefined;
}

/**
 * The flags of a command with those of its draft put in where none were given. Another text replaces that of the draft; with
 * `--editor` it is changed there. Throws a usage error for a draft of another command or another server.
 */
export function withDraft<V extends TextSource & { readonly fromDraft: string | undefined }>(
  context: Context,
  given: V,
  expected: { readonly command: string; readonly url: string; readonly table: FlagTable },
): V & FromDraft {
  if (given.fromDraft === undefined) return given;
  const draft = openDrafts(context.settings.folders.state).read(given.fromDraft);
  if (draft.words.slice(0, 2).join(' ') !== expected.command) {
    throw usageError(
      `draft ${draft.id} belongs to another command`,
      `tracker ${commandOf(draft)} --from-draft ${draft.id}`,
    );
  }
  if (draft.url !== expected.url) {
    throw usageError(`draft ${draft.id} was written for ${draft.url}, not for ${expected.url}`, `add -I ${draft.url}`);
  }
  expectTargets(context, {
    targets: draft.targets ?? {},
    commandFor: (uuid) => `tracker ${expected.command} ${uuid} --from-draft ${draft.id}`,
  });
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(given));
  const hasText = given.bodyFile !== undefined || given.editor === true;
  if (given.editor === true && typeof draft.flags.body === 'string') merged.draftText = draft.flags.body;
  for (const [key, flag] of Object.entries(expected.table)) {
    const value = key === 'body' && hasText ? undefined : draft.flags[key];
    if (isNotGiven(merged[key]) && value !== undefined && isLike(value, flag.initial)) merged[key] = value;
  }
  // Only keys of the command's own flags were put in, with values of the kind they have.
  return merged as V & FromDraft;
}

/** A draft is a file that anybody may have edited: a list stays a list, and a switch a switch. */
function isLike(value: unknown, initial: unknown): boolean {
  if (Array.isArray(initial)) return Array.isArray(value) && value.every((each) => typeof each === 'string');
  return typeof initial === 'boolean'
    ? typeof value === 'boolean'
    : typeof value === 'string' || typeof value === 'number';
}
