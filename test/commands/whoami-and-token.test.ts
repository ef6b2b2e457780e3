import { describe, expect, test } from 'vitest';
import { narrow, openWorld, printed, refused } from '../support/run.js';

const signedOut = refused(
  3,
  'you are not signed in to any server',
  'tracker login https://tracker.example.com, or tracker sandbox start to try it without an account',
);

describe('token', () => {
  test('goes into a pipe, and onto a terminal only on request', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const { stdout } = await world.run('token');
    expect(stdout).toMatch(/^[\w./=+-]{40,}\n$/);
    expect(await world.run('token', narrow)).toEqual(
      refused(2, 'the token is not shown on a terminal without --show', 'tracker token --show'),
    );
    expect(await world.run('token --show', narrow)).toEqual(printed(stdout));
    expect(await world.run('token', { signedIn: false })).toEqual(signedOut);
    expect(world.takeRequests()).toEqual([]);
  });
});
