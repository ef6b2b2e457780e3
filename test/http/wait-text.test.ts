import { expect, test } from 'vitest';
import { waitText } from '../../src/http/retry.js';

test.each([
  [1, '1 s'],
  [1_001, '2 s'],
  [119_000, '119 s'],
  [120_000, '2m'],
  [120_001, '3m'],
  [5_400_000, '1h30m'],
  [7_200_000, '2h'],
  [86_399_001, '1d'],
  [129_600_000, '1d12h'],
  [172_800_001, '2d1h'],
])('a wait of %i ms, rounded up, is %s', (milliseconds, text) => {
  expect(waitText(milliseconds)).toBe(text);
});
