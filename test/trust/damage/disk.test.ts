import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { snapshot } from '../../support/computer/config-files.js';
import { textBelow } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { asNobody, canBeNobody } from '../../support/computer/nobody.js';
import { type Outcome, start, tracker } from '../../support/computer/program.js';
import { mountSmallDisk, type SmallDisk } from '../../support/computer/small-disk.js';
import { runHere } from '../../support/run-here.js';
import { canary, startSmallService, task } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { allTests, eachTest } from '../../support/set-up.js';

const service = allTests(startSmallService);
const home = eachTest(makeHome);

beforeAll(() => service.on('GET /api/v1/tasks', service.rotating(json({ tasks: [task] }))));

const probe = mountSmallDisk(16);
probe?.remove();

/** What is free on the disk, from nothing to enough; a file of 18 KiB is cut at those in the middle. */
const levels = [0, 4, 8, 12, 16, 20, 24, 28, 48];

describe.skipIf(!probe)('a full disk (needs the right to mount one)', () => {
  let disk: SmallDisk;
  let folder: string;
  const file = (name: string): string => join(folder, `${name}.json`);
  const parse = (name: string): Record<string, unknown> => JSON.parse(readFileSync(file(name), 'utf8'));
  const padding = 'x'.repeat(18_000);

  beforeEach(() => {
    const mounted = mountSmallDisk(160);
    if (!mounted) throw new Error('it could be mounted a moment ago');
    disk = mounted;
    folder = join(disk.folder, 'tracker');
    mkdirSync(folder, { mode: 0o700 });
  });
  afterEach(() => disk.remove());

  const run = async (words: string, stdin = ''): Promise<Outcome> =>
    await tracker(home, words, { stdin, env: { TRACKER_CONFIG_DIR: folder } });

  const prepare = (token: string): void => {
    const tokens = { work: { url: service.origin, token, signIn: 1 } };
    writeFileSync(file('credentials'), JSON.stringify({ tokens, signIns: 1, padding }), { mode: 0o600 });
    const instances = { work: { url: service.origin } };
    writeFileSync(file('config'), JSON.stringify({ instances, default: 'work', padding }), { mode: 0o600 });
  };

  test('R66: a rotated token is stored whole or not at all, and that is reported', async () => {
    const outcomes: string[] = [];
    for (const level of levels) {
      const token = canary();
      service.take(token);
      disk.leave(60);
      prepare(token);
      disk.leave(level);
      const before = snapshot(folder);
      const { code, stdout, stderr } = await run('tasks list -q');
      expect([code, stdout], stderr).toEqual([0, 'ABC-1\n']);
      if (stderr === '') {
        expect(parse('credentials')).toMatchObject({ tokens: { work: { token: service.token() } }, padding });
        expect(readdirSync(folder).sort()).toEqual(['config.json', 'credentials.json']);
      } else {
        expect(stderr).toMatch(/^warning: the server sent a new token, but it could not be saved in .*\n$/);
        expect(stderr).toContain(file('credentials'));
        expect(snapshot(folder)).toEqual(before);
      }
      expect(stderr).not.toMatch(/canary-/);
      outcomes.push(stderr === '' ? 'stored' : (/ENOSPC/.exec(stderr)?.[0] ?? stderr));
    }
    // Cut in the middle at some of them, and refused whole at the first ones.
    expect(outcomes.slice(0, 4)).toEqual(['ENOSPC', 'ENOSPC', 'ENOSPC', 'ENOSPC']);
    expect([...new Set(outcomes)]).toEqual(['ENOSPC', 'stored']);
  });

  test('R66: a sign-in is stored in both files or in none, and fails in one line', async () => {
    const codes: number[] = [];
    for (const level of levels) {
      const token = canary();
      service.take(token);
      disk.leave(60);
      prepare('canary-of-before');
      disk.leave(level);
      const before = snapshot(folder);
      const { code, stdout, stderr } = await run(`login ${service.origin} --token`, token);
      if (code === 0) {
        expect(parse('credentials')).toMatchObject({ tokens: { work: { token } }, padding });
        expect(parse('config')).toMatchObject({ instances: { work: { userName: 'Ann Lee' } }, padding });
      } else {
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(
          /^error: cannot write (in )?\S+: ENOSPC\nhint: the disk is full: free some space and run the command again\n$/,
        );
        expect(stderr).toContain(folder);
        expect(snapshot(folder)).toEqual(before);
      }
      expect(stderr).not.toMatch(/canary-/);
      codes.push(code ?? -1);
    }
    expect([codes[0], codes.at(-1)]).toEqual([1, 0]);
  });

  test('doctor finds it, and says so of each folder on it', async () => {
    disk.leave(0);
    const full = await run('doctor --tsv');
    expect(full.code).toBe(1);
    expect(full.stdout.split('\n').filter((line) => line.includes('disk'))).toEqual([
      `config-folder\terror\t${folder} cannot be written to: the disk is full\tfree some space`,
    ]);
    disk.leave(60);
    expect((await run('doctor --tsv')).stdout).toContain(`config-folder\tok\t${folder}\t\n`);
  });

  test('what nothing expected to fail says so, too', async () => {
    disk.leave(0);
    expect(await tracker(home, 'sandbox run -- true', { env: { TMPDIR: disk.folder } })).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: 'error: the disk is full\nhint: free some space and run the command again\n',
    });
    expect(readdirSync(disk.folder).sort()).toEqual(['filler', 'tracker']);
  });

  test('R23: a sign-out that cannot remove the token says so where its session has ended', async () => {
    prepare(service.token());
    disk.leave(0);
    for (const [status, warning] of [
      [200, `the session on ${service.origin} has ended, but its token is still on this computer`],
      [500, `the session on ${service.origin} may still be open: it returned 500`],
    ] as const) {
      service.on('POST /api/auth/sign-out', json({}, status));
      const { code, stdout, stderr } = await run('logout');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/\nerror: cannot write \S+: ENOSPC\nhint: .*\n$/);
      expect(stderr.split('\n')[0]).toBe(`warning: ${warning}`);
    }
    disk.leave(60);
    expect(await run('logout')).toMatchObject({ code: 0 });
    expect(textBelow(folder)).not.toContain(service.token());
  });

  test('R66: a repair that does not fit puts the damaged files back', async () => {
    prepare(service.token());
    writeFileSync(file('credentials'), '{"tokens":');
    writeFileSync(file('config'), '');
    disk.leave(0);
    const before = snapshot(folder);
    const { code, stderr } = await run(`login ${service.origin} --token`, service.token());
    expect([code, stderr.split('\n').length]).toEqual([1, 3]);
    expect(snapshot(folder)).toEqual(before);
    disk.leave(4);
    const names = readdirSync(folder).sort();
    expect((await run(`login ${service.origin} --token`, service.token())).code).toBe(1);
    expect([readFileSync(file('credentials'), 'utf8'), readFileSync(file('config'), 'utf8')]).toEqual([
      '{"tokens":',
      '',
    ]);
    expect(readdirSync(folder).sort()).toEqual(names);
  });

  test('R66: what a killed process left is gone after the next write', async () => {
    const token = canary();
    service.take(token);
    prepare(token);
    for (const end of ['next', '1763712345a1b2c3'])
      writeFileSync(`${file('credentials')}.tmp-${end}`, `{"a":"${token}"`);
    expect(await run('tasks list -q')).toEqual({ code: 0, stdout: 'ABC-1\n', stderr: '' });
    expect(readdirSync(folder).sort()).toEqual(['config.json', 'credentials.json']);
    expect(textBelow(folder)).not.toContain(token);
  });
});

