import { usageError } from '../../contract/errors.js';
import type { JsonObject, Setting } from '../view.js';
import { createIdentify } from './identity.js';

/**
 * The value at a dotted path such as `comments.0.text`; a key with dots comes first. Only own keys count, so no path reaches a
 * function.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && Object.hasOwn(value, path)) return Reflect.get(value, path);
  const step = firstStep(path);
  if (!Object.hasOwn(value, step) || (Array.isArray(value) && !/^\d+$/.test(step))) return undefined;
  const next: unknown = Reflect.get(value, step);
  return step === path ? next : valueAt(next, path.slice(step.length + 1));
}

export function firstStep(path: string): string {
  const dot = path.indexOf('.');
  return dot === -1 ? path : path.slice(0, dot);
}

/**
 * Throws `usage` for a dotted path that starts with a known name but leads nowhere in any row: into a text or a number, or to a
 * key that no object there has. Paths that may merely be empty here, through an empty list or null, are accepted.
 */
export function refuseSteps(paths: readonly string[], rows: readonly JsonObject[]): void {
  const wrong = paths.filter((path) => path.includes('.') && !leadsOn(rows, path, true));
  if (wrong.length === 0) return;
  const names = wrong.map((path) => `"${path}"`).join(', ');
  throw usageError(`not found in any row (--fields): ${names}`, 'use --json to see every field');
}

/** The same for the columns of a list; a path may be the key of a column. */
export function refuseListSteps(
  fields: readonly string[],
  columns: readonly { readonly key: string }[],
  { rows, setting }: { readonly rows: readonly JsonObject[]; readonly setting: Setting },
): void {
  const paths = fields.filter((field) => field.includes('.') && columns.every(({ key }) => key !== field));
  if (paths.length === 0) return;
  const identify = createIdentify(setting.people);
  const whole = rows.map((row) => identify(row));
  refuseSteps(paths, whole);
}

function leadsOn(values: readonly unknown[], path: string, isTop = false): boolean {
  const objects = values.filter((value): value is object => typeof value === 'object' && value !== null);
  if (objects.length === 0) return values.every((value) => value === null || value === undefined);
  if (objects.some((each) => !Array.isArray(each) && Object.hasOwn(each, path))) return true;
  const step = firstStep(path);
  const isIndex = /^(?:0|[1-9]\d*)$/.test(step);
  // One item of a list may lack a key that the next one has.
  const below = objects.flatMap((each) => (Array.isArray(each) ? (isIndex ? each : []) : ownOf(each, step)));
  const isHeld = objects.some((each) => (Array.isArray(each) ? isIndex : Object.hasOwn(each, step)));
  if (!isHeld) return isTop || objects.every((each) => !Array.isArray(each) && Object.keys(each).length === 0);
  return step === path || leadsOn(below, path.slice(step.length + 1));
}

function ownOf(value: object, step: string): readonly unknown[] {
  return Object.hasOwn(value, step) ? [Reflect.get(value, step)] : [];
}
