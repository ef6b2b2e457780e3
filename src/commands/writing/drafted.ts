import { resolve } from 'node:path';
import type { FlagTable } from '../../args/flag.js';
import type { Context } from '../../context.js';
import { TrackerError, usageError } from '../../errors.js';
import { type Draft, type Drafts, openDrafts } from '../../state/drafts.js';
import type { TextSource } from './read-text.js';
import { commandOf, tellKept } from './tell-kept.js';

/** What is written and about to be sent. */
export interface Authored {
  /** `tasks comment`: the command that sends it. */
  readonly command: string;
  /** What stands behind the command, such as references. */
  readonly args: readonly string[];
  /** The flags as given, the text as `body` among them. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The address of the server it is meant for. */
  readonly url: string;
  /** The draft it came from, which is replaced. */
  readonly fromDraft?: string | undefined;
}

/** What `send` may say about the draft while it runs. */
export interface Kept {
  /** From now on only these arguments are still to be sent; none: the server has it all. */
  narrow(args: readonly string[]): void;
}

/**
 * Keeps what was written on disk before the network is touched, sends it, and removes it when that worked. Otherwise the
 * draft stays, and a warning names it and the command that sends it again (docs/requirements.md, R70). A dry run keeps
 * nothing.
 */
export async function sendAuthored<T>(
  context: Context,
  authored: Authored,
  send: (kept: Kept) => Promise<T>,
): Promise<T> {
  if (context.settings.dryRun) return await send({ narrow: () => undefined });
  const drafts = openDrafts(context.settings.folders.state);
  const others = otherArgs(drafts, authored);
  let draft = await keep(context, drafts, authored, others);
  let isTaken = false;
  const narrow = (args: readonly string[]): void => {
    isTaken = args.length === 0;
    if (!draft) return;
    draft = { ...draft, words: [...authored.command.split(' '), ...args, ...others] };
    // A disk that is full by now must not end what is going on; the command that is told later is right all the same.
    if (args.length > 0) replaceWherePossible(drafts, draft);
  };
  try {
    const sent = await send({ narrow });
    isTaken = true;
    return sent;
  } catch (error) {
    if (!isTaken) await tellKept(context, { draft, authored, error });
    throw error;
  } finally {
    if (isTaken && draft)
      await finish(context, drafts, { ...draft, words: [...authored.command.split(' '), ...others] });
  }
}

/** What a draft was also written for and is not sent to now: it must not vanish with the rest (docs/requirements.md, R70). */
function otherArgs(drafts: Drafts, { command, args, fromDraft }: Authored): readonly string[] {
  if (fromDraft === undefined) return [];
  const given = new Set(args.map((arg) => arg.toLowerCase()));
  const words = drafts.read(fromDraft).words.slice(command.split(' ').length);
  // As many others as before: the reference was wrong, and has been put right.
  if (args.length >= words.length) return [];
  return words.filter((word) => !given.has(word.toLowerCase()));
}

function replaceWherePossible(drafts: Drafts, draft: Draft): void {
  try {
    drafts.replace(draft);
  } catch {
    // The draft on the disk then names more than is left, which is never less than what is.
  }
}

/** Removes a draft that was sent, or keeps it for whom it was not sent to. */
async function finish(context: Context, drafts: Drafts, draft: Draft): Promise<void> {
  const left = draft.words.slice(2);
  if (left.length === 0) return drafts.remove(draft.id);
  replaceWherePossible(drafts, draft);
  await context.show.warn(
    `draft ${draft.id} stays: it was not sent to ${left.join(', ')}`,
    `send it there: tracker ${commandOf(draft)} --from-draft ${draft.id}`,
  );
}

/**
 * Asks a person for what is missing. Where that ends badly, what was typed by then is kept as a draft and told; `typed`
 * gives it, undefined where there was nothing yet (docs/requirements.md, R70).
 */
export async function keepTyped<T>(
  context: Context,
  typed: () => Authored | undefined,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const authored = context.settings.dryRun ? undefined : typed();
    if (authored) {
      const draft = await keep(context, openDrafts(context.settings.folders.state), authored);
      await tellKept(context, { draft, authored });
    }
    throw error;
  }
}

/** Without a folder to keep it in, a text is sent all the same, and the person knows. */
async function keep(
  context: Context,
  drafts: Drafts,
  authored: Authored,
  others: readonly string[] = [],
): Promise<Draft | undefined> {
  const { command, args, url, fromDraft } = authored;
  const words = [...command.split(' '), ...args, ...others];
  const flags = cleared(authored.flags);
  try {
    if (fromDraft === undefined) return drafts.save({ url, words, flags }, context.now());
    const draft = { ...drafts.read(fromDraft), url, words, flags };
    drafts.replace(draft);
    return draft;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await context.show.warn(`no draft is kept: ${error.message}`);
    return undefined;
  }
}

/** Flags that were not given are left out, and paths hold wherever the draft is sent from. */
function cleared(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = Object.entries(flags).filter(
    ([key, value]) => !['fromDraft', 'bodyFile', 'editor', 'draftText'].includes(key) && !isNotGiven(value),
  );
  return Object.fromEntries(
    own.map(([key, value]) => [key, key === 'attach' && Array.isArray(value) ? value.map(absolute) : value]),
  );
}

function absolute(path: unknown): unknown {
  return typeof path === 'string' && path !== '-' ? resolve(path) : path;
}

function isNotGiven(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

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
