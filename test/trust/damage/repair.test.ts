import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type ConfigName,
  configFile,
  configFolder,
  putConfig,
  readConfig,
  snapshot,
} from '../../support/computer/config-files.js';
import { textBelow } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { asNobody, canBeNobody } from '../../support/computer/nobody.js';
import { type Outcome, start } from '../../support/computer/program.js';
import { refused, remarked } from '../../support/run.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandbox, stopSandbox } from '../../support/sandbox/running-sandbox.js';
import { canary, startSmallService } from '../../support/sandbox/service.js';
import { allTests, eachTest } from '../../support/set-up.js';
import { giveAway } from '../tokens/helpers.js';

const service = allTests(startSmallService);
const home = eachTest(() => {
  const made = makeHome();
  // The damaged files that these tests make hold a token wherever they are.
  made.secrets.allowIn(/^config\.json/);
  return made;
});

const secret = canary();
const names = ['config', 'credentials'] as const;

/** From the name of a damage to the content that has it. */
const damages: Readonly<Record<string, string | Uint8Array>> = {
  empty: '',
  cut: `{"instances":{"a":{"token":"${secret}`,
  'with a byte order mark': `\ufeff{"token":"${secret}"}`,
  null: 'null',
  'a list': `["${secret}"]`,
  'a text': `"${secret}"`,
  'a number': '12',
  binary: Buffer.concat([Buffer.from([0, 255, 254, 1]), Buffer.from(secret)]),
};

const misshapen: Readonly<Record<ConfigName, readonly string[]>> = {
  config: ['{"instances":[]}', '{"instances":"x","default":"x"}', '{"instances":null}'],
  credentials: ['{"tokens":[]}', '{"tokens":5}', `{"successors":"${secret}"}`],
};

const cases = names.flatMap((name) => [
  ...Object.entries(damages).map(([how, content]) => [name, how, content] as const),
  ...misshapen[name].map((content) => [name, content.replace(secret, '…'), content] as const),
]);

const login = async (token = service.token(), words: readonly string[] = []): Promise<Outcome> =>
  await tracker(home, ['login', service.origin, '--token', ...words], { stdin: token });

const remedy: Readonly<Record<ConfigName, string>> = {
  config: 'hint: sign in again with: tracker login URL; the damaged file is kept\n',
  credentials:
    'hint: sign in again with: tracker login; the damaged file is kept; to delete it: tracker logout --all\n',
};

const told = (name: ConfigName, what = 'is damaged'): string =>
  `error: ${configFile(home, name)} ${what} and was left as it is\n${remedy[name]}`;

const kept = (name: ConfigName, at = ''): string =>
  `warning: ${configFile(home, name)} was damaged and is kept as ${configFile(home, name)}.damaged${at}\n`;

const signedIn = (name?: string): string =>
  `Signed in to ${service.origin} as Ann Lee <ann@example.com>${name ? `, stored as ${name}` : ''}.\n`;

const configOf = (): string => JSON.stringify({ instances: { work: { url: service.origin } }, default: 'work' });

