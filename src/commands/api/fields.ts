import type { Context } from '../../args/context.js';
import { givenTwice } from '../../args/flag.js';
import { type TrackerError, usageError } from '../../contract/errors.js';
import { isRow } from '../../contract/row.js';
import { requireFewSteps } from '../../contract/text/json-text.js';
import { readGivenText } from '../../files/read-input.js';

/** One `-f` or `-F`: its key as typed, the steps of the key, and its value, which is undefined for `a[]` alone (an empty list). */
interface Field {
  readonly key: string;
  readonly steps: readonly string[];
  readonly value: Scalar | undefined;
}

type Scalar = string | number | boolean | null;

type FieldFlags = Readonly<Record<'rawField' | 'field', readonly string[]>>;

/** Reads the fields: those of `-f` (`rawField`) are strings, those of `-F` (`field`) are typed. Throws usage errors. */
export async function readFields(context: Context, { rawField, field: typed }: FieldFlags): Promise<readonly Field[]> {
  const fields = rawField.map((each) => parseField(each, '-f'));
  if (typed.filter((each) => each.endsWith('=@-')).length > 1) throw givenTwice('@-');
  for (const each of typed) {
    const field = parseField(each, '-F');
    fields.push(typeof field.value === 'string' ? { ...field, value: await typedValue(context, field.value) } : field);
  }
  return fields;
}

function parseField(text: string, flag: string): Field {
  const at = text.indexOf('=');
  const key = at < 0 ? text : text.slice(0, at);
  if (!/^[^[\]]+(?:\[[^[\]]*\])*$/.test(key) || (at < 0 && !key.endsWith('[]')))
    throw usageError(`${flag}: ${quote(text)} is not key=value`, 'keys look like a, a[b] or a[], as in -f a[b]=text');
  const steps = key.replace(/\]$/, '').split(/\]?\[/);
  requireFewSteps(steps, `${flag}: ${quote(text)}`);
  return { key, steps, value: at < 0 ? undefined : text.slice(at + 1) };
}

/** `true`, `false`, `null` and whole numbers as such, the text of the file for `@file`, and otherwise the text itself. */
async function typedValue(context: Context, text: string): Promise<Scalar> {
  if (text.startsWith('@')) return await readValue(context, text.slice(1));
  if (!/^(?:true|false|null|-?(?:0|[1-9]\d*))$/.test(text)) return text;
  const typed: number | boolean | null = JSON.parse(text);
  if (typeof typed !== 'number' || Number.isSafeInteger(typed)) return typed;
  throw usageError(`-F: ${quote(text)} is too large for a number`, 'send it as a string with -f');
}

async function readValue(context: Context, file: string): Promise<string> {
  const refuse = (why: string): TrackerError => usageError(`-F: cannot read ${quote(file)}: ${why}`);
  if (file === '') throw refuse('the file name after @ is missing');
  return await readGivenText(context, file, refuse);
}

/** The fields as query parameters, with keys as typed; null becomes an empty value. */
export function toQuery(fields: readonly Field[]): string {
  const query = new URLSearchParams();
  for (const { key, value } of fields) if (value !== undefined) query.append(key, value === null ? '' : String(value));
  return query.toString();
}

/** Without a prototype, any key is one like another. */
type Branch = Record<string, unknown>;

const isBranch: (value: unknown) => value is Branch = isRow;

/** The fields as one JSON object: `a[b]=x` nests, `a[]=x` adds to a list. Throws a usage error if two conflict. */
export function toBody(fields: readonly Field[]): Branch {
  const body: Branch = Object.create(null);
  for (const field of fields) put(body, field);
  return body;
}

/** Puts the value of a field where its steps lead, from the one at `depth` on. */
function put(at: unknown, field: Field, depth = 0): void {
  const { key, steps, value } = field;
  const [step = '', next, after] = steps.slice(depth);
  if (step === '' && Array.isArray(at)) {
    if (next === undefined) return void (value !== undefined && at.push(value));
    // `a[][b]=x` goes into the last object of the list, or a new one if that already has the key.
    const last: unknown = at.at(-1);
    const isFree = isBranch(last) && (after !== undefined || !(next in last));
    put(isFree ? last : at[at.push(Object.create(null)) - 1], field, depth + 1);
  } else if (step !== '' && isBranch(at) && (next !== undefined || !(step in at))) {
    at[step] = next === undefined ? value : (at[step] ?? (next === '' ? [] : Object.create(null)));
    if (next !== undefined) put(at[step], field, depth + 1);
  } else throw usageError(`the field ${quote(key)} conflicts with an earlier one`);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
