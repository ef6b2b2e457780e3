import type { Context } from '../args/context.js';
import { TrackerError, usageError } from '../contract/errors.js';
import { isRow, type Row, refOf, textOf, uuidOf } from '../contract/row.js';
import { readGivenText } from '../files/read-input.js';
import { referencesIn } from '../terminal/programs/git-branch.js';
import { gitTrouble } from '../terminal/programs/git-trouble.js';
import type { Wanted } from './last-shown.js';

/** What a row on standard input says about its entity. */
export interface RowName {
  /** Its human reference. */
  readonly ref: string;
  /** Such as `ticket`; undefined if the row does not show its kind. */
  readonly kind: string | undefined;
}

/** Commands pass on only the identifier of a row; what else it said is kept here, by context. */
const named = new WeakMap<object, Map<string, RowName>>();

/** Remembers what a row says about the entity with this identifier. */
export function nameRow(context: Context, text: string, row: Row): void {
  const names = named.get(context) ?? new Map<string, RowName>();
  named.set(context, names.set(text.toLowerCase(), { ref: textOf(row.ref) ?? refOf(row), kind: kindOf(row) }));
}

/** What a row on standard input said about the entity with this identifier; undefined if it did not come from a row. */
export function rowNameOf(context: object, text: string): RowName | undefined {
  return named.get(context)?.get(text.toLowerCase());
}

/** A reference as messages show it: the one in its row, or as given if it did not come from a row. */
export function shownReference(context: object, text: string): string {
  return rowNameOf(context, text)?.ref ?? text;
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

const instead = 'specify the reference, or switch to a branch created by tracker tasks branch REF';

/**
 * `SCM-12` from a branch called `feature/scm-12-night-ferry`. Throws a usage error if there is no branch or its name contains
 * no reference, and `ambiguous` for rivals.
 */
async function branchReference({ launch, settings: { workingFolder } }: Context): Promise<string> {
  const { code, stdout, stderr } = await launch.capture(
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
  throw new TrackerError('ambiguous', `@branch: the branch name ${name} contains several references: ${all}`, {
    hint: instead,
  });
}

/**
 * The references of a command: its arguments, with `@`, `@branch` and `-` (the lines of standard input) replaced. A line may be
 * a row of `--jsonl`, whose uuid is used. Duplicates are dropped. Throws a usage error if there are none, and for a line that is
 * not a reference, such as an array printed by `--json`.
 */
export async function readReferences(context: Context, given: readonly string[]): Promise<readonly string[]> {
  const args = given.map((each) => each.trim());
  if (args.filter((arg) => arg === '-').length > 1) throw usageError('- can be given only once');
  const found: string[] = [];
  for (const arg of args) {
    if (arg === '-') for (const line of await readLines(context)) found.push(line);
    else if (arg === '@branch') found.push(await branchReference(context));
    else if (arg === '@') found.push(await (await import('./last-shown.js')).lastReference(context, 'entity'));
    else found.push(...arg.split(',').map((each) => each.trim()));
  }
  if (found.length === 0)
    throw usageError(args.includes('-') ? 'no references on standard input' : 'no reference was given');
  if (found.some((each) => each === '')) throw usageError('a reference cannot be empty');
  return [...new Map(found.map((each) => [each.toLowerCase(), each])).values()];
}

async function readLines(context: Context): Promise<readonly string[]> {
  const text = await readGivenText(context, '-', (why) => usageError(`cannot read standard input: ${why}`));
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => readLine(context, line));
}

/** The longest line that may be a reference, which can be a URL (characters). */
const longest = 2000;

/** The reference in a line: the first cell of a TSV row, the uuid or reference in a JSON row, or the line itself. */
function readLine(context: Context, line: string): string {
  // A title may also start with a bracket.
  if (/^\[\s*(?:$|[[\]{"\d])/.test(line))
    throw noReference('standard input is a JSON array, not a list of references', line);
  if (!line.startsWith('{')) return readCell(line.split('\t')[0] ?? line);
  const row = parseRow(line);
  const name = row === undefined ? '' : uuidOf(row) || (textOf(row.ref) ?? refOf(row));
  if (row === undefined || name === '')
    throw noReference('a line of standard input is neither a reference nor a row of --jsonl', line);
  nameRow(context, name, row);
  return name;
}

function readCell(cell: string): string {
  if (cell.length <= longest) return cell;
  throw noReference('a line of standard input is too long for a reference', cell);
}

function noReference(what: string, line: string): TrackerError {
  const start = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return usageError(`${what}: ${start}`, 'print one row per line with --jsonl, or just the references with -q');
}

function parseRow(line: string): Row | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return isRow(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The reference an argument stands for: `@` is what was last shown in this terminal, `@branch` the one in the name of the
 * current git branch, `-` the only line of standard input, and anything else the reference itself. Throws a usage error unless
 * there is exactly one.
 */
export async function oneReference(context: Context, given: string, wanted: Wanted = 'entity'): Promise<string> {
  const text = given.trim();
  if (text === '@branch') return await branchReference(context);
  if (text === '@') return await (await import('./last-shown.js')).lastReference(context, wanted);
  if (text !== '-') return text;
  const [first, second] = await readReferences(context, ['-']);
  if (first === undefined || second !== undefined) throw usageError('expected a single reference on standard input');
  return first;
}
