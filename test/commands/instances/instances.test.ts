import { describe, expect, test } from 'vitest';
import { narrow, openWorld, owner, printed, refused, remarked, wide } from '../../support/run.js';

const openTwo = async () => {
  const world = await openWorld({ seed: 'empty:1' });
  const machine = await world.machine(owner);
  await machine.run('login work.example --token --name second', { stdin: world.sandbox.signIn(owner) });
  await machine.run('logout -I work');
  world.takeRequests();
  return { world, machine };
};

describe('instances', () => {
  test('list', async () => {
    const { world, machine } = await openTwo();
    expect(await machine.run('instances', narrow)).toEqual(
      printed(`NAME    URL                   USER            SESSION     DEFAULT
work    https://work.example  Mara Lindqvist  signed out
second  https://work.example  Mara Lindqvist  signed in   yes
`),
    );
    expect(await machine.run('instance ls')).toEqual(
      printed(
        'work\thttps://work.example\tMara Lindqvist\tfalse\tfalse\nsecond\thttps://work.example\tMara Lindqvist\ttrue\ttrue\n',
      ),
    );
    expect(await machine.run('instances --json=ref,default')).toEqual(
      printed('[{"ref":"work","default":false},{"ref":"second","default":true}]\n'),
    );
    expect(await machine.run('instances -q')).toEqual(printed('work\nsecond\n'));
    expect(world.takeRequests()).toEqual([]);
  });

  test('list where there is none', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const how = { ...narrow, signedIn: false };
    expect(await world.run('instances', how)).toEqual(
      remarked('', 'No instances yet: sign in with tracker login URL.\n'),
    );
    expect(await world.run('instances --json', { signedIn: false })).toEqual(printed('[]\n'));
  });

  test('the help of list names the columns of --known too', async () => {
    const { stdout } = await (await openWorld({ seed: 'empty:1' })).run('instances list --help', wide);
    expect(stdout).toContain('Columns with --known, in order: ref, name, added.');
  });

  test('use, by name or URL (#10.18)', async () => {
    const { machine } = await openTwo();
    expect(await machine.run('instances use work')).toEqual(
      remarked('', 'work (https://work.example) is now the default instance.\n'),
    );
    expect((await machine.run('tasks')).code).toBe(3);
    expect((await machine.run('tasks -I second')).code).toBe(0);
    expect((await machine.run('instances use nobody.example')).code).toBe(4);
    expect((await machine.run('instances use https://work.example/')).stderr).toBe(
      'work (https://work.example) is now the default instance.\n',
    );
    expect(await machine.run('instances use nope')).toEqual(
      refused(4, 'there is no instance "nope" (known: work, second)', 'tracker instances list'),
    );
    expect(await machine.run('instances use')).toEqual(
      refused(2, "missing required argument 'name'", 'tracker help instances use'),
    );
  });

  test('remove asks', async () => {
    const { machine } = await openTwo();
    expect(await machine.run('instances remove work')).toEqual(
      refused(2, 'cannot ask here: Forget work (https://work.example) and its token?', 'add --yes'),
    );
    for (const how of [
      { flags: '--no-input', env: {} },
      { flags: '', env: { CI: '1' } },
    ]) {
      const { code, stderr } = await machine.run(`instances remove work ${how.flags}`, { ...narrow, env: how.env });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: 'error: cannot ask here: Forget work (https://work.example) and its token?\nhint: add --yes\n',
      });
    }
    const asked = await machine.run('instances remove work', { ...narrow, stdin: 'n\r' });
    expect(asked.code).toBe(130);
    expect(asked.stderr).toContain('Forget work (https://work.example) and its token?');
    expect(asked.stderr).toMatch(/error: nothing was removed\n$/);
    expect((await machine.run('instances -q')).stdout).toBe('work\nsecond\n');
    const answered = await machine.run('instances rm work', { ...narrow, stdin: 'y\r' });
    expect(answered.code).toBe(0);
    expect(answered.stderr).toMatch(/Forgot work \(https:\/\/work\.example\)\.\n$/);
    expect(await machine.run('instances delete second -y')).toEqual(
      remarked('', 'Forgot second (https://work.example).\n'),
    );
    expect((await machine.run('instances -q')).stdout).toBe('');
  });

  test('what is removed is in no file any more, and another one becomes the default', async () => {
    const { machine } = await openTwo();
    expect((await machine.run('instances remove second -y')).stderr).toBe(
      'Forgot second (https://work.example); work is now the default instance.\n',
    );
    expect((await machine.run('instances --fields ref,default')).stdout).toBe('work\ttrue\n');
    expect((await machine.run('tasks')).code).toBe(3);
  });

  test('probe', async () => {
    const { world, machine } = await openTwo();
    expect(await machine.run('instances probe', narrow)).toEqual(
      printed(`URL       https://work.example
Service   tracker
Version   1.0.0
API       1
Branding  Tracker sandbox
`),
    );
    expect(await machine.run('instances probe work')).toEqual(
      printed('url\thttps://work.example\nname\ttracker\nversion\t1.0.0\napi\t1\nbranding\tTracker sandbox\n'),
    );
    const asked = await machine.run('instances probe https://work.example/ --json');
    expect(JSON.parse(asked.stdout)).toEqual({
      name: 'tracker',
      version: '1.0.0',
      api: 1,
      branding: { name: 'Tracker sandbox', logoUrl: null },
    });
    expect(await machine.run('instances probe -q')).toEqual(printed('https://work.example\n'));
    expect(world.takeRequests().every((line) => line === 'GET /api/v1/instance')).toBe(true);
    expect(await machine.run('instances probe nowhere.example')).toEqual(
      refused(7, 'cannot reach nowhere.example: no such host', 'check the address'),
    );
    expect(await machine.run('instances probe --service-name other')).toEqual(
      refused(
        1,
        'work.example is not the right service: it calls itself "tracker", not "other"',
        'if it is the right server: tracker login https://work.example --service-name tracker',
      ),
    );
  });

  test('unknown columns are refused before anything is done', async () => {
    const { machine } = await openTwo();
    for (const words of ['use work', 'remove second --yes'])
      expect((await machine.run(`instances ${words} --fields nope`)).stderr).toContain(
        'unknown name in --fields: "nope"',
      );
    expect((await machine.run('instances --fields ref,default')).stdout).toBe('work\tfalse\nsecond\ttrue\n');
  });
});
