import { beforeEach, describe, expect, test } from 'vitest';
import { openWorld, printed, refused, remarked } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const token = 'fcm:AbCdEf0123456789 with=odd/characters';

describe('devices', () => {
  const world = allTests(openWorld);
  beforeEach(() => void world.takeRequests());
  const stored = () => world.sandbox.world.db.all('SELECT platform, device_name AS name FROM push_tokens');

  test('registered with the token of standard input, and removed', async () => {
    const added = await world.run(['devices', 'add', '--platform', 'iOS', '--name', 'My phone'], {
      stdin: `${token}\n`,
    });
    expect(added).toEqual(remarked('', 'Registered My phone for push notifications.\n'));
    expect(world.takeRequests()).toEqual(['POST /api/v1/push/tokens']);
    expect(stored()).toEqual([{ platform: 'ios', name: 'My phone' }]);
    expect(await world.run('devices remove', { stdin: token })).toEqual(remarked('', 'Removed the device.\n'));
    expect(world.takeRequests()).toEqual(['DELETE /api/v1/push/tokens']);
    expect(stored()).toEqual([]);
  });

  test('as JSON', async () => {
    expect(await world.run('devices add --platform android --json', { stdin: token })).toEqual(
      printed('{"ok":true}\n'),
    );
    expect(await world.run('device rm --json', { stdin: token })).toEqual(printed('{"ok":true}\n'));
  });

  test('--dry-run shows no token', async () => {
    expect(await world.run('devices add --platform android --name Tablet -n', { stdin: token })).toEqual(
      remarked(
        `POST\t${world.url}/api/v1/push/tokens\t{"token":"***","platform":"android","deviceName":"Tablet"}\t\n`,
        'Would register this device.\n',
      ),
    );
    expect(world.takeRequests()).toEqual([]);
  });

  test.each([
    ['devices add', token, 'specify --platform ios, android or ios-live-activity'],
    ['devices add --platform ios', ' \n', 'no device token was given'],
    ['devices add --platform ios', 'one\ntwo', 'a device token must be one line without control characters'],
  ])('%s with %j is a usage error', async (line, stdin, error) => {
    expect(await world.run(line, { stdin })).toEqual(refused(2, error, 'tracker devices add --platform ios < FILE'));
    expect(world.takeRequests()).toEqual([]);
  });

  test('a token never stands on the command line, and a platform is one of three', async () => {
    expect((await world.run('devices add --platform ios abc', { stdin: token })).code).toBe(2);
    expect(await world.run('devices add --platform palm', { stdin: token })).toEqual(
      refused(2, '--platform takes ios, android or ios-live-activity, not "palm"'),
    );
    expect((await world.run('devices remove', { stdin: '' })).code).toBe(2);
    expect(world.takeRequests()).toEqual([]);
  });

  test('at a terminal a person is asked, and the token is not shown', async () => {
    const ran = await world.run('devices add --platform ios', { terminal: { columns: 80 }, stdin: `${token}\r` });
    expect(ran.code).toBe(0);
    expect(ran.stdout + ran.stderr).not.toContain(token);
    expect(stored()).toEqual([{ platform: 'ios', name: null }]);
  });
});
