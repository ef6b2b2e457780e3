import { resolve } from 'node:path';
import { toldReference } from '../bulk/piped-rows.js';
import type { Context } from '../context.js';
import { TrackerError } from '../errors.js';
import type { FilePart } from '../http/body/multipart.js';
import type { Draft, Drafts } from './store.js';

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
  /** The attachments; one that comes through a pipe is received once the draft is there. */
  readonly files?: readonly FilePart[];
}

/** Without a folder to keep it in, a text is sent all the same, and the person knows. */
export async function keepDraft(
  context: Context,
  drafts: Drafts,
  authored: Authored,
  others: readonly string[] = [],
): Promise<Draft | undefined> {
  const { command, args, url, fromDraft } = authored;
  const words = [...command.split(' '), ...args, ...others];
  const flags = clearedFlags(authored.flags);
  try {
    const known = await knownTargets(context, authored);
    if (fromDraft === undefined) return drafts.save({ url, words, flags, ...known }, context.now());
    const before = drafts.read(fromDraft);
    const targets = { ...known.targets, ...before.targets };
    const draft = { ...before, url, words, flags, ...(Object.keys(targets).length > 0 && { targets }) };
    drafts.replace(draft);
    return draft;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await context.show.warn(`no draft is kept: ${error.message}`);
    return undefined;
  }
}

/** The uuids that this machine knows its references by. */
async function knownTargets(context: Context, { command, args }: Authored): Promise<Pick<Draft, 'targets'>> {
  const kind = (['tasks', 'tickets', 'projects'] as const).find((noun) => command.startsWith(`${noun} `));
  if (kind === undefined || args.length === 0) return {};
  const { index } = await context.client();
  const known = args.flatMap((arg) => index.find(kind, arg) ?? []);
  if (known.length === 0) return {};
  return { targets: Object.fromEntries(known.map(({ ref, uuid }) => [ref.toLowerCase(), uuid])) };
}

/** What the arguments are called: of a row on standard input its reference, which is what was meant, not its uuid. */
export function toldArgs(context: Context, args: readonly string[]): readonly string[] {
  return args.map((arg) => toldReference(context, arg) || arg);
}

/** Flags that were not given are left out, and paths hold wherever the draft is sent from. */
export function clearedFlags(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
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

/** Whether a flag stands at what it is without being given. */
export function isNotGiven(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

/** What a draft was also written for and is not sent to now: it must not vanish with the rest (docs/requirements.md, R70). */
export function otherArgs(drafts: Drafts, { command, args, fromDraft }: Authored): readonly string[] {
  if (fromDraft === undefined) return [];
  const given = new Set(args.map((arg) => arg.toLowerCase()));
  const words = drafts.read(fromDraft).words.slice(command.split(' ').length);
  // As many others as before: the reference was wrong, and has been put right.
  if (args.length >= words.length) return [];
  return words.filter((word) => !given.has(word.toLowerCase()));
}
