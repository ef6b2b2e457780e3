import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { placesOf } from '../../../support/computer/files.js';
import { makeHome } from '../../../support/computer/home.js';
import { runHere as tracker } from '../../../support/run-here.js';
import { canary, type SmallService, signIn, startSmallService, task } from '../../../support/sandbox/service.js';
import { eachTest } from '../../../support/set-up.js';
import { answerWork, credentialsFile, sentTokens, storedToken } from '../helpers.js';

const home = eachTest(makeHome);
/** The server the home is signed in to by default. */
const service = eachTest(startSmallService);
/** Another one it is signed in to. */
const other = eachTest(startSmallService);
let stored: string;
let given: string;

beforeEach(async () => {
  stored = service.token();
  given = canary();
  for (const each of [service, other]) answerWork(each, each.guarded);
  await signIn(home, service.origin, stored, ['--name', 'work']);
  await signIn(home, other.origin, other.token(), ['--name', 'other']);
  expect((await tracker(home, 'instances use work')).code).toBe(0);
});

/** The tokens a server has got since it was last asked. */
function watch(server: SmallService): () => readonly string[] {
  let seen = sentTokens(server).length;
  return () => {
    const fresh = sentTokens(server).slice(seen);
    seen += fresh.length;
    return fresh;
  };
}

const listed = { code: 0, stdout: expect.stringContaining(task.title), stderr: '' };

describe('R25: a token of the environment', () => {
  test('R25: is used beside a stored one, and the next run sends its successor', async () => {
    const sent = watch(service);
    service.take(given);
    answerWork(service, service.rotating);
    const env = { TRACKER_TOKEN: given };
    expect(await tracker(home, 'me', { env })).toMatchObject({ code: 0, stderr: '' });
    const successor = service.token();
    const key = createHash('sha256').update(`${service.origin}\n${given}`).digest('hex');
    expect(JSON.parse(readFileSync(credentialsFile(home), 'utf8')).successors).toEqual({ [key]: successor });
    expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
    expect(sent()).toEqual([given, successor]);
    expect(await tracker(home, 'status', { env })).toMatchObject({ code: 0, stderr: '' });
    expect((await tracker(home, 'token', { env })).stdout).toBe(`${service.token()}\n`);
    for (const old of [given, successor]) expect(placesOf(old, home.folder)).toEqual([]);
    expect([storedToken(home, 'work'), storedToken(home, 'other')]).toEqual([stored, other.token()]);
    expect(home.listing()).toContain('0600 .config/tracker/credentials.json');
  });

  test('R25: never loses its place to a logout, nor the stored one to it', async () => {
    service.take(given);
    const env = { TRACKER_TOKEN: given, TRACKER_URL: service.origin };
    expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
    expect(storedToken(home, 'work')).toBe(stored);
    const sent = watch(service);
    expect((await tracker(home, 'logout -I work', { env: { TRACKER_TOKEN: given } })).code).toBe(0);
    expect(sent()).not.toContain(given);
    expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
  });
});

describe('R26: a token of the environment that is no good', () => {
  test('R26: is named by its variable when the server refuses it, and the stored one is not used', async () => {
    const sent = watch(service);
    const file = home.write('token', `${given}\n`);
    const cases = [
      ['TRACKER_TOKEN', given, 'a valid token'],
      ['TRACKER_TOKEN_FILE', file, 'a file with a valid token'],
    ] as const;
    const runs = cases.map(async ([variable, value, good]) => {
      const { code, stdout, stderr } = await tracker(home, 'tasks list', { env: { [variable]: value } });
      expect({ variable, code, stdout }).toEqual({ variable, code: 3, stdout: '' });
      const hint = `set ${variable} to ${good}, or unset it to use your own sign-in`;
      expect(stderr).toMatch(new RegExp(`^error: .* rejected the token in ${variable}\\nhint: ${hint}\\n$`));
      expect(stderr).not.toContain(given);
    });
    await Promise.all(runs);
    expect(sent()).toEqual([given, given]);
    expect([storedToken(home, 'work'), readFileSync(file, 'utf8')]).toEqual([stored, `${given}\n`]);
  });

  test('R26: counts as unset when it is empty', async () => {
    const sent = watch(service);
    const env = { TRACKER_TOKEN: '', TRACKER_TOKEN_FILE: '', TRACKER_URL: '' };
    expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
    expect(sent()).toEqual([stored]);
  });

  test.each(['\n', '\r\n'])('R26: is taken without %j at its end', async (ending) => {
    const sent = watch(service);
    service.take(given);
    const file = home.write('token', given + ending);
    for (const env of [{ TRACKER_TOKEN: given + ending }, { TRACKER_TOKEN_FILE: file }]) {
      expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
    }
    expect(sent()).toEqual([given, given, given]);
  });

  test.each([
    ['a CR inside', '\rX'],
    ['a newline inside', '\nX'],
    ['a space inside', ' X'],
    ['a comma', ',X'],
    ['a tab inside', '\tX'],
    ['a letter beyond ASCII', '\u00e4'],
    ['an escape sequence', '\u001b[2J'],
    ['a line separator inside', '\u2028X'],
    ['more than 8 kB', 'x'.repeat(8_200)],
  ])('R26: with %s is an error that does not show it', async (_what, tail) => {
    const before = [service.requests.length, other.requests.length];
    const file = home.write('token', given + tail);
    for (const [variable, value] of [
      ['TRACKER_TOKEN', given + tail],
      ['TRACKER_TOKEN_FILE', file],
    ] as const) {
      for (const words of ['tasks list --json --debug', 'token -I other']) {
        const { code, stdout, stderr } = await tracker(home, words, { env: { [variable]: value } });
        expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
        expect(stderr).toContain(`${variable} does not contain a valid token`);
        expect(stderr).not.toContain(given);
      }
    }
    expect([service.requests.length, other.requests.length]).toEqual(before);
  });

  test('R26: from a file that cannot be read is reported with the reason', async () => {
    const none = join(home.temporary, 'none');
    for (const [file, why] of [
      [none, `no such file: ${none}`],
      [home.temporary, `cannot read ${home.temporary}: EISDIR`],
    ] as const) {
      const ended = await tracker(home, 'tasks list', { env: { TRACKER_TOKEN_FILE: file } });
      const stderr = `error: TRACKER_TOKEN_FILE: ${why}\n`;
      expect(ended).toEqual({ code: 2, stdout: '', stderr });
    }
  });
});