describe('a damaged file', () => {
  test.each(cases)(
    'R65: %s.json: %s: is told and left, until a sign-in keeps it aside',
    async (name, _how, content) => {
      putConfig(home, 'config', configOf());
      const as = name === 'config' ? signedIn() : signedIn('work');
      putConfig(home, name, content);
      const before = snapshot(home.folder);
      expect(await tracker(home, 'tasks list')).toEqual({ code: 1, stdout: '', stderr: told(name) });
      expect(snapshot(home.folder)).toEqual(before);
      expect(await login()).toEqual({ code: 0, stdout: '', stderr: kept(name) + as });
      const backup = `${configFile(home, name)}.damaged`;
      expect(readFileSync(backup)).toEqual(Buffer.from(content));
      expect([statSync(backup).mode & 0o777, statSync(configFile(home, name)).mode & 0o777]).toEqual([0o600, 0o600]);
      expect(readdirSync(configFolder(home)).sort()).toEqual(
        ['config.json', `${name}.json.damaged`, 'credentials.json'].sort(),
      );
      expect(readFileSync(configFile(home, 'credentials'), 'utf8')).toContain(service.token());
    },
  );

  test.each(names)('R65: %s.json: a folder in its place is kept aside too', async (name) => {
    mkdirSync(join(configFile(home, name), 'inside'), { recursive: true, mode: 0o700 });
    if (name === 'credentials') putConfig(home, 'config', configOf());
    const as = name === 'config' ? signedIn() : signedIn('work');
    const before = snapshot(home.folder);
    expect(await tracker(home, 'tasks list')).toEqual({ code: 1, stdout: '', stderr: told(name, 'is a folder') });
    expect(snapshot(home.folder)).toEqual(before);
    expect(await login()).toEqual({ code: 0, stdout: '', stderr: kept(name) + as });
    expect(readdirSync(`${configFile(home, name)}.damaged`)).toEqual(['inside']);
    expect((await tracker(home, 'tasks list -q')).stdout).toBe('ABC-1\n');
  });

  test('R65: keeps no other command from working, and both files are repaired at once', async () => {
    for (const name of names) putConfig(home, name, damages.cut ?? '');
    const before = snapshot(configFolder(home));
    expect((await tracker(home, '--version')).code).toBe(0);
    for (const words of ['--help', 'login --help', 'tasks --help'])
      expect(await tracker(home, words)).toMatchObject({ code: 0, stderr: '' });
    const { env } = service;
    const listed = await tracker(home, 'tasks list -q', { env });
    expect(listed).toEqual(
      remarked('ABC-1\n', `warning: ${configFile(home, 'config')} is damaged and was left as it is\n`),
    );
    expect(snapshot(configFolder(home))).toEqual(before);
    expect(await login()).toEqual(remarked('', kept('config') + kept('credentials') + signedIn()));
  });

  test.each([
    'instances list',
    'instances use work',
    'instances remove work --yes',
    'token',
    'whoami',
    'logout',
    'status --json',
  ])('R65: is left as it is by `%s`, in one line without its content', async (words) => {
    for (const name of names) {
      putConfig(home, 'config', configOf());
      putConfig(home, 'credentials', '{}');
      putConfig(home, name, damages.cut ?? '');
      const before = snapshot(configFolder(home));
      const { code, stdout, stderr } = await tracker(home, words);
      if (name === 'credentials' && words === 'instances use work') {
        expect(code).toBe(0);
      } else {
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toContain(`${configFile(home, name)} is damaged and was left as it is`);
        expect(stderr.trimEnd().split('\n').length).toBe(words.endsWith('--json') ? 1 : 2);
        expect(snapshot(configFolder(home))).toEqual(before);
      }
      expect(stdout + stderr).not.toContain(secret);
    }
  });

  test('R65: is not touched by a login that fails', async () => {
    for (const name of names) putConfig(home, name, damages.cut ?? '');
    const before = snapshot(configFolder(home));
    const refused = await login(canary());
    expect(refused.code).toBe(3);
    expect((await tracker(home, ['login', `${service.origin}/base`, '--token'], { stdin: 'x' })).code).toBe(1);
    for (const words of ['login', 'login -I work'])
      expect(await tracker(home, words)).toEqual({ code: 1, stdout: '', stderr: told('config') });
    expect(snapshot(configFolder(home))).toEqual(before);
  });

  test('R65: is not touched by a login that is interrupted', async () => {
    putConfig(home, 'config', damages.cut ?? '');
    const before = snapshot(configFolder(home));
    const running = start(home, ['tracker', 'login', service.origin, '--no-browser']);
    await running.waitFor(/client=cli/);
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(snapshot(configFolder(home))).toEqual(before);
  });

  test('R65: never replaces one that is kept already, and is kept by a link to it as well', async () => {
    const elsewhere = join(home.folder, 'dotfiles');
    mkdirSync(elsewhere, { recursive: true });
    mkdirSync(configFolder(home), { recursive: true, mode: 0o700 });
    symlinkSync(join(elsewhere, 'settings'), configFile(home, 'config'));
    for (const at of ['', '-2', '-3']) {
      writeFileSync(join(elsewhere, 'settings'), `damaged${at}`);
      const { code, stderr } = await login();
      expect([code, stderr]).toEqual([
        0,
        `warning: ${configFile(home, 'config')} was damaged and is kept as ${join(elsewhere, 'settings')}.damaged${at}\n${signedIn()}`,
      ]);
    }
    expect(lstatSync(configFile(home, 'config')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(elsewhere, 'settings'), 'utf8')).toContain(service.origin);
    const found = readdirSync(elsewhere).sort();
    expect(found).toEqual(['settings', 'settings.damaged', 'settings.damaged-2', 'settings.damaged-3']);
    expect(found.slice(1).map((name) => readFileSync(join(elsewhere, name), 'utf8'))).toEqual([
      'damaged',
      'damaged-2',
      'damaged-3',
    ]);
  });

  test('R65: is repaired by the sandbox, which signs in by itself', async () => {
    putConfig(home, 'config', damages.cut ?? '');
    try {
      const { said } = await startSandbox(home, ['--memory', '--seed', 'empty:1']);
      expect(said).toContain(kept('config'));
      expect((await tracker(home, 'tasks list')).code).toBe(0);
    } finally {
      await stopSandbox(home);
    }
  });
});

