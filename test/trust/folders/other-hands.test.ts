import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../support/computer/folder.js';
import { makeHome } from '../../support/computer/home.js';
import { nobody } from '../../support/computer/nobody.js';
import { runHere } from '../../support/run-here.js';
import { startServiceFor, task } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { answerWork } from '../tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));
const isRoot = process.getuid?.() === 0;
const ref = `task:${task.uuid}`;
const folders = ['.config', '.cache', '.local/state', '.local/share'].map((name) => join(name, 'tracker'));
const [config = '', , state = '', data = ''] = folders;

/** What the commands of this test do not leave behind. */
const planted = [
  [config, 'templates/hello.md', 'Hello'],
  [state, 'ledger/1.lock', ''],
  [data, 'sandbox/running.json', '{}'],
  [data, 'sandbox/port', '4321'],
  [data, 'sandbox/sandbox.db', ''],
] as const;

/** What reads which file or folder of the program's; the first that fits counts. */
const readers: readonly (readonly [RegExp, string])[] = [
  [/\/templates/, `tickets reply ${task.uuid} --template hello`],
  [/\/1\.lock$/, 'drafts send 1'],
  [/\/(?:ledger)/, 'drafts list'],
  [/sandbox\.db$|port$/, 'sandbox start --foreground'],
  [/\/share\//, 'sandbox status'],
  [/\/texts-\d$/, 'search gate --messages --offline'],
  [/_6a1b[^/]*$/, `tasks view ${ref} --offline`],
  [/./, 'tasks list'],
];

/** Not read: that it is there says that something may wait. */
const unread = /\/waiting$|\/compiled/;

beforeEach(async () => {
  answerWork(service, service.guarded);
  service.on(`POST /api/v1/tasks/${task.uuid}/comments`, json({ message: 'No' }, 500));
  for (const words of ['tasks list', `tasks view ${ref}`, `tasks comment ${ref} --body Precious`])
    await runHere(home, words);
  await runHere(home, 'search gate --messages --offline');
  for (const [folder, name, text] of planted) {
    const path = join(home.folder, folder, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (!name.endsWith('/')) writeFileSync(path, text, { mode: 0o600 });
  }
});

/** Everything below the folders of the program, each with a command that reads it. */
function tree(): readonly (readonly [path: string, words: string])[] {
  const paths = folders.flatMap((folder) => {
    const root = join(home.folder, folder);
    return [root, ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name))];
  });
  const commandFor = (path: string): string => readers.find(([pattern]) => pattern.test(path))?.[1] ?? '';
  return paths.filter((path) => !unread.test(path)).map((path) => [path, commandFor(path)]);
}

async function expectRefused(path: string, words: string): Promise<void> {
  const before = service.requests.length;
  const { code, stdout, stderr } = await runHere(home, words);
  expect([path, words, code, stdout, stderr]).toEqual([path, words, 1, '', expect.stringContaining(path)]);
  expect(stderr).toMatch(/ not safe to use\n/);
  expect([path, service.requests.length]).toEqual([path, before]);
}

