import { expect, test } from 'vitest';
import { openWorld } from '../../support/run.js';

test.each(['trk_abcdefghijklmnop', 'Zm9v.YmFy+/=', 'abc', 'aZ09.Qx_9'])(
  'a token given as an argument is refused before anything is asked, and is not repeated: %s',
  async (secret) => {
    const world = await openWorld({ shape: 'spec' });
    const { code, stdout, stderr } = await world.run(['login', '--token', secret], { stdin: '', signedIn: false });
    expect({ code, stdout, requests: world.takeRequests() }).toEqual({ code: 2, stdout: '', requests: [] });
    expect(stderr).toContain('--token takes no value');
    expect(stderr).not.toContain(secret);
  },
);

test('a folder that cannot be written is reported before anybody is sent to a browser', async () => {
  const world = await openWorld({ shape: 'spec' });
  const env = { TRACKER_CONFIG_DIR: '/dev/null/tracker' };
  const { code, stderr } = await world.run('login work.example --no-browser --wait 1', { env, signedIn: false });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: cannot .*\/dev\/null\/tracker/);
});

test('a token given instead of an address is not asked for, and not repeated', async () => {
  const world = await openWorld({ shape: 'spec' });
  const secret = 'trkabcdefghijklmnopqrstuvwxyz0123';
  const { code, stderr } = await world.run(['login', secret, '--no-browser'], { signedIn: false });
  expect({ code, requests: world.takeRequests() }).toEqual({ code: 2, requests: [] });
  expect(stderr).toContain('that is not a server address');
  expect(stderr).not.toContain(secret);
});
