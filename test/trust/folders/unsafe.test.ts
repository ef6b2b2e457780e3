import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../support/computer/folder.js';
import { makeHome } from '../../support/computer/home.js';
import { canBeNobody, nobody } from '../../support/computer/nobody.js';
import { tracker } from '../../support/computer/program.js';
import { runHere } from '../../support/run-here.js';
import { canary, startServiceFor } from '../../support/sandbox/service.js';
import { eachTest } from '../../support/set-up.js';
import { answerWork } from '../tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));
let root: string;
let before: number;
const config = (): string => join(home.folder, '.config', 'tracker');

beforeEach(async () => {
  answerWork(service, service.guarded);
  root = makeFolder();
  before = service.requests.length;
});

const isRoot = process.getuid?.() === 0;

/** A folder with this mode, or that of somebody else, and what is used in it. */
function makeShared(mode: number, owner?: number): string {
  const folder = join(root, 'shared');
  mkdirSync(folder);
  chmodSync(folder, mode);
  if (owner !== undefined) chownSync(folder, owner, owner);
  return folder;
}

async function expectRefused(env: Record<string, string>, problem: string, hint: string): Promise<void> {
  const login = `login ${service.origin} --token`;
  for (const words of ['tasks list', 'next', 'config list', 'alias list', 'drafts list', login]) {
    expect([words, await runHere(home, words, { env })]).toEqual([
      words,
      { code: 1, stdout: '', stderr: `error: ${problem}\nhint: ${hint}\n` },
    ]);
  }
  expect(service.requests.length).toBe(before);
  expect(await runHere(home, '--help', { env })).toMatchObject({ code: 0, stderr: '' });
  expect(await tracker(home, '--version', { env })).toMatchObject({ code: 0, stderr: '' });
  expect(await runHere(home, 'status --short', { env })).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout } = await runHere(home, 'doctor --json', { env });
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    expect.arrayContaining([expect.objectContaining({ state: 'error', detail: problem, remedy: hint })]),
  ]);
}

describe('R92: a folder in which others could put files of theirs', () => {
  it.each([
    ['config', '777'],
    ['config', '1777'],
    ['cache', '777'],
    ['state', '777'],
  ])('is refused with a sentence: %s with mode %s', async (kind, mode) => {
    const variable = `TRACKER_${kind.toUpperCase()}_DIR`;
    const folder = makeShared(Number.parseInt(mode, 8));
    const problem = `other users can write to ${folder}, so it is not safe to use`;
    // Nobody closes what is meant for all, such as /tmp.
    const mend = mode.startsWith('1') ? '' : `chmod go-w ${folder}, or `;
    await expectRefused({ [variable]: folder }, problem, `${mend}set ${variable} to another folder`);
  });

  it('is refused if only the one above it is open to them', async () => {
    const above = makeShared(0o777);
    mkdirSync(join(above, 'tracker'), { mode: 0o700 });
    const problem = `other users can write to ${above}, so ${above}/tracker is not safe to use`;
    const hint = `chmod go-w ${above}, or set TRACKER_CACHE_DIR to another folder`;
    await expectRefused({ XDG_CACHE_HOME: above }, problem, hint);
  });

  it('is refused if that one is above the home folder', async () => {
    chmodSync(dirname(home.folder), 0o777);
    const problem = `other users can write to ${dirname(home.folder)}, so ${config()} is not safe to use`;
    await expectRefused({}, problem, `chmod go-w ${dirname(home.folder)}, or set TRACKER_CONFIG_DIR to another folder`);
  });

  it.skipIf(!isRoot)('is refused if it belongs to them', async () => {
    const folder = makeShared(0o755, nobody);
    const problem = `${folder} belongs to another user, so it is not safe to use`;
    const hint = 'set TRACKER_STATE_DIR to another folder';
    await expectRefused({ TRACKER_STATE_DIR: folder }, problem, hint);
  });

  it.skipIf(!isRoot)('is refused if a group has members besides its owner', async () => {
    const folder = makeShared(0o775);
    chownSync(folder, 0, 100);
    const problem = `other users can write to ${folder}, so it is not safe to use`;
    const hint = `chmod go-w ${folder}, or set TRACKER_CONFIG_DIR to another folder`;
    await expectRefused({ TRACKER_CONFIG_DIR: folder }, problem, hint);
  });

  it.skipIf(!isRoot)('is refused behind a link that others can change', async () => {
    const above = makeShared(0o1777);
    symlinkSync(config(), join(above, 'link'));
    lchownSync(join(above, 'link'), nobody, nobody);
    const problem = `${above}/link belongs to another user, so it is not safe to use`;
    const hint = 'set TRACKER_CONFIG_DIR to another folder';
    await expectRefused({ TRACKER_CONFIG_DIR: join(above, 'link') }, problem, hint);
  });

  it('is refused if a file in it is a link to where they can write', async () => {
    const shared = makeShared(0o777);
    const file = join(shared, 'config.json');
    renameSync(join(config(), 'config.json'), file);
    symlinkSync(file, join(config(), 'config.json'));
    const problem = `other users can write to ${shared}, so ${config()}/config.json is not safe to use`;
    await expectRefused({}, problem, `chmod go-w ${shared}, or set TRACKER_CONFIG_DIR to another folder`);
  });

  it('neither gets the token of the environment nor runs an alias', async () => {
    const folder = makeShared(0o777);
    const planted = {
      instances: { evil: { name: 'evil', url: `${service.origin}/` } },
      default: 'evil',
      aliases: { zz: `!touch ${root}/ran` },
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(planted));
    const env = { TRACKER_CONFIG_DIR: folder, TRACKER_TOKEN: canary() };
    for (const words of ['zz', 'tasks list', '__complete bash -- tracker'])
      expect((await tracker(home, words, { env })).stderr).toContain(
        words.startsWith('__') ? '' : `other users can write to ${folder}`,
      );
    expect([service.requests.length, existsSync(join(root, 'ran'))]).toEqual([before, false]);
  });
});

describe('a folder in which nobody else can put anything', () => {
  const expectUsed = async (env: Record<string, string> = {}): Promise<void> =>
    expect(await runHere(home, 'tasks list', { env })).toMatchObject({ code: 0, stderr: '' });

  it.skipIf(!isRoot)('may be open to the group of the user alone', async () => {
    for (const folder of [config(), dirname(config()), home.folder]) {
      chownSync(folder, 0, 0);
      chmodSync(folder, 0o2775);
    }
    await expectUsed();
  });

  it('may be in one like /tmp, and behind links', async () => {
    const sticky = makeShared(0o1777);
    renameSync(config(), join(sticky, 'tracker'));
    symlinkSync(join(sticky, 'tracker'), config());
    await expectUsed();
    symlinkSync(home.folder, join(root, 'home'));
    await expectUsed({ HOME: join(root, 'home') });
  });

  it('is claimed at once where others could create it first', async () => {
    const sticky = makeShared(0o1777);
    const kinds = ['config', 'cache', 'state', 'data'];
    const folders = kinds.map((kind) => [`TRACKER_${kind.toUpperCase()}_DIR`, join(sticky, kind)]);
    await expectUsed({ ...service.env, ...Object.fromEntries(folders) });
    expect(kinds.map((kind) => existsSync(join(sticky, kind)))).toEqual([true, true, true, false]);
  });

  it.skipIf(!canBeNobody)('may be that of the owner of HOME where this is root', async () => {
    expect(spawnSync('chown', ['-R', `${nobody}:${nobody}`, home.folder]).status).toBe(0);
    await expectUsed();
  });
});