describe('R27: a token of the environment stays with its server', () => {
  test('R27: another one gets the stored token, with a warning', async () => {
    service.take(given);
    const [sent, sentToOther] = [watch(service), watch(other)];
    for (const env of [{ TRACKER_TOKEN: given }, { TRACKER_TOKEN: given, TRACKER_URL: service.origin }]) {
      for (const target of ['other', other.origin]) {
        expect(await tracker(home, ['tasks', 'list', '-I', target], { env })).toEqual({
          ...listed,
          stderr: `warning: TRACKER_TOKEN is for ${service.origin} and is not sent to ${other.origin}; using the stored token\n`,
        });
        expect(sentToOther()).toEqual([other.token()]);
      }
      expect(await tracker(home, 'tasks list', { env })).toEqual(listed);
    }
    expect(sent()).toEqual([given, given, given]);
  });

  test('R27: nothing is sent to a server nobody signed in to, another base path included', async () => {
    const stranger = await startSmallService(given);
    const env = { TRACKER_TOKEN: given, TRACKER_URL: service.origin };
    for (const target of [
      stranger.origin,
      `${service.origin}/base`,
      service.origin.replace('127.0.0.1', 'localhost'),
    ]) {
      const before = service.requests.length;
      const { code, stdout } = await tracker(home, ['tasks', 'list', '-I', target], { env });
      expect({ target, code, stdout }).toEqual({ target, code: 3, stdout: '' });
      expect([stranger.requests.length, service.requests.length]).toEqual([0, before]);
    }
    await stranger.close();
  });

  test('R27: files of the working folder name no server and no token', async () => {
    const evil = await startSmallService(given);
    answerWork(evil, evil.guarded);
    const folder = join(home.temporary, 'work');
    mkdirSync(join(folder, 'inner'), { recursive: true });
    const settings = { url: evil.origin, token: given, baseUrl: evil.origin, instance: evil.origin };
    const lines = `TRACKER_URL=${evil.origin}\nTRACKER_TOKEN=${given}\nTRACKER_INSTANCE=${evil.origin}\n`;
    const files = {
      '.env': lines,
      '.env.local': lines,
      '.trackerrc': lines,
      '.trackerrc.json': JSON.stringify(settings),
      'tracker.config.js': `module.exports = ${JSON.stringify(settings)};`,
      'package.json': JSON.stringify({ name: 'x', tracker: settings, config: settings, url: evil.origin }),
      '.npmrc': `tracker:url=${evil.origin}\nregistry=${evil.origin}\n`,
    };
    const envs = [{}, { TRACKER_TOKEN: service.token() }, { HOME: home.temporary }];
    const runAll = async (at: string) =>
      await Promise.all(envs.map((env) => tracker(home, 'tasks list', { env, folder: at })));
    const expected = await runAll(home.folder);
    expect(expected.map(({ code }) => code)).toEqual([0, 0, 3]);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    for (const at of [folder, join(folder, 'inner')]) expect(await runAll(at)).toEqual(expected);
    expect(evil.requests).toEqual([]);
    await evil.close();
  });

  test('R27: .tracker.json chooses among sign-ins by name, and nothing else', async () => {
    const evil = await startSmallService(given);
    const file = join(home.folder, '.tracker.json');
    const host = new URL(evil.origin).host;
    const [sent, sentToOther] = [watch(service), watch(other)];
    const ignored = (key: string): string =>
      `warning: ${file}: "${key}" is ignored; the file may only set "instance", "org" and "project"\n`;
    for (const [content, code, stderr, mine, theirs] of [
      [{ url: evil.origin }, 0, ignored('url'), 1, 0],
      [{ token: given }, 0, ignored('token'), 1, 0],
      [{ url: evil.origin, token: given, instance: 'other' }, 0, ignored('url'), 0, 1],
      [{ instance: evil.origin }, 0, `warning: ${file} is ignored because its "instance" is not a name\n`, 1, 0],
      [{ instance: host }, 2, expect.stringContaining('.tracker.json: there is no instance'), 0, 0],
    ] as const) {
      writeFileSync(file, JSON.stringify(content));
      expect(await tracker(home, 'tasks list')).toMatchObject({ code, stderr });
      expect([sent().length, sentToOther().length, evil.requests.length]).toEqual([mine, theirs, 0]);
    }
    writeFileSync(file, JSON.stringify({ instance: 'other' }));
    const withToken = await tracker(home, 'tasks list', { env: { TRACKER_TOKEN: service.token() } });
    expect(withToken).toMatchObject({ code: 0, stderr: expect.stringContaining('TRACKER_TOKEN is for') });
    expect([sent(), sentToOther()]).toEqual([[], [other.token()]]);
    await evil.close();
  });
});
