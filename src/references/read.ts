import type { Context } from '../args/context.js';
import { selection } from '../args/selection.js';
import { Ambiguous, attempt, TrackerError, usageError } from '../contract/errors.js';
import { isRow, isUuid, type Row, referencesIn, refOf, textOf, uuidOf } from '../contract/row.js';
import { askWhich } from './ask-which.js';
import type { Basis, Entity, EntityKind, EntityName } from './find-entity.js';

/** What names something: from the text that was typed to what was found for it. Verbs hand it on as it is. */
export interface Reference<K extends EntityKind = EntityKind> {
  /** What is looked up: as typed, the identifier in a row, or what `@` stands for. */
  readonly text: string;
  /** What its row says it is, such as `ticket`. */
  readonly kind?: string | undefined;
  /** Its reference in its row, by which messages and drafts name it. */
  readonly ref?: string | undefined;
  /** What it had when the draft of the command was written. */
  readonly uuid?: string | undefined;
  /** What it was found to name, which is not read again. */
  readonly entity?: Entity<K> | undefined;
  /** Throws if nothing may be done to what it was found to name. */
  readonly check?: ((found: EntityName) => Promise<void> | void) | undefined;
  /** What that is based on which is sent to it, by its uuid, if it was queued. */
  readonly basisOf?: ((uuid: string) => Basis | undefined) | undefined;
  /** Called if it names nothing of its kind. */
  readonly onMissing?: (() => void) | undefined;
}

/** A reference as a verb gets it: as typed, or as read by another verb that runs it. */
export type RefArgument = string | Reference;

/** A reference as messages show it: the one in its row, or as given if it did not come from a row. */
export function shown(given: RefArgument): string {
  return typeof given === 'string' ? given : (given.ref ?? given.text);
}

/** A reference to what has been found, for the verb that works on it. */
export function referenceTo<K extends EntityKind>(entity: Entity<K>): Reference<K> {
  return { text: `${entity.kind}:${entity.uuid}`, entity };
}

/** The same, to be read again. */
export function unread(reference: Reference): Reference {
  return { ...reference, entity: undefined };
}

/** Throws `not_found` if the entity has another reference now than its row has, on standard input or on a screen. */
export function requireSameRow({ ref: then }: Reference, { ref }: Pick<EntityName, 'ref'>): void {
  if (then === undefined || isUuid(then) || then.toLowerCase() === ref.toLowerCase()) return;
  throw new TrackerError('not_found', `${then} is now ${ref}`, {
    hint: 'references have changed since; list the rows again',
  });
}

/** The kind of a row that tracker printed, by the fields only that kind has (docs/api.md, Tasks, Tickets, Inbox and Search). */
function kindOf(row: Row): string | undefined {
  if ('entityType' in row && 'readAt' in row) return 'notification';
  if ('subtitle' in row && 'url' in row) return row.type === 'wiki' ? 'wiki page' : wordOf(row.type);
  if ('subject' in row) return 'title' in row ? undefined : 'ticket';
  if ('title' in row && 'status' in row && 'project' in row) return 'task';
  return 'key' in row && 'name' in row ? 'project' : undefined;
}

function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]{1,20}$/.test(value) ? value : undefined;
}

/** `SCM-12` from the branch `feature/scm-12-night-ferry`. Throws a usage error if there is none, and `ambiguous` for rivals. */
async function branchReference(context: Context): Promise<string> {
  const { workingFolder } = context.settings;
  const { gitTrouble } = await import('../terminal/programs/git.js');
  const instead = `specify the reference, or switch to a branch created by tracker ${selection(context)}tasks branch REF`;
  const { code, stdout, stderr } = await context.launch.capture(
    ['git', 'symbolic-ref', '--quiet', '--short', 'HEAD'],
    workingFolder,
  );
  if (code === 1) throw usageError('@branch: no git branch is checked out here (detached HEAD)', instead);
  if (code !== 0) throw usageError(`@branch: ${gitTrouble(workingFolder, stderr)}`, instead);
  const name = JSON.stringify(stdout.slice(0, 80));
  const [first, ...rivals] = referencesIn(stdout);
  if (first === undefined) throw usageError(`@branch: the branch name ${name} contains no reference`, instead);
  if (rivals.length === 0) return first;
  const all = [first, ...rivals].join(', ');
  const candidates = [first, ...rivals].map((each) => ({ name: each, value: each }));
  throw new Ambiguous(`@branch: the branch name ${name} contains several references: ${all}`, candidates, instead);
}

/**
 * The references of a command: its arguments, with `@`, `@branch` and `-` (the lines of standard input) replaced. A line may be
 * a row of `--jsonl`, whose uuid is used. Duplicates are dropped. Throws `nothing_given` if standard input has none and nothing else
 * was given, and a usage error for a line that is not a reference, such as an array printed by `--json`.
 */
export async function readReferences(context: Context, given: readonly RefArgument[]): Promise<readonly Reference[]> {
  const found = await readAnyReferences(context, given);
  if (found.length > 0) return found;
  throw given.includes('-')
    ? new TrackerError('usage', 'no references on standard input', { reason: 'nothing_given' })
    : usageError('no reference was given');
}

