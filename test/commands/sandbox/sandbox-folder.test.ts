import { expect, test } from 'vitest';
import { openWorld, refused } from '../../support/run.js';

test.each(['start', 'status', 'stop', 'reset', 'users', 'password'])(
  'sandbox %s: the folder cannot be empty',
  async (verb) => {
    const world = await openWorld();
    const ran = await world.run(['sandbox', verb, '--data', ''], { signedIn: false });
    expect(ran).toEqual(refused(2, '--data cannot be empty'));
  },
);
