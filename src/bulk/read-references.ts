import type { Context } from '../context.js';
import { isRow, type Row, refOf, textOf, uuidOf } from '../contract/row.js';
import { type TrackerError, usageError } from '../errors.js';
import { readGivenText } from '../files/read-input.js';
import { branchReference } from './branch-reference.js';
import { nameRow } from './piped-rows.js';

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
    else if (arg === '@') found.push(await (await import('./last-reference.js')).lastReference(context, 'entity'));
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