/** The same, of which there may be none. */
export async function readAnyReferences(
  context: Context,
  given: readonly RefArgument[],
): Promise<readonly Reference[]> {
  const args = given.map((each) => (typeof each === 'string' ? each.trim() : each));
  if (args.filter((arg) => arg === '-').length > 1) throw usageError('- can be given only once');
  const found: Reference[] = [];
  for (const arg of args) {
    if (typeof arg !== 'string') found.push(arg);
    else if (arg === '-') found.push(...(await readLines(context)));
    else if (arg === '@' || arg === '@branch') found.push(await oneReference(context, arg));
    else found.push(...arg.split(',').map((each) => ({ text: each.trim() })));
  }
  if (found.some(({ text }) => text === '')) throw usageError('a reference cannot be empty');
  return [...new Map(found.map((each) => [each.text.toLowerCase(), each])).values()];
}

/**
 * The reference an argument stands for: `@` is what was last shown in this terminal, `@branch` the one in the name of the
 * current git branch, `-` the only line of standard input, and anything else the reference itself. Throws a usage error unless
 * there is exactly one.
 */
export async function oneReference(
  context: Context,
  given: RefArgument,
  wanted: LastShownKind = 'entity',
): Promise<Reference> {
  if (typeof given !== 'string') return given;
  const text = given.trim();
  if (text === '@branch')
    return {
      text: await askWhich(context, text, async (name) => (name === text ? await branchReference(context) : name)),
    };
  if (text === '@') return { text: await lastReference(context, wanted) };
  if (text !== '-') return { text };
  const [first, second] = await readAnyReferences(context, ['-']);
  if (first === undefined || second !== undefined) throw usageError('expected a single reference on standard input');
  return first;
}

async function readLines(context: Context): Promise<readonly Reference[]> {
  const { readGivenText } = await import('../files/read-input.js');
  const text = await readGivenText(context, '-', (why) => usageError(`cannot read standard input: ${why}`));
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readLine);
}

/** The longest line that may be a reference, which can be a URL (characters). */
const longest = 2000;

/** The reference in a line: the first cell of a TSV row, the uuid or reference in a JSON row, or the line itself. */
function readLine(line: string): Reference {
  // A title may also start with a bracket.
  if (/^\[\s*(?:$|[[\]{"\d])/.test(line))
    throw noReference('standard input is a JSON array, not a list of references', line);
  const [cell = line] = line.split('\t');
  if (!line.startsWith('{') && cell.length > longest)
    throw noReference('a line of standard input is too long for a reference', cell);
  if (!line.startsWith('{')) return { text: cell };
  const parsed: unknown = attempt(() => JSON.parse(line));
  const row = isRow(parsed) ? parsed : undefined;
  const ref = row && (textOf(row.ref) ?? refOf(row));
  const text = row && (uuidOf(row) || ref);
  if (row === undefined || !text)
    throw noReference('a line of standard input is neither a reference nor a row of --jsonl', line);
  return { text, ref: ref || undefined, kind: kindOf(row) };
}

function noReference(what: string, line: string): TrackerError {
  const start = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return usageError(`${what}: ${start}`, 'print one row per line with --jsonl, or just the references with -q');
}

/** What `@` may stand for: an entity with a reference, one of the things named by title, or `any` of these. */
export type LastShownKind = 'entity' | 'page' | 'note' | 'thread' | 'any';

/**
 * The reference `@` stands for: what was last shown or written in this terminal. Throws a usage error if there is nothing yet,
 * or no terminal, and `not_found` if it is not what is wanted, with the command that shows it.
 */
async function lastReference(context: Context, wanted: LastShownKind): Promise<string> {
  const { entity, hasTerminal } = await (await context.client()).lastShown();
  if (entity === undefined && !hasTerminal)
    throw usageError(
      '@ stands for the last thing shown in a terminal, and this is not a terminal',
      'give the reference itself',
    );
  if (entity === undefined)
    throw usageError(
      'nothing has been shown in this terminal yet, so @ refers to nothing',
      `tracker ${selection(context)}next`,
    );
  const isTitled = ['page', 'note', 'thread'].includes(entity.kind);
  if (wanted === 'any' || (wanted === 'entity' && !isTitled)) return `${entity.kind}:${entity.uuid}`;
  if (wanted === entity.kind) return entity.uuid;
  const what = entity.kind === 'page' ? 'wiki page' : entity.kind;
  const noun = entity.kind === 'page' ? 'wiki' : entity.kind === 'thread' ? 'chat' : `${entity.kind}s`;
  const called = isTitled ? JSON.stringify(entity.ref) : entity.ref;
  throw new TrackerError('not_found', `@ is the ${what} ${called}`, {
    hint: `tracker ${selection(context)}${noun} view @`,
  });
}

/** Lets `@` stand for a page, note or thread. */
export async function keepTitled(
  context: Context,
  { kind, id, title }: { readonly kind: 'page' | 'note' | 'thread'; readonly id: string; readonly title: string },
): Promise<void> {
  if (id === '') return;
  const { entity, keep } = await (await context.client()).lastShown();
  // An id that was typed says nothing about the title.
  const known = entity?.uuid === id ? entity.ref : id;
  keep({ entity: { kind, uuid: id, ref: title || known } });
}
