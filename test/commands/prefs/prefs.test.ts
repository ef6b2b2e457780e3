import { beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { openWorld, printed, refused, remarked } from '../../support/run.js';
import { answerJson, requestLine } from '../../support/sandbox/in-process.js';
import { allTests } from '../../support/set-up.js';

describe('preferences', () => {
  const world = allTests(openWorld);
  beforeEach(() => void world.takeRequests());

  test('one of them', async () => {
    expect(await world.run('prefs get digest.hour')).toEqual(printed('9\n'));
    expect(await world.run('prefs get digest.hour --json')).toEqual(printed('9\n'));
    expect(await world.run('prefs get digest --json')).toEqual(printed('{"frequency":"daily","hour":9}\n'));
    expect(await world.run('prefs get digest')).toEqual(printed('frequency\tdaily\nhour\t9\n'));
    expect(await world.run('prefs get digest.minute')).toEqual(
      refused(4, 'preference "digest.minute" not found', 'known: digest.frequency, digest.hour'),
    );
    expect((await world.run('prefs get constructor')).code).toBe(4);
    expect((await world.run('prefs get theme --json=a')).code).toBe(2);
    expect(await world.run('prefs get theme --csv')).toEqual(
      refused(2, 'a single preference is printed as text or with --json'),
    );
    const { code, stderr } = await world.run('prefs set nope=1');
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'error: the server has no preference "nope"']);
  });

  test('set at the top, with types', async () => {
    expect(await world.run('prefs set theme=light weekStartsOn=0')).toEqual(
      remarked('', 'theme is light, weekStartsOn is 0.\n'),
    );
    expect(world.takeRequests()).toEqual(['GET /api/v1/me/preferences', 'PATCH /api/v1/me/preferences']);
    expect(await world.run('prefs get weekStartsOn')).toEqual(printed('0\n'));
  });

  test('set inside: the object goes whole, its neighbours stay', async () => {
    const before = (await world.json('prefs')) as Record<string, Record<string, unknown>>;
    world.takeRequests();
    const line = 'prefs set digest.hour=7 notifications.taskCommented.email=instant quietHours.enabled=true --json';
    const { stdout, stderr } = await world.run(line);
    expect(stderr).toBe('');
    expect(world.takeRequests()).toEqual(['GET /api/v1/me/preferences', 'PATCH /api/v1/me/preferences']);
    const after = JSON.parse(stdout);
    expect(after.digest).toEqual({ frequency: 'daily', hour: 7 });
    expect(after.quietHours).toEqual({ ...before.quietHours, enabled: true });
    expect(after.notifications).toEqual({
      ...before.notifications,
      taskCommented: { email: 'instant', inApp: true },
    });
  });

  test('the body of a nested change, shown by --dry-run', async () => {
    expect(await world.run('prefs set digest.frequency=hourly -n')).toEqual(
      remarked(
        `PATCH\t${world.url}/api/v1/me/preferences\t{"digest":{"frequency":"hourly","hour":7}}\t\n`,
        'Would change your preferences: digest.\n',
      ),
    );
    expect(world.takeRequests()).toEqual(['GET /api/v1/me/preferences']);
  });

  test('what the server does not keep is said', async () => {
    const send: Send = async (request) =>
      request.method === 'PATCH'
        ? answerJson(200, { ok: true, preferences: { theme: 'dark', digest: { hour: 8, frequency: 'daily' } } })
        : await world.send(request);
    const left = 'error: the server accepted the change but did not keep density\nhint: tracker prefs list\n';
    const ran = await world.run('prefs set density=compact theme=dark', { send });
    expect(ran).toEqual({ code: 8, stdout: '', stderr: `theme is dark.\n${left}` });
    expect(await world.run('prefs set density=compact theme=light', { send })).toEqual(
      refused(1, 'the server accepted the change but did not keep density, theme', 'tracker prefs list'),
    );
    const digest = await world.run(['prefs', 'set', 'digest={"hour":"8"}', 'theme=null'], { send });
    expect(digest).toMatchObject({ code: 0, stderr: expect.not.stringContaining('did not keep') });
  });

  test('a name that the server does not have is refused before anything is set', async () => {
    world.takeRequests();
    const known = /^error: the server has no preference "nosuch"\nhint: known: theme, /;
    for (const line of ['prefs set nosuch.x=1 theme=light', 'prefs set theme=light nosuch=1 -n'])
      expect(await world.run(line)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(known) });
    expect(world.takeRequests()).toEqual(['GET /api/v1/me/preferences', 'GET /api/v1/me/preferences']);
  });

  test('what was set stays set where it cannot be read back', async () => {
    const send: Send = async (request) =>
      request.method === 'PATCH' ? answerJson(200, { ok: true }) : answerJson(418, { message: 'Not now.' });
    expect(await world.run('prefs set theme=light', { send })).toEqual(
      remarked('', 'warning: theme was set, but could not be read back: Not now.\n'),
    );
  });

  test('JSON, and what the server refuses', async () => {
    const { code } = await world.run(['prefs', 'set', 'digest={"frequency":"hourly","hour":3}']);
    expect(code).toBe(0);
    expect(await world.run('prefs get digest.frequency')).toEqual(printed('hourly\n'));
    const refusedByServer = await world.run('prefs set theme=purple');
    expect(refusedByServer.code).toBe(1);
    expect(refusedByServer.stderr).toMatch(/^error: .*theme/);
  });
});