describe('a home that holds nothing', () => {
  let below: string;
  beforeEach(() => {
    below = join(home.folder, 'here');
    mkdirSync(below);
  });

  /** Homes in which nothing can be made, even by the superuser. */
  const homes = [
    ['below /proc', () => '/proc/tracker'],
    ['in place of which there is a file', () => home.write('home', 'a file')],
    ['below a file', () => join(home.write('home', 'a file'), 'home')],
    ['that is unset', () => ''],
    ['that is relative', () => 'relative'],
  ] as const;

  test.each(homes)('R67: with a home %s what needs none works and creates nothing', async (_what, find) => {
    const HOME = find();
    const options = { folder: below, env: { HOME } };
    const before = snapshot(home.folder);
    for (const words of ['--version', '--help', 'tasks --help'])
      expect(await tracker(home, words, options)).toMatchObject({ code: 0, stderr: '' });
    const named = { ...options, env: { HOME, ...service.env } };
    expect(await runHere(home, 'whoami -q', named)).toMatchObject({ code: 0, stderr: '' });
    const listed = await runHere(home, 'tasks list -q', { ...options, env: { HOME, ...service.env } });
    expect([listed.code, listed.stdout]).toEqual([0, 'ABC-1\n']);
    expect(listed.stderr).toMatch(/^warning: the server sent a new token, but it could not be saved in .*\n$/);
    const login = await runHere(home, `login ${service.origin} --token`, { ...options, stdin: service.token() });
    expect(login.code).toBe(1);
    expect(login.stderr).toMatch(
      /^error: (cannot write to \/|cannot find a folder for config files: HOME )[^\n]*\nhint: [^\n]*TRACKER_CONFIG_DIR[^\n]*\n$/,
    );
    if (HOME.startsWith('/')) expect(login.stderr).toContain(join(HOME, '.config/tracker'));
    expect(login.stderr).not.toContain(service.token());
    expect(snapshot(home.folder)).toEqual(before);
    expect(home.leftovers()).toEqual([]);
  });

  const xdg = Object.fromEntries(['CONFIG', 'CACHE', 'STATE', 'DATA'].map((each) => [`XDG_${each}_HOME`, 'relative']));

  test('R67: relative XDG folders are ignored with warnings, and no token lands under the working folder', async () => {
    const warnings = Object.keys(xdg).map((name) => `warning: ${name} is ignored because it is not an absolute path\n`);
    expect(await tracker(home, '--version', { folder: below, env: xdg })).toMatchObject({ code: 0, stderr: '' });
    expect(await tracker(home, '--help', { folder: below, env: xdg })).toMatchObject({ code: 0, stderr: '' });
    const without = { folder: below, env: { ...xdg, ...service.env, HOME: '' } };
    const before = snapshot(home.folder);
    expect(await tracker(home, 'whoami -q', without)).toMatchObject({ code: 0, stderr: warnings.join('') });
    expect((await tracker(home, `login ${service.origin} --token`, { ...without, stdin: service.token() })).code).toBe(
      1,
    );
    expect(snapshot(home.folder)).toEqual(before);
    const login = await tracker(home, `login ${service.origin} --token`, {
      folder: below,
      env: xdg,
      stdin: service.token(),
    });
    expect([login.code, login.stderr.startsWith(warnings.join(''))]).toEqual([0, true]);
    expect(home.listing()).toContain('0600 .config/tracker/credentials.json');
    expect(readdirSync(below)).toEqual([]);
  });

  test.skipIf(!canBeNobody)(
    'R67: a home that may not be looked into is told, and tokens of the environment work (needs the right to be nobody)',
    async () => {
      const run = async (words: string, env: Record<string, string>, stdin = ''): Promise<Outcome> =>
        await start(home, asNobody(words), { env, stdin, folder: '/' }).ended;
      const listed = await run('tasks list -q', service.env);
      expect([listed.code, listed.stdout]).toEqual([0, 'ABC-1\n']);
      const login = await run(`login ${service.origin} --token`, {}, service.token());
      expect([login.code, login.stdout]).toEqual([1, '']);
      expect(login.stderr).toMatch(/^error: cannot (read|write in) .*: EACCES\nhint: .*\n$/);
      expect(login.stderr).toContain(join(home.folder, '.config/tracker'));
    },
  );
});
