import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../src/args/duration.js';

describe('durations', () => {
  test.each([
    ['90', 90],
    ['90m', 90],
    ['1h30m', 90],
    ['1.5h', 90],
    ['1:30', 90],
    ['0:05', 5],
    ['10:00', 600],
    [' 1H 30M ', 90],
    ['2h', 120],
    ['0.25h', 15],
    ['0h5m', 5],
    ['90min', 90],
    ['1h30', 90],
    ['1h 5', 65],
    ['1hr', 60],
    ['2 hours 5 minutes', 125],
    ['2147483647', 2_147_483_647],
  ])('%j is %i minutes', (text, minutes) => {
    expect(parseDuration(text, '--estimate')).toBe(minutes);
  });

  test('a long text does not fill the message', () => {
    expect(() => parseDuration('x'.repeat(5000), '--estimate')).toThrow(/^--estimate: "x{80}…" is not a duration$/);
  });

  test.each(['', '-5', '1d', '1h90', '30m1h', 'h', '1:75', '1:5', ':30', '1:30h', '1e3', 'none', '2147483648'])(
    '%j is refused, naming the flag',
    (text) => {
      expect(() => parseDuration(text, '--estimate')).toThrow(
        expect.objectContaining({
          kind: 'usage',
          message: `--estimate: ${JSON.stringify(text)} is not a duration`,
          hint: 'durations look like 90, 90m, 1h30m, 1:30 or 1.5h',
        }),
      );
    },
  );

  test.each(['0', '0m', '0h', '0:00', '0.001h'])('%j is refused with the reason', (text) => {
    expect(() => parseDuration(text, '--estimate')).toThrow(
      expect.objectContaining({
        message: `--estimate: "${text}" is less than a minute`,
        hint: 'to clear it: --estimate none',
      }),
    );
    expect(() => parseDuration(text, 'DURATION')).toThrow(expect.objectContaining({ hint: 'the least is 1m' }));
  });

  test.each(['1.5', '1,5'])('%j is not guessed at', (text) => {
    expect(() => parseDuration(text, '--estimate')).toThrow(
      expect.objectContaining({ hint: 'durations look like 90, 90m, 1h30m, 1:30 or 1.5h; hours need an h: 1.5h' }),
    );
  });
});