describe('an entry that makes no sense', () => {
  test.each([
    ['token: 5', 5],
    ['a newline', `${secret}\n${secret}`],
    ['a blank', `${secret} x`],
    ['an empty one', ''],
    ['letters no header takes', 'törichter-töken'],
  ])('R65: counts as signed out and is left as it is: %s', async (_what, token) => {
    putConfig(
      home,
      'config',
      JSON.stringify({ instances: { work: { url: service.origin }, odd: 5 }, default: 'work' }),
    );
    putConfig(home, 'credentials', JSON.stringify({ tokens: { work: { url: service.origin, token }, odd: secret } }));
    const before = snapshot(configFolder(home));
    expect(await tracker(home, 'tasks list')).toEqual(
      refused(3, `you are not signed in to work (${service.origin})`, 'tracker login --name work'),
    );
    expect((await tracker(home, 'instances list --fields ref,signedIn')).stdout).toBe('work\tfalse\n');
    expect(snapshot(configFolder(home))).toEqual(before);
    expect(await login()).toEqual(remarked('', signedIn('work')));
    expect(readConfig(home, 'config')).toMatchObject({ instances: { odd: 5 } });
    expect(readConfig(home, 'credentials')).toMatchObject({ tokens: { odd: secret } });
  });

  test('R65: a successor that cannot be a token is passed over', async () => {
    const token = service.token();
    const env = { TRACKER_URL: service.origin, TRACKER_TOKEN: token };
    const fingerprint = await import('node:crypto').then(({ createHash }) =>
      createHash('sha256').update(`${service.origin}\n${token}`).digest('hex'),
    );
    putConfig(home, 'credentials', JSON.stringify({ successors: { [fingerprint]: 'a\nb' } }));
    expect(await tracker(home, 'tasks list -q', { env })).toEqual({ code: 0, stdout: 'ABC-1\n', stderr: '' });
  });
});

describe('a file that cannot be read', () => {
  test('R65: is no damage: it is reported with the remedy', async () => {
    mkdirSync(configFolder(home), { recursive: true, mode: 0o700 });
    symlinkSync('config.json', configFile(home, 'config'));
    for (const words of ['tasks list', `login ${service.origin} --token`])
      expect(await tracker(home, words, { stdin: service.token() })).toEqual(
        refused(1, `cannot read ${configFile(home, 'config')}: ELOOP`),
      );
    expect(existsSync(`${configFile(home, 'config')}.damaged`)).toBe(false);
    expect(textBelow(home.folder)).not.toContain(service.token());
  });

  test.skipIf(!canBeNobody)(
    'R65: or written is told with the remedy for it (needs the right to be nobody)',
    async () => {
      putConfig(home, 'config', JSON.stringify({ instances: { work: { url: service.origin } }, default: 'work' }));
      giveAway(home);
      const run = async (words: string): Promise<Outcome> => await start(home, asNobody(words)).ended;
      const folder = configFolder(home);
      chmodSync(folder, 0o500);
      expect(await run('instances use work')).toEqual({
        code: 1,
        stdout: '',
        stderr:
          `error: cannot write ${folder}/config.json.lock: EACCES\n` +
          `hint: if ${folder} is yours: chmod u+rwx ${folder}\n`,
      });
      chmodSync(folder, 0o700);
      chmodSync(configFile(home, 'config'), 0o000);
      for (const words of ['tasks list', 'login'])
        expect(await run(words)).toEqual({
          code: 1,
          stdout: '',
          stderr:
            `error: cannot read ${folder}/config.json: EACCES\n` +
            `hint: if ${folder}/config.json is yours: chmod u+r ${folder}/config.json\n`,
        });
    },
  );
});
