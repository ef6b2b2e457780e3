import { attempt } from '../../contract/errors.js';

/** The result of routing: a route with its path parameter, a path that has only other methods, or nothing. */
export type Match<Key extends string> =
  | { readonly kind: 'route'; readonly key: Key; readonly id: string }
  | { readonly kind: 'method'; readonly allow: string }
  | { readonly kind: 'none' };

interface Pattern<Key> {
  readonly key: Key;
  readonly method: string;
  readonly segments: readonly string[];
}

const parameter = ':id';

/**
 * Returns a function that finds the route of a request among `keys` (`'GET /tasks/:id'`, or `'GET {base}/api/…'` for a path
 * outside `/api/v1`). A literal segment takes precedence over `:id`; HEAD is routed as GET.
 */
export function compileRoutes<Key extends string>(keys: readonly Key[]): (method: string, path: string) => Match<Key> {
  const patterns = keys.map(readPattern).sort((a, b) => countParameters(a) - countParameters(b));
  return (method, path) => {
    // Each decoded separately, so that an encoded slash stays inside; undefined if malformed.
    const segments = attempt(() => path.split('/').map(decodeURIComponent));
    const fitting = segments ? patterns.filter((pattern) => fits(pattern.segments, segments)) : [];
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = fitting.find((pattern) => pattern.method === wanted);
    if (found && segments)
      return { kind: 'route', key: found.key, id: segments[found.segments.indexOf(parameter)] ?? '' };
    return fitting.length > 0 ? { kind: 'method', allow: listMethods(fitting) } : { kind: 'none' };
  };
}

function readPattern<Key extends string>(key: Key): Pattern<Key> {
  const [method = '', path = ''] = key.split(' ');
  const full = path.startsWith('{base}') ? path.slice('{base}'.length) : `/api/v1${path}`;
  return { key, method, segments: full.split('/') };
}

function countParameters(pattern: Pattern<string>): number {
  return pattern.segments.includes(parameter) ? 1 : 0;
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => (part === parameter ? segments[index] !== '' : part === segments[index]));
}

function listMethods(patterns: readonly Pattern<string>[]): string {
  const methods = patterns.map((pattern) => pattern.method);
  return [...new Set(methods.includes('GET') ? ['GET', 'HEAD', ...methods] : methods)].join(', ');
}
