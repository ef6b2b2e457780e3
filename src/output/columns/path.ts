/**
 * The value at a dotted path such as `comments.0.text`, or undefined. A key that contains dots itself takes precedence. Only
 * own keys count, so no path reaches a function.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return stepInto(value, path);
  if (Object.hasOwn(value, path)) return Reflect.get(value, path);
  return stepInto(value, path);
}

/** The first step of a dotted path. */
export function firstStep(path: string): string {
  const dot = path.indexOf('.');
  return dot === -1 ? path : path.slice(0, dot);
}

function stepInto(value: object, path: string): unknown {
  const step = firstStep(path);
  if (Array.isArray(value) && !/^\d+$/.test(step)) return undefined;
  if (!Object.hasOwn(value, step)) return undefined;
  const next: unknown = Reflect.get(value, step);
  return step === path ? next : valueAt(next, path.slice(step.length + 1));
}
