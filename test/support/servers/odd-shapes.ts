import { expect } from 'vitest';
import type { Outcome } from '../computer/program.js';
import type { Meddle } from './meddled-service.js';

type Change = (value: unknown, key: string) => unknown;

/** Changes every value in a response, deepest first, except those that identify things. */
const everywhere =
  (change: Change): Meddle =>
  (body) => {
    const walk = (value: unknown, key: string, depth: number): unknown => {
      const inner = Array.isArray(value)
        ? value.map((item) => walk(item, key, depth + 1))
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, name, depth + 1)]))
          : value;
      return depth < 2 || /^(?:id|uuid|key|displayId|slug)$/.test(key) ? inner : change(inner, key);
    };
    return walk(body, '', 0);
  };

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Replaces each value that is neither a list nor an object. */
const scalars = (replacement: unknown): Meddle => everywhere((value) => (isScalar(value) ? replacement : value));

/** Replaces each list and object except the outermost. */
const containers = (replacement: unknown): Meddle => everywhere((value) => (isScalar(value) ? value : replacement));

const withoutKeys: Meddle = (body) => {
  const walk = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1));
    if (isScalar(value)) return value;
    const entries = Object.entries(value as object);
    const kept = depth < 2 ? entries : entries.filter(([key]) => /^(?:id|uuid|key|displayId|slug)$/.test(key));
    return Object.fromEntries(kept.map(([key, item]) => [key, walk(item, depth + 1)]));
  };
  return walk(body, 0);
};

/** Ids that are also properties of every object. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

const withInheritedIds = everywhere((value, key) => {
  if (/^(?:assignees|watchers|tags|labels|tagIds)$/.test(key) && Array.isArray(value)) return inherited;
  if (
    /^(?:assignee|user|authorId|actorId|createdBy|requester|createdById|uploadedBy|status|priority|type|kind|category)$/.test(
      key,
    )
  )
    return typeof value === 'string' ? inherited[value.length % inherited.length] : value;
  return value;
});

/** Responses that break the specification: the same fields with unexpected values (docs/requirements.md, R40). */
export const oddShapes: readonly (readonly [what: string, meddle: Meddle])[] = [
  ['nulls', scalars(null)],
  ['numbers', scalars(-1.5)],
  ['words nobody knows', scalars('zzz-unheard-of')],
  ['objects instead of values', scalars({ a: { b: [1] } })],
  ['lists instead of values', scalars([null, 'x', { c: 1 }])],
  ['true', scalars(true)],
  ['null instead of lists and objects', containers(null)],
  ['numbers instead of lists and objects', containers(7)],
  ['texts instead of lists and objects', containers('text')],
  ['lists of lists', containers([[['x']], null, 3])],
  ['nothing but ids', withoutKeys],
  ['ids and words that every object has something under', withInheritedIds],
];

/** Output that only a bug would produce. */
export const nonsense =
  /undefined|\[object |function |NaN|Invalid Date|\bnative code\b|=> |TypeError|RangeError|went wrong in tracker/;

/** Expects a documented exit code, and no internals in the output. */
export function expectSense(
  words: string,
  { code, stdout, stderr }: Pick<Outcome, 'stdout' | 'stderr'> & { readonly code: number | undefined },
): void {
  expect([words, [0, 1, 4, 8].includes(code ?? -1), stderr]).toEqual([words, true, stderr]);
  expect(nonsense.exec(stdout + stderr)?.[0]).toBeUndefined();
  if (code !== 0) expect(stderr).toMatch(/^(?:warning: .+\n(?:.+\n)*)?error: .+\n(?:.+\n)*$/);
}
