import { describe, expect, test } from 'vitest';
import { endsSoon } from '../../../src/output/jq/jq.js';

describe('an expression without a thread', () => {
  test.each([
    '.',
    'length',
    '.[].ref',
    '.[0].people',
    '.[] | select(.status == "todo") | .ref',
    '.[] | [.ref, .status, .people.owner] | @tsv',
    '.[] | {ref, title}',
    '.task.title',
  ])('%s', (expression) => expect(endsSoon(expression)).toBe(true));

  test.each([
    'def f: f; f',
    '[range(1e9)]',
    'repeat(.)',
    '[paths]|contains(.)',
    '. - .',
    '[paths,paths]|.-.|length',
    '[tostream]|length',
    '.[]|(0,0)-(0,0)-(0,0)',
    '.[] += 1',
    '.[] |= empty',
    'split("")|join("")',
    '@json|@json|@json|@json',
    '.[20000000]=0',
    'join(.[0])',
    'transpose',
    'env.HOME',
    '$ENV.HOME',
    'inputs',
    '.[][]',
    '[.[].x, .[].y]',
    '.[] as $a | .[] as $b | 1',
    '"\\(range(1e9))"',
    '.[] | select(.title | test("(a+)+$"))',
    '.|.|.|.|.',
    `.${' '.repeat(200)}`,
  ])('has one: %s', (expression) => expect(endsSoon(expression)).toBe(false));
});
