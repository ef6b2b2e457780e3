import { expect, test } from 'vitest';
import { inRounds } from '../../src/triage/work.js';

test('a wish is met, however close to the end of a round it comes', async () => {
  for (let steps = 0; steps < 12; steps += 1) {
    let [wish, done] = [0, 0];
    const draw = inRounds(async () => {
      done = wish;
      await Promise.resolve();
    });
    wish = 1;
    let rest = draw();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    wish = 2;
    rest = draw();
    await rest;
    expect([steps, done]).toEqual([steps, 2]);
  }
});

test('wishes that come during a round are met by one more', async () => {
  let rounds = 0;
  const draw = inRounds(async () => {
    rounds += 1;
    await Promise.resolve();
  });
  await Promise.all([draw(), draw(), draw()]);
  expect(rounds).toBe(2);
});
