import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { environmentTokens, readEnvironmentToken } from '../../../src/auth/tokens/environment.js';
import { chooseSession, type Session } from '../../../src/auth/tokens/sign-in.js';
import type { Env } from '../../../src/config/folders.js';
import type { Target } from '../../../src/config/settings.js';
import { realProcesses } from '../../disk/real-processes.js';
import { failureOf } from '../../http/asking.js';
import { missing } from '../../support/computer/missing.js';
import { makeVaultFolder, never, type VaultFolder } from '../vault-folder.js';

const work = { name: 'work', url: 'https://tracker.example.com' };
const other = { name: 'other', url: 'https://other.example.com' };

let home: VaultFolder;
let warnings: string[];
let file: string;

beforeEach(async () => {
  home = makeVaultFolder();
  warnings = [];
  await home.open().signIn(work, 'stored-of-work', { makeDefault: true });
  await home.open().signIn(other, 'stored-of-other', { makeDefault: false });
  file = join(home.folder, 'token-file');
});
afterEach(() => home.remove());

const choose = (env: Env, target: Target = { kind: 'default' }): Promise<Session> =>
  chooseSession({
    vault: home.open(),
    env,
    target,
    signal: never,
    warn: (message) => void warnings.push(message),
    processes: realProcesses,
  });
const named = (source: Exclude<Target, { kind: 'default' }>['source'], text: string): Target => ({
  kind: 'named',
  source,
  text,
});
const readFrom = (env: Env) => readEnvironmentToken(env, never);

describe('TRACKER_TOKEN', () => {
  test('is used instead of the stored token, and its successor by the next process with the same token', async () => {
    const env = { TRACKER_TOKEN: 'given' };
    const { tokens, entry, fromEnvironment } = await choose(env);
    expect([await tokens.current(), entry, fromEnvironment]).toEqual(['given', work, true]);
    expect(await tokens.rotate('successor', 'given')).toBeUndefined();
    expect(await tokens.current()).toBe('successor');
    const second = await choose(env);
    expect(await second.tokens.current()).toBe('successor');
    await second.tokens.rotate('grandchild', 'successor');
    expect(await (await choose(env)).tokens.current()).toBe('grandchild');
    expect(await home.open().token(work)).toEqual({ token: 'stored-of-work', signIn: 1 });
  });

  test('is kept under a hash of itself and its server, and not written anywhere', async () => {
    await (await choose({ TRACKER_TOKEN: 'canary' })).tokens.rotate('successor', 'canary');
    const hash = createHash('sha256').update(`${work.url}\ncanary`).digest('hex');
    expect(home.read('credentials')).toMatchObject({ successors: { [hash]: 'successor' } });
    expect(home.everything()).not.toContain('canary');
    expect(await (await choose({ TRACKER_TOKEN: 'another' })).tokens.current()).toBe('another');
    const elsewhere = await choose(
      { TRACKER_TOKEN: 'canary', TRACKER_URL: other.url },
      named('TRACKER_URL', other.url),
    );
    expect(await elsewhere.tokens.current()).toBe('canary');
  });

  test('that is refused is followed to the successor another process has kept, never to the stored token', async () => {
    const given = await readFrom({ TRACKER_TOKEN: 'given' });
    const parts = { vault: home.open(), entry: work, signal: never, waitMs: 0, processes: realProcesses };
    const tokens = environmentTokens(given, parts);
    await tokens.current();
    expect(await tokens.repeatWithNewer('given', async (token) => token)).toBeUndefined();
    await (await choose({ TRACKER_TOKEN: 'given' })).tokens.rotate('successor', 'given');
    expect(await tokens.repeatWithNewer('given', async (token) => token)).toBe('successor');
    expect(tokens.variable).toBe('TRACKER_TOKEN');
  });

  test('goes before TRACKER_TOKEN_FILE', async () => {
    const { tokens } = await choose({ TRACKER_TOKEN: 'given', TRACKER_TOKEN_FILE: missing });
    expect(await tokens.current()).toBe('given');
  });

  test('that is empty counts as unset', async () => {
    const { tokens, fromEnvironment } = await choose({ TRACKER_TOKEN: '', TRACKER_TOKEN_FILE: '' });
    expect([await tokens.current(), fromEnvironment]).toEqual(['stored-of-work', false]);
  });

  test.each([
    'canary\ncanary',
    'canary\rcanary',
    'can ary',
    'canary\u0000',
    'can\u00e4ry',
    'x'.repeat(9_000),
    ' ',
    '\n',
  ])('with what no token has is an error that does not show it', async (token) => {
    const failure = await failureOf(choose({ TRACKER_TOKEN: token }));
    expect(failure).toMatchObject({
      kind: 'usage',
      exitCode: 2,
      message: token.trim().includes('\n')
        ? 'TRACKER_TOKEN does not contain a valid token: it has more than one line'
        : 'TRACKER_TOKEN does not contain a valid token: it has invalid characters, or is too long',
    });
  });

  test('works although config and credentials are damaged, with a warning about what cannot be stored', async () => {
    writeFileSync(join(home.folder, 'config.json'), '{');
    writeFileSync(join(home.folder, 'credentials.json'), '{');
    const env = { TRACKER_TOKEN: 'given', TRACKER_URL: work.url };
    const { tokens, entry } = await choose(env, named('TRACKER_URL', work.url));
    expect([await tokens.current(), entry.url]).toEqual(['given', work.url]);
    expect(warnings).toEqual([`${join(home.folder, 'config.json')} is damaged and was left as it is`]);
    expect(await tokens.rotate('successor', 'given')).toContain('could not be saved');
    expect(await tokens.current()).toBe('successor');
    expect(readFileSync(join(home.folder, 'credentials.json'), 'utf8')).toBe('{');
  });
});

