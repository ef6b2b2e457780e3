import { jsonText } from '../../contract/json-text.js';
import { isRow, type Row } from '../../contract/row.js';
import { usageError } from '../../errors.js';
import { valueAt } from '../../output/columns/path.js';

/** One `a.b=value` of the command line. */
export interface Assignment {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Reads all of them. Throws a usage error too where one is set twice, or inside another. */
export function readAssignments(words: readonly string[]): readonly Assignment[] {
  const found = words.map(readAssignment);
  for (const [at, { path }] of found.entries()) {
    const other = found.slice(at + 1).find((each) => isWithin(each.path, path) || isWithin(path, each.path));
    if (other) throw usageError(`${path.join('.')} and ${other.path.join('.')} set the same thing`);
  }
  return found;
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((step, at) => inner[at] === step);
}

/**
 * Reads `a.b=value`. `true`, `false`, `null`, numbers and JSON are what they look like, anything else is a text, and quotes
 * make a text of everything. Throws usage errors.
 */
function readAssignment(text: string): Assignment {
  const at = text.indexOf('=');
  const shown = JSON.stringify(text.slice(0, 60));
  if (at < 1) throw usageError(`${shown} is no KEY=VALUE`, 'tracker prefs set theme=light');
  const path = text.slice(0, at).split('.');
  if (path.some((step) => step.trim() === '' || step === '__proto__'))
    throw usageError(`${shown}: a key is made of names with dots between them`);
  return { path, value: readValue(text.slice(at + 1), shown) };
}

function readValue(text: string, shown: string): unknown {
  const isMeantAsJson = /^\s*[[{"]/.test(text);
  const isScalar = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/.test(text);
  if (!isMeantAsJson && !isScalar) return text;
  const value = parse(text, shown);
  // What is no longer the same number would be sent instead of it, infinity as null.
  if (isScalar && !isKeptNumber(value))
    throw usageError(
      `${shown}: the number cannot be sent as it stands`,
      `a text in quotes is kept: key='"${text.slice(0, 60)}"'`,
    );
  if (!isKeptNumber(value))
    throw usageError(`${shown}: a number in it cannot be sent as it stands`, 'texts in quotes are kept');
  return value;
}

function parse(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw usageError(`${shown}: the value begins like JSON and is none`, `a text in quotes is one: key='"[text"'`);
  }
}

/** Whether every number in a value is finite, and safe where it is whole. */
function isKeptNumber(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isKeptNumber);
  if (typeof value !== 'number') return true;
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/**
 * The body that makes these changes. The object a value stands in is sent whole, since servers take it in one piece
 * (docs/api.md, Current user and related); what stands beside that object is left out, and stays as it is.
 */
export function toPatch(assignments: readonly Assignment[], current: Row): Row {
  const patch: Record<string, unknown> = {};
  for (const { path, value } of assignments) {
    const parents = path.slice(0, -1);
    let at = patch;
    let before: unknown = current;
    for (const [depth, step] of parents.entries()) {
      before = isRow(before) && Object.hasOwn(before, step) ? before[step] : undefined;
      at = stepInto(at, step, depth === parents.length - 1 && isRow(before) ? before : {});
    }
    at[path.at(-1) ?? ''] = value;
  }
  return patch;
}

function stepInto(at: Record<string, unknown>, step: string, whole: Row): Record<string, unknown> {
  const known = at[step];
  const next: Record<string, unknown> = { ...whole, ...(isRow(known) ? known : {}) };
  at[step] = next;
  return next;
}

/**
 * Whether a server's preferences show an assignment. null asks for the default, whatever that is, and a server may add to
 * an object and write numbers as texts.
 */
export function isKept({ path, value }: Assignment, preferences: Row): boolean {
  return value === null || holds(valueAt(preferences, path.join('.')), value);
}

function holds(stored: unknown, given: unknown): boolean {
  if (isRow(given) && isRow(stored))
    return Object.entries(given).every(([key, each]) => Object.hasOwn(stored, key) && holds(stored[key], each));
  if (typeof given === 'object') return jsonText(stored) === jsonText(given);
  return stored === given || (stored !== undefined && stored !== null && String(stored) === String(given));
}

/** The resolved values of what was set and kept, as `theme is dark`. */
export function tellValues(assignments: readonly Assignment[], preferences: Row): string {
  const told = assignments
    .filter((each) => isKept(each, preferences))
    .map(({ path }) => {
      const value = valueAt(preferences, path.join('.'));
      return `${path.join('.')} is ${typeof value === 'string' ? value : jsonText(value ?? null)}`;
    });
  return `${told.join(', ')}.`;
}