describe('what goes out', () => {
  const body = async (...words: string[]): Promise<unknown> => {
    const world = await openWorld();
    let sent: unknown;
    await world.run(['prefs', 'set', ...words], {
      send: async (request) => {
        if (request.method === 'PATCH') sent = JSON.parse(String(request.body));
        return requestLine(request).startsWith('PATCH')
          ? answerJson(200, { ok: true, preferences: {} })
          : answerJson(200, { preferences: {} });
      },
    });
    return sent;
  };

  test.each([
    ['a=true', { a: true }],
    ['a=null', { a: null }],
    ['a=-1.5', { a: -1.5 }],
    ['a=007', { a: '007' }],
    ['a="8"', { a: '8' }],
    ['a=[1,2]', { a: [1, 2] }],
    ['a=', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=Infinity', { a: 'Infinity' }],
    ['a.b.c=x', { a: { b: { c: 'x' } } }],
    ['constructor.name=x', { constructor: { name: 'x' } }],
  ])('%s', async (word, expected) => {
    expect(await body(word)).toEqual(expected);
  });

  test('a server that does not return the preferences after a change is asked', async () => {
    const world = await openWorld();
    const lines: string[] = [];
    const ran = await world.run('prefs set theme=light', {
      send: async (request) => {
        lines.push(requestLine(request));
        return request.method === 'PATCH'
          ? answerJson(200, { ok: true })
          : answerJson(200, { preferences: { theme: 'light' } });
      },
    });
    expect(ran).toEqual(remarked('', 'theme is light.\n'));
    const [get, patch] = ['GET /api/v1/me/preferences', 'PATCH /api/v1/me/preferences'];
    expect(lines).toEqual([get, patch, get]);
  });

  test.each([
    [['theme'], '"theme" is not KEY=VALUE', 'give the value, too, as in theme=light'],
    [['theme', 'dark'], '"theme" is not KEY=VALUE', 'did you mean theme=dark?'],
    [['=x'], '"=x" is not KEY=VALUE', 'give the value, too, as in theme=light'],
    [['a..b=1'], '"a..b=1": a key consists of names separated by dots', undefined],
    [['__proto__.x=1'], '"__proto__.x=1": a key consists of names separated by dots', undefined],
    [['n=1e400'], '"n=1e400": the number cannot be sent exactly', 'quote it: key=\'"1e400"\''],
    [
      ['p=12345678901234567890'],
      '"p=12345678901234567890": the number cannot be sent exactly',
      'quote it: key=\'"12345678901234567890"\'',
    ],
    [
      ['p={"a":[-1e999]}'],
      '"p={\\"a\\":[-1e999]}": a number in it cannot be sent exactly',
      'quote it to send it as a string',
    ],
    [['a={x'], '"a={x": the value is not valid JSON', `to send it as a string, quote it: key='"[text"'`],
    [['a=1', 'a=2'], 'a and a conflict', undefined],
    [['a={}', 'a.b=2'], 'a and a.b conflict', undefined],
  ])('%s is refused before a request', async (words, error, hint) => {
    const world = await openWorld();
    expect(await world.run(['prefs', 'set', ...words])).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });
});