describe('TRACKER_TOKEN_FILE', () => {
  test.each(['given', 'given\n', 'given\r\n'])(
    'holding %j is read, and a rotated token is written back',
    async (text) => {
      writeFileSync(file, text, { mode: 0o644 });
      const env = { TRACKER_TOKEN_FILE: file };
      const { tokens } = await choose(env);
      expect([await tokens.current(), tokens.variable]).toEqual(['given', 'TRACKER_TOKEN_FILE']);
      expect(await tokens.rotate('successor', 'given')).toBeUndefined();
      expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['successor\n', 0o600]);
      expect(existsSync(`${file}.new`)).toBe(false);
      expect(await (await choose(env)).tokens.current()).toBe('successor');
      expect(home.read('credentials')).not.toHaveProperty('successors');
    },
  );

  test('that another process has rewritten is read again after a 401', async () => {
    writeFileSync(file, 'given\n');
    const tokens = environmentTokens(await readFrom({ TRACKER_TOKEN_FILE: file }), {
      vault: home.open(),
      entry: work,
      signal: never,
      waitMs: 0,
      processes: realProcesses,
    });
    await tokens.current();
    writeFileSync(file, 'newer\n');
    expect(await tokens.repeatWithNewer('given', async (token) => token)).toBe('newer');
  });

  test('that is not there is named', async () => {
    expect(await failureOf(choose({ TRACKER_TOKEN_FILE: file }))).toMatchObject({
      kind: 'usage',
      message: `TRACKER_TOKEN_FILE: no such file: ${file}`,
    });
  });

  test.each(['', '\n'])('holding %j is said to be empty', async (text) => {
    writeFileSync(file, text);
    expect(await failureOf(choose({ TRACKER_TOKEN_FILE: file }))).toMatchObject({
      kind: 'usage',
      message: 'TRACKER_TOKEN_FILE names an empty file',
    });
  });

  test.each([
    ['canary canary', 'it has invalid characters, or is too long'],
    ['canary\ncanary\n', 'it has more than one line'],
  ])('holding %j is an error that does not show it', async (text, why) => {
    writeFileSync(file, text);
    expect(await failureOf(choose({ TRACKER_TOKEN_FILE: file }))).toMatchObject({
      kind: 'usage',
      message: `TRACKER_TOKEN_FILE does not contain a valid token: ${why}`,
    });
  });

  test('that cannot be written is a warning that names it', async () => {
    const folder = join(home.folder, 'sub');
    mkdirSync(folder);
    const inside = join(folder, 'token');
    writeFileSync(inside, 'given\n');
    const { tokens } = await choose({ TRACKER_TOKEN_FILE: inside });
    mkdirSync(`${inside}.tracker-new`);
    expect(await tokens.rotate('successor', 'given')).toContain(`it could not be saved in ${inside} (`);
    expect(await tokens.current()).toBe('successor');
  });
});

describe('a token of the environment', () => {
  const env = { TRACKER_TOKEN: 'given' };

  test('goes to TRACKER_URL, known or not', async () => {
    for (const url of [other.url, 'https://unknown.example.com/base']) {
      const session = await choose({ ...env, TRACKER_URL: url }, named('TRACKER_URL', url));
      expect([session.entry.url, await session.tokens.current(), warnings]).toEqual([url, 'given', []]);
    }
  });

  test('goes to the default instance when TRACKER_URL is unset, also when that is named', async () => {
    for (const target of [named('-I', 'work'), named('-I', `${work.url}/`), named('TRACKER_INSTANCE', 'work')]) {
      const session = await choose(env, target);
      expect([session.entry, await session.tokens.current()]).toEqual([work, 'given']);
    }
  });

  test.each([
    ['-I', 'other', {}],
    ['-I', 'https://other.example.com', {}],
    ['TRACKER_INSTANCE', 'other', {}],
    ['.tracker.json', 'other', {}],
    ['-I', 'other', { TRACKER_URL: 'https://tracker.example.com/' }],
  ] as const)('does not go where %s says %s: the stored token does, with a warning', async (source, text, more) => {
    const { entry, tokens, fromEnvironment } = await choose({ ...env, ...more }, named(source, text));
    expect([entry, await tokens.current(), fromEnvironment]).toEqual([other, 'stored-of-other', false]);
    expect(warnings).toEqual([
      'TRACKER_TOKEN is for https://tracker.example.com and is not sent to https://other.example.com; using the stored token',
    ]);
  });

  test('aimed at another base path of its host does not go there either', async () => {
    const { tokens } = await choose(
      { ...env, TRACKER_URL: 'https://tracker.example.com/a' },
      named('-I', 'https://tracker.example.com/b'),
    );
    expect(await failureOf(tokens.current())).toMatchObject({ kind: 'sign_in_required' });
  });

  test('without any server is a usage error that names TRACKER_URL', async () => {
    await home.open().remove(work);
    await home.open().remove(other);
    expect(await failureOf(choose(env))).toMatchObject({
      kind: 'usage',
      exitCode: 2,
      message: 'TRACKER_TOKEN is set, but nothing says which server it is for',
      hint: 'set TRACKER_URL to the address of the server',
    });
  });
});