describe.skipIf(!isRoot)('R92: a file or folder of the program that others have a hand in', () => {
  it('is refused by name if it belongs to them, whichever it is, and nothing is sent or shown', async () => {
    const all = tree();
    expect(all.length).toBeGreaterThan(20);
    for (const [path, words] of all) {
      lchownSync(path, nobody, nobody);
      await expectRefused(path, words);
      lchownSync(path, 0, 0);
    }
    expect(await runHere(home, 'tasks list')).toMatchObject({ code: 0, stderr: '' });
  });

  it('is refused by name if they can write to it', async () => {
    for (const [path, words] of tree()) {
      const { mode } = statSync(path);
      chmodSync(path, 0o777);
      await expectRefused(path, words);
      chmodSync(path, mode);
    }
  });

  it.each([
    [config, 'tasks list'],
    [state, 'drafts list'],
    [state, 'drafts send --waiting'],
    [join(state, 'ledger'), 'drafts list'],
    [join(state, 'ledger'), 'drafts send --waiting'],
    [data, 'sandbox status'],
    [join(data, 'sandbox'), 'sandbox start --foreground'],
  ])('is refused by name if a pipe is in its place: %s, %s', async (folder, words) => {
    const path = join(home.folder, folder);
    rmSync(path, { recursive: true });
    expect(spawnSync('mkfifo', ['-m', '600', path]).status).toBe(0);
    await expectRefused(path, words);
  });

  it('is named if a pipe is in place of a file of the sandbox', async () => {
    for (const name of ['sandbox.db', 'port']) {
      const path = join(home.folder, data, 'sandbox', name);
      rmSync(path);
      expect(spawnSync('mkfifo', ['-m', '600', path]).status).toBe(0);
      const { code, stderr } = await runHere(home, 'sandbox start --foreground');
      expect([code, stderr]).toEqual([1, `error: cannot open ${path}: not a regular file\n`]);
      rmSync(path);
    }
  });

  it('is refused by name if it leads to theirs, and no hint changes that', async () => {
    const theirs = join(makeFolder(), 'x');
    writeFileSync(theirs, '', { mode: 0o600 });
    chownSync(theirs, nobody, nobody);
    for (const [path, words] of tree().filter(([each]) => statSync(each).isFile() && !each.includes('/.config/'))) {
      renameSync(path, `${path}~`);
      symlinkSync(theirs, path);
      await expectRefused(path, words);
      const { stderr } = await runHere(home, words);
      expect([path, stderr]).toEqual([path, expect.stringContaining('belongs to another user (nobody)')]);
      expect(stderr).not.toContain('chmod');
      rmSync(path);
      renameSync(`${path}~`, path);
    }
  });

  it('is refused by name where locks lie, before anything is written', async () => {
    const path = join(home.folder, state, 'locks');
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, nobody, nobody);
    const { code, stderr } = await runHere(home, `tasks edit ${ref} --add-tag new`);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${path} belongs to another user`)]);
    expect(service.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });
});

describe.skipIf(!isRoot)('R92: a .tracker.json that others have a hand in', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = makeFolder();
    file = join(folder, '.tracker.json');
    writeFileSync(file, '{"instance": "work", "org": "acme", "project": "ABC"}');
  });

  it.each([
    [
      'belongs to another user',
      () => chownSync(file, nobody, nobody),
      'nobody',
      (): string => 'it belongs to another user',
    ],
    ['can be changed by others', () => chmodSync(file, 0o666), 'root', (): string => 'other users can write to it'],
    ['can be replaced', () => chmodSync(folder, 0o777), 'root', (): string => `other users can write to ${folder}`],
    [
      'is in a folder for all',
      () => chmodSync(folder, 0o1777),
      'root',
      (): string => `other users can write to ${folder}`,
    ],
    [
      'is in the folder of another user',
      () => chownSync(folder, nobody, nobody),
      'root',
      (): string => `${folder} belongs to`,
    ],
  ] as const)('chooses nothing if it %s, and is named with its owner', async (_what, spoil, owner, why) => {
    spoil();
    const refused = async (words: string, flag: string): Promise<void> => {
      const { code, stdout, stderr } = await runHere(home, words, { folder });
      expect([words, code, stdout]).toEqual([words, 2, '']);
      expect(stderr).toContain(`error: nothing is taken from ${file} (owner: ${owner}), since ${why()}`);
      expect(stderr).toContain(`hint: add ${flag}\n`);
    };
    const before = service.requests.length;
    await refused('tasks list', '-I NAME');
    await refused('-I work tasks create --title x --body y', '--project KEY');
    await refused('-I work tickets create --subject x --body y', '--org ORG');
    await refused('-I work chat list', '--org ORG');
    expect(service.requests.length).toBe(before);
    for (const words of ['-I work tasks list', 'config list'])
      expect(await runHere(home, words, { folder })).toMatchObject({ code: 0, stderr: '' });
  });
});
