import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { freeText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { attempt, orElse, TrackerError, usageError } from '../../contract/errors.js';
import { isRow, type Row, textOf } from '../../contract/row.js';
import { jsonText, requireFewSteps, requireShallow } from '../../contract/text/json-text.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { whileLocked } from '../../ledger/entity-lock.js';
import { readBack } from '../../lists/read-back.js';
import { valueAt } from '../../output/columns/path.js';
import { nearest } from '../../output/text/nearest.js';
import { readPreferences } from './preferences.js';

export const verb = defineVerb({
  details: [
    'Keys are dotted. true, false, null, numbers and JSON keep their type; anything else, and anything in quotes, is a string.',
    'Other preferences stay unchanged. The server defines the keys and values. Prints the new values; --json prints all',
    'preferences. Everyone may change their own.',
  ].join('\n'),
  prints: 'result',
  arguments: [{ value: freeText('assignment'), isRepeatable: true, help: 'KEY=VALUE, such as theme=light' }],
  examples: [
    { line: 'tracker prefs set theme=light weekStartsOn=0', does: 'set two preferences' },
    { line: 'tracker prefs set notifications.taskCommented.email=instant', does: 'set one value of a group' },
    { line: 'tracker prefs set \'digest={"frequency":"daily","hour":8}\'', does: 'set a group as JSON' },
  ],
  writes: ['PATCH /me/preferences'],
  run: async (context, words) => {
    const assignments = readAssignments(words);
    const client = await context.client();
    const reply = await write(context, client, assignments);
    if (!reply) return undefined;
    const preferences = await readBack(
      context,
      `${assignments.map(({ path }) => path.join('.')).join(', ')} was set`,
      // The content of the reply is unspecified.
      async () => (isRow(reply.preferences) ? reply.preferences : await readPreferences(client)),
    );
    if (!preferences) return undefined;
    const left = leftOut(context, assignments, preferences);
    if (left?.kind === 'failed') throw left;
    return {
      ...{ is: 'result', sentence: describeValues(assignments, preferences), object: preferences },
      ...{ quiet: textOf(words[0]?.split('=')[0]) ?? '', failure: left },
    };
  },
});

/** The reply of the write, or undefined in a dry run. Parts of a preference are put into what it is now. */
async function write(context: Context, client: Client, assignments: readonly Assignment[]): Promise<Row | undefined> {
  return await whileLocked(context, { client, uuid: 'preferences' }, async () => {
    const isNested = assignments.some(({ path }) => path.length > 1);
    const reading = readPreferences(client);
    const before = isNested ? await reading : await orElse(reading, () => ({}));
    refuseUnknown(assignments, Object.keys(before));
    const isSame = assignments.every((each) => each.value !== null && isStored(each, before));
    return await client.write('PATCH /me/preferences', { body: toPatch(assignments, before), isStored: isSame });
  });
}

/** What the server accepted but did not store: `failed` if that is all, else `partial` (docs/requirements.md, R81). */
function leftOut(context: Context, assignments: readonly Assignment[], preferences: Row): TrackerError | undefined {
  const left = assignments.filter((each) => !isStored(each, preferences)).map(({ path }) => path.join('.'));
  if (left.length === 0) return undefined;
  const kind = left.length === assignments.length ? 'failed' : 'partial';
  const message = `the server accepted the change but did not keep ${left.join(', ')}`;
  return new TrackerError(kind, message, { hint: `tracker ${selection(context)}prefs list` });
}

/** Throws a usage error for a preference that the server does not show, as it does all, unless it shows none. */
function refuseUnknown(assignments: readonly Assignment[], known: readonly string[]): void {
  const unknown = assignments.map(({ path: [key = ''] }) => key).find((key) => !known.includes(key));
  if (unknown === undefined || known.length === 0) return;
  const near = nearest(unknown, known);
  const hint = near === undefined ? `known: ${known.join(', ')}` : `did you mean ${near}?`;
  throw usageError(`the server has no preference ${JSON.stringify(unknown)}`, hint);
}

/** An `a.b=value` from the command line. */
interface Assignment {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Parses all assignments. Also throws a usage error if a key is set twice, or one is inside another. */
function readAssignments(words: readonly string[]): readonly Assignment[] {
  const [key = '', value] = words;
  if (words.length === 2 && !words.some((word) => word.includes('=')))
    throw usageError(
      `${JSON.stringify(key.slice(0, 60))} is not KEY=VALUE`,
      `did you mean ${shellWord(`${key}=${value}`)}?`,
    );
  const found = words.map(readAssignment);
  for (const [at, { path }] of found.entries()) {
    const other = found.slice(at + 1).find((each) => isWithin(each.path, path) || isWithin(path, each.path));
    if (other) throw usageError(`${path.join('.')} and ${other.path.join('.')} conflict`);
  }
  return found;
}

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return outer.every((step, at) => inner[at] === step);
}

/** Parses `a.b=value`: scalars and JSON keep their type, anything else, and anything in quotes, is a string. */
function readAssignment(text: string): Assignment {
  const at = text.indexOf('=');
  const shown = JSON.stringify(text.slice(0, 60));
  if (at < 1) throw usageError(`${shown} is not KEY=VALUE`, 'give the value, too, as in theme=light');
  const path = text.slice(0, at).split('.');
  if (path.some((step) => step.trim() === '' || step === '__proto__'))
    throw usageError(`${shown}: a key consists of names separated by dots`);
  requireFewSteps(path, shown);
  return { path, value: readValue(text.slice(at + 1), shown) };
}

function readValue(text: string, shown: string): unknown {
  const isMeantAsJson = /^\s*[[{"]/.test(text);
  const isScalar = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/.test(text);
  if (!isMeantAsJson && !isScalar) return text;
  const value: unknown = attempt(() => JSON.parse(text));
  if (value === undefined)
    throw usageError(`${shown}: the value is not valid JSON`, `to send it as a string, quote it: key='"[text"'`);
  requireShallow(value, shown);
  // A different number would be sent otherwise, or null for infinity.
  if (isScalar && !hasExactNumbers(value))
    throw usageError(`${shown}: the number cannot be sent exactly`, `quote it: key='"${text.slice(0, 60)}"'`);
  if (!hasExactNumbers(value))
    throw usageError(`${shown}: a number in it cannot be sent exactly`, 'quote it to send it as a string');
  return value;
}

/** Whether every number in a value is finite and, if it is an integer, safe. */
function hasExactNumbers(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(hasExactNumbers);
  if (typeof value !== 'number') return true;
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}

/**
 * The body that makes these changes. The object that contains a value is sent whole, because servers replace it as a whole
 * (docs/api.md, Current user and related); everything else is left out and stays unchanged.
 */
function toPatch(assignments: readonly Assignment[], current: Row): Row {
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

/** Whether the preferences show an assignment: null asks for the default, and servers may add to objects and send numbers as text. */
function isStored({ path, value }: Assignment, preferences: Row): boolean {
  return value === null || holds(valueAt(preferences, path.join('.')), value);
}

function holds(stored: unknown, given: unknown): boolean {
  if (isRow(given) && isRow(stored))
    return Object.entries(given).every(([key, each]) => Object.hasOwn(stored, key) && holds(stored[key], each));
  if (typeof given === 'object') return jsonText(stored) === jsonText(given);
  return stored === given || (stored !== undefined && stored !== null && String(stored) === String(given));
}

function describeValues(assignments: readonly Assignment[], preferences: Row): string {
  const described = assignments
    .filter((each) => isStored(each, preferences))
    .map(({ path }) => {
      const value = valueAt(preferences, path.join('.'));
      return `${path.join('.')} is ${typeof value === 'string' ? value : jsonText(value ?? null)}`;
    });
  return `${described.join(', ')}.`;
}
