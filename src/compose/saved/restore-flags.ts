import type { Context } from '../../args/context.js';
import { type FlagTable, longName } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { commandOf } from '../../ledger/entry.js';
import { findMe } from '../../references/people.js';
import type { TextSource } from '../text/read-text.js';
import { isNotGiven } from '../writing.js';
import { accountOf, type Draft, type DraftTargets, isFor, readDraft } from './drafts.js';
import { resending, sendingCommand } from './report-unsent.js';

/**
 * The flags of a command, and what the draft with this number was written for; flags not given come from the draft. A new text
 * replaces the draft's; with `--editor` the draft's text becomes `draftText` or `draftFile`, to be changed there. Throws a usage error
 * for a draft of another command, server or user.
 */
export async function restoreFlags<V extends TextSource>(
  context: Context,
  given: V,
  expected: { readonly id: string; readonly command: string; readonly table: FlagTable },
) {
  const start = given.quote ? '--quote' : given.template === undefined ? undefined : '--template';
  if (start !== undefined) throw usageError(`--from-draft and ${start} cannot be used together`);
  const draft = await readDraft(context, expected.id);
  if (commandOf(draft) !== expected.command) {
    const hint = `tracker ${selection(context)}${sendingCommand(draft)}${context.settings.dryRun ? ' -n' : ''}`;
    throw usageError(`draft ${draft.number} belongs to another command`, hint);
  }
  await requireOwn(context, draft);
  if (!isFor(context, draft))
    throw (await import('../../contract/allowed.js')).notAllowed(
      context.settings.access,
      `draft ${draft.number} was written or accepted by a person`,
    );
  if (draft.state === 'proposed' && context.sending?.accepted !== draft.number && !context.settings.dryRun)
    throw (await import('../../ledger/proposals.js')).needsPerson(draft);
  requireKnownFlags(draft, expected.table);
  return flagsOf(context, draft, { given, table: expected.table });
}

/** What another version of tracker has kept, and this one would not send as it was meant. It stays as it is. */
export class OfOtherVersion extends TrackerError {
  constructor({ number }: Draft, unknown: string) {
    super('failed', `draft ${number} was written by another version of tracker: this one has no ${unknown}`);
  }
}

/** Throws OfOtherVersion for a draft that has flags which a command would leave out. */
export function requireKnownFlags(draft: Draft, table: FlagTable): void {
  const isUnknown = ([key, value]: [string, unknown]): boolean => !isNotGiven(value) && !Object.hasOwn(table, key);
  const [name] = Object.entries(draft.flags).find(isUnknown) ?? [];
  if (name === undefined) return;
  const typed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new OfOtherVersion(draft, `--${typed} for ${commandOf(draft)}`);
}

/** The same of a draft that was read, whoever wrote it. */
export function flagsOf<V extends TextSource>(
  context: Context,
  draft: Draft,
  { given, table }: { readonly given: V; readonly table: FlagTable },
) {
  const meant: DraftTargets = {
    targets: draft.targets ?? {},
    commandFor: (ref, uuid) => {
      if (draft.verbWords !== undefined) return `tracker ${selection(context)}${typedAgain(draft, table, [ref, uuid])}`;
      const words = draft.words.map((word) => (word.toLowerCase() === ref ? uuid : word));
      const flag = Object.entries(table).find(([key]) => String(draft.flags[key]).toLowerCase() === ref)?.[1];
      const instead = flag === undefined ? '' : ` ${longName(flag.flags)} ${uuid}`;
      return `${resending(context, { ...draft, words }).command}${instead}`;
    },
  };
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(given));
  const hasText = given.body !== undefined || given.bodyFile !== undefined || given.editor === true;
  const { body, bodyFile } = draft.flags;
  if (given.editor === true && typeof body === 'string') merged.draftText = body;
  else if (given.editor === true && typeof bodyFile === 'string') merged.draftFile = bodyFile;
  for (const [key, flag] of Object.entries(table)) {
    const value = hasText && (key === 'body' || key === 'bodyFile') ? undefined : draft.flags[key];
    if (isNotGiven(merged[key]) && value !== undefined && isLike(value, flag.initial))
      merged[key] = typeof value === 'string' && flag.parse ? flag.parse(value, undefined, context.now()) : value;
  }
  // Only the command's own flags were added, each with a value of its type.
  return { values: merged as V, meant };
}

/** Throws a usage error, which names the instance to choose instead, for a draft of another server or user. */
export async function requireOwn(context: Context, { number, url, userId, state }: Draft): Promise<void> {
  const client = await context.client();
  const { url: own } = await accountOf(client);
  // Whose a token from the environment is, only the server knows.
  const isOurs = state === 'proposed' || userId === undefined || userId === (await findMe(client));
  const isHere = url === own && isOurs;
  if (isHere) return;
  const instances = await context.servers.vault.instances();
  const known = instances.find((each) => each.url === url && (!userId || each.userId === userId))?.name;
  const whose = url === own ? `by another user of ${url}` : `for ${url}, not for ${own}`;
  const instead = known ?? (url === own ? undefined : url);
  const chosen = instead === undefined ? undefined : `-I ${shellWord(instead)}`;
  const { command } = context.settings;
  const hint = chosen && (command.startsWith('drafts ') ? `tracker ${chosen} ${command} ${number}` : `add ${chosen}`);
  throw usageError(`draft ${number} was written ${whose}`, hint ?? 'sign in as that user');
}

/** Whether a value has the type of the flag; the file of a draft may have been edited by hand. */
function isLike(value: unknown, initial: unknown): boolean {
  if (Array.isArray(initial)) return Array.isArray(value) && value.every((each) => typeof each === 'string');
  return typeof initial === 'boolean'
    ? typeof value === 'boolean'
    : typeof value === 'string' || typeof value === 'number';
}

/** A kept command as it was typed, with a uuid in place of a reference (in lower case). */
function typedAgain({ words, flags }: Draft, table: FlagTable, [ref, uuid]: readonly [ref: string, uuid: string]) {
  const shown = (text: string): string => shellWord(text.toLowerCase() === ref ? uuid : text);
  return [...words.map(shown), ...typedFlags(table, flags, shown)].join(' ');
}

/** Flags as they are typed; `shown` gives a value as a shell reads it. */
export function typedFlags(table: FlagTable, flags: Row, shown: (value: string) => string): readonly string[] {
  return Object.entries(flags).flatMap(([key, flag = []]) => {
    const name = longName(table[key]?.flags ?? key);
    const typed = (text: string): string => `${name}${text.startsWith('-') ? '=' : ' '}${shown(text)}`;
    return [flag].flat().map((value) => (value === true ? name : typed(String(value))));
  });
}
