import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { lendCompiledCode } from '../../support/computer/compiled-code.js';
import { makeFolder } from '../../support/computer/folder.js';
import { makeHome } from '../../support/computer/home.js';
import { asNobody, canBeNobody, nobody } from '../../support/computer/nobody.js';
import { shell, start, tracker } from '../../support/computer/program.js';
import { runHere } from '../../support/run-here.js';
import { canary, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { answerWork } from '../tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startSmallService(canary()));
beforeEach(() => answerWork(service, service.guarded));

/** What below a folder belongs to somebody else, but for the compiled code that tests lend. */
function foreignIn(folder: string, owner: number): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return paths.filter((path) => lstatSync(path).uid !== owner && !path.includes('/compiled'));
}

describe.skipIf(!canBeNobody)('with the rights of root, in the home of somebody else', () => {
  const give = (): void => void spawnSync('chown', ['-R', `${nobody}:${nobody}`, home.folder]);

  it('new files and folders belong to the owner of the folder above', async () => {
    give();
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    expect(await tracker(home, 'tasks list')).toMatchObject({ code: 0 });
    service.on('POST /api/v1/tickets/x/messages', json({ message: 'No' }, 500));
    await tracker(home, ['tasks', 'create', '--title', 'x', '--project', 'ABC', '--body', 'Precious']);
    const editor = home.write('editor', '#!/bin/sh\necho Precious > "$1"\nexit 3\n', 0o755);
    const line = `script -qec "tracker tasks create --title x --project ABC -e" /dev/null`;
    await shell(home, line, { env: { EDITOR: editor } });
    expect(await tracker(home, 'alias set zz me')).toMatchObject({ code: 0 });
    expect(readdirSync(join(home.folder, '.local', 'state', 'tracker', 'ledger')).length).toBeGreaterThan(0);
    expect(foreignIn(home.folder, nobody)).toEqual([]);
  });

  it('so do those of a sandbox', async () => {
    give();
    expect(await tracker(home, 'sandbox start --seed empty')).toMatchObject({ code: 0 });
    try {
      expect(await tracker(home, ['notes', 'create', '--title', 'x', '--body', 'y'])).toMatchObject({ code: 0 });
      expect(foreignIn(home.folder, nobody)).toEqual([]);
    } finally {
      await tracker(home, 'sandbox stop');
    }
    expect(foreignIn(home.folder, nobody)).toEqual([]);
  });

  it('so do downloads', async () => {
    give();
    const attachments = [{ id: 'f1', filename: 'plan.txt', sizeBytes: 4 }];
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    service.on(`GET /api/v1/tasks/${task.uuid}`, json({ task, attachments }));
    service.on('GET /api/attachments/f1', ({ response }) => response.end('plan'));
    expect(await tracker(home, `attachments download task:${task.uuid} --dir new`)).toMatchObject({ code: 0 });
    expect(foreignIn(home.folder, nobody)).toEqual([]);
  });

  it('an own home stays that of root', async () => {
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    expect(await tracker(home, 'tasks list')).toMatchObject({ code: 0 });
    expect(foreignIn(home.folder, 0)).toEqual([]);
  });
});

describe.skipIf(!canBeNobody)('R92: a file of somebody else that cannot even be opened', () => {
  const plant: Readonly<Record<string, (path: string) => void>> = {
    file: (path) => writeFileSync(path, '{}', { mode: 0o600 }),
    folder: (path) => mkdirSync(path, { mode: 0o700 }),
    link: (path) => symlinkSync('/etc/hostname', path),
  };

  it.each(Object.keys(plant))('is refused by name, not called damaged: a %s in the ledger', async (what) => {
    const own = makeFolder();
    const ledger = join(own, '.local/state/tracker/ledger');
    mkdirSync(ledger, { recursive: true, mode: 0o700 });
    spawnSync('chown', ['-R', `${nobody}:${nobody}`, own]);
    const env = { ...service.env, HOME: own };
    const path = join(ledger, '3.jsonl');
    const commands = ['drafts', 'drafts view 3', 'drafts send 3', 'drafts delete 3 -y', 'undo --list'];
    for (const [owner, name] of [
      [12_345, 'user 12345'],
      [0, 'root'],
    ] as const) {
      rmSync(path, { recursive: true, force: true });
      plant[what]?.(path);
      spawnSync('chown', ['-h', `${owner}`, path]);
      // Whose it is only changes what is said, and what it is changes nothing.
      for (const words of owner === 0 || what !== 'file' ? ['drafts view 3'] : commands) {
        const { code, stdout, stderr } = await start(home, asNobody(words), { env, folder: '/' }).ended;
        const problem = `${path} belongs to another user (${name}), so it is not safe to use`;
        const hint = 'find out how it got there, and who may remove it';
        expect([words, code, stdout, stderr]).toEqual([words, 1, '', `error: ${problem}\nhint: ${hint}\n`]);
      }
    }
  });
});

