import { expect, test } from 'vitest';
import { drawObject } from '../../../src/output/detail/draw-detail.js';

test('an object may have more fields than a call may have arguments', async () => {
  const fields = Array.from({ length: 130_000 }, (_, at) => ({ key: `${at}`, label: `Field ${at}`, value: 'x' }));
  expect(await drawObject({ fields }, { width: 40, words: false })).toHaveLength(130_000);
});
