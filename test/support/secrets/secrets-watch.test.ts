import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../computer/home.js';
import { shell, tracker } from '../computer/program.js';
import { type SmallService, signIn, startSmallService } from '../sandbox/service.js';
import { eachTest } from '../set-up.js';

const home = eachTest(makeHome);
let service: SmallService;

beforeEach(async () => {
  service = await startSmallService();
  await signIn(home, service.origin, service.token());
});

const stored = '.config/tracker/credentials.json';

describe('the watch over tokens in tests', () => {
  test('finds one that a program shows, on either stream, and lets `tracker token` show it', async () => {
    await expect(shell(home, `cat ${stored}`)).rejects.toThrow(/^the token canary-.* is shown/);
    await expect(shell(home, `cat ${stored} >&2`)).rejects.toThrow(/is shown/);
    expect((await tracker(home, 'token')).stdout).toBe(`${service.token()}\n`);
    await service.close();
  });

  test('finds one that is left in a file or in the name of one', async () => {
    await shell(home, `cp ${stored} left-behind`);
    expect(() => home.secrets.checkFiles()).toThrow(/^the token canary-.* is left in .*left-behind$/);
    await shell(home, `rm left-behind; touch ${service.token()}.lock`);
    expect(() => home.secrets.checkFiles()).toThrow(/is left in .*lock$/);
    await shell(home, 'rm *.lock');
    await service.close();
  });

  test('finds one that is sent in an address or a body', async () => {
    await fetch(`${service.origin}/x?y=${service.token()}`);
    await expect(service.close()).rejects.toThrow(/was sent outside the Authorization header/);
  });

  test('finds one that is sent to a server it does not belong to', async () => {
    const foreign = await startSmallService();
    await fetch(foreign.origin, { headers: { authorization: `Bearer ${service.token()}` } });
    await expect(foreign.close()).rejects.toThrow(/a foreign server$/);
    await service.close();
  });
});