describe('a pipe in place of a file', () => {
  const put = (...names: readonly string[]): string => {
    const path = join(home.folder, ...names);
    rmSync(path, { force: true, recursive: true });
    mkdirSync(join(path, '..'), { recursive: true });
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    return path;
  };
  const state = (name: string): string => {
    const folder = join(home.folder, '.local', 'state', 'tracker', name);
    mkdirSync(folder, { recursive: true });
    return folder.slice(home.folder.length + 1);
  };
  const cache = (): string => {
    const folder = join('.cache', 'tracker');
    const [server = ''] = readdirSync(join(home.folder, folder)).filter((each) => each.startsWith('127'));
    const [account = ''] = readdirSync(join(home.folder, folder, server));
    return join(folder, server, account);
  };

  const answer = (): string => {
    const folder = join(cache(), 'memory');
    const names = readdirSync(join(home.folder, folder), { recursive: true, encoding: 'utf8' });
    return join(folder, names.find((name) => name.includes('api_v1_tasks')) ?? 'none');
  };

  beforeEach(async () => {
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    await runHere(home, 'tasks list');
    lendCompiledCode(home.folder);
  });

  it.each([
    ['an answer', () => put(answer()), 'tasks list --offline', 4],
    ['an index', () => put(cache(), 'tasks.tsv'), 'tasks list', 0],
    ['a draft', () => put(state('ledger'), '1.jsonl'), 'drafts list', 0],
    ['a draft of an earlier version', () => put(state('drafts'), 'dabcde.json'), 'drafts list', 0],
    ['a draft that is named', () => put(state('ledger'), '1.jsonl'), 'drafts view 1', 1],
    ['a draft, for completion', () => put(state('ledger'), '1.jsonl'), '__complete zsh -- drafts view 1', 0],
    ['an index, for completion', () => put(cache(), 'tasks.tsv'), '__complete zsh -- tasks view a', 0],
    ['the settings, for completion', () => put('.config/tracker/config.json'), '__complete zsh -- -I w', 0],
    ['the settings', () => put('.config/tracker/config.json'), 'tasks list', 1],
    ['the tokens', () => put('.config/tracker/credentials.json'), 'tasks list', 1],
    ['the settings, for an alias', () => put('.config/tracker/config.json'), 'zz', 2],
    ['the settings of the shell', () => put('.bashrc'), 'doctor', 1],
    ['what a sandbox says of itself', () => put('.local/share/tracker/sandbox/running.json'), 'sandbox status', 0],
    ['the file of a project', () => put('.tracker.json'), 'tasks list', 0],
  ] as const)('is neither waited for nor read: %s', async (_what, prepare, words, code) => {
    const path = prepare();
    const env = { ...home.env, SHELL: '/bin/bash' };
    // Nothing of the test may look into the home meanwhile.
    const child = spawn('timeout', ['20', 'tracker', ...words.split(' ')], { env, cwd: home.folder, stdio: 'ignore' });
    const [ended] = await once(child, 'close');
    rmSync(path, { force: true });
    expect(ended).toBe(code);
  });

  it.each(['config.json', 'credentials.json'])('a socket is not a regular file either: %s', async (name) => {
    const path = join(home.folder, '.config', 'tracker', name);
    rmSync(path);
    const socket = createServer().listen(path);
    await once(socket, 'listening');
    expect((await tracker(home, 'tasks list')).stderr).toContain(`${name} is not a regular file and was left as it is`);
    socket.close();
  });
});
