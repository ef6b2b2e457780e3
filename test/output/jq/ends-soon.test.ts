import { describe, expect, test } from 'vitest';
import { endsSoon } from '../../../src/output/jq/ends-soon.js';

describe('an expression without a thread', () => {
  test.each([
    '.',
    'length',
    '.[].ref',
    '.[0:3] | map(.ref)',
    '[.[] | select(.status == "todo" and (.due // "") > "2026") | .ref]',
    '.[] | [.ref, .status, .people.owner.name?] | @tsv',
    '.[] | {ref, title, late: (.due != null)}',
    'group_by(.status) | map({status: .[0].status, count: length})',
    '.[] | if (.tags | contains(["x"])) then .ref else empty end',
    '.[] | "a b\\n\\"" + .ref',
  ])('%s', (expression) => expect(endsSoon(expression)).toBe(true));

  test.each([
    'def f: f; f',
    '[range(1e9)]',
    'repeat(.)',
    'last(repeat (1))',
    'first(range(10;0;-0))',
    '[.[]|until(false;.)]',
    '[limit(9; repeat(1))]',
    '.. | .ref?',
    'recurse',
    '"x" * 1000000000',
    '.[] as $a | .[] as $b | 1',
    '[.[], .[]]',
    '{a: .[].x, b: .[].y}',
    'map(map(.x))',
    '.|(.,.)|(.,.)|(.,.)|(.,.)',
    '.+.|.+.|.+.|.+.',
    'reduce .[] as $x (0; . + 1)',
    '.[].title | test("(a+)+$")',
    '"\\(range(1e9))"',
    'env.HOME',
    '$ENV.HOME',
    '[inputs]',
    'input',
    '.a # | comment',
    `[${'.,'.repeat(13)}.]`,
    `.${' '.repeat(200)}`,
  ])('has one: %s', (expression) => expect(endsSoon(expression)).toBe(false));
});
