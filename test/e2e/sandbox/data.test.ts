import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/sandbox/store/database.js';
import { makeHome } from '../../support/computer/home.js';
import { seesProcesses, stateOf } from '../../support/computer/processes.js';
import { start } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { remarked } from '../../support/run.js';
import { runHere as tracker } from '../../support/run-here.js';
import { type RunningSandbox, startSandbox, stopAndClose, stopSandbox } from '../../support/sandbox/running-sandbox.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const folder = '.local/share/tracker/sandbox';

const home = eachTest(makeHome, stopAndClose);

/** For sandboxes whose data nobody looks at: making those of a demonstration takes a third of the time. */
const empty = ['--seed', 'empty'];

interface Status {
  readonly running: boolean;
  readonly process: number | null;
}

const status = async (): Promise<Status> => JSON.parse((await tracker(home, 'sandbox status --json')).stdout);

const titlesOf = async (): Promise<readonly string[]> =>
  JSON.parse((await tracker(home, 'tasks list --scope all --json')).stdout).map((row: { title: string }) => row.title);

/** A killed process is there for a moment longer, and counts as running. */
const hasEnded = (id: number): boolean => /^Z?$/.test(stateOf(id));

/** The headers of the person the home is signed in as. */
async function headers(): Promise<Record<string, string>> {
  const token = (await tracker(home, 'token')).stdout.trim();
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

/** Creates tasks all at once and kills the sandbox at the tenth 201; gives the titles that were answered 201. */
async function createAndKill({ url }: RunningSandbox, round: number): Promise<readonly string[]> {
  const victim = (await status()).process ?? 0;
  const answered: string[] = [];
  const create = async (title: string, sent: Record<string, string>): Promise<void> => {
    const body = JSON.stringify({ title, projectKey: 'SCM' });
    const reply = await fetch(`${url}/api/v1/tasks`, { method: 'POST', headers: sent, body });
    if (reply.status !== 201) throw new Error(`answered ${reply.status}`);
    answered.push(title);
    if (answered.length === 10) process.kill(victim, 'SIGKILL');
  };
  const sent = await headers();
  await Promise.allSettled(Array.from({ length: 40 }, (_, index) => create(`kept ${round}-${index}`, sent)));
  await until('its end', () => hasEnded(victim));
  return answered;
}

describe('the data of a sandbox', () => {
  test('holds every task that was answered 201, whenever the sandbox is killed', async () => {
    const answered: string[] = [];
    for (const round of [1, 2]) answered.push(...(await createAndKill(await startSandbox(home), round)));
    await startSandbox(home);
    const titles = new Set(await titlesOf());
    expect(answered.filter((title) => !titles.has(title))).toEqual([]);
    expect(answered.length).toBeGreaterThanOrEqual(20);
    await stopSandbox(home);
    const database = await openDatabase(join(home.folder, folder, 'sandbox.db'));
    expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  });

  test('is thrown away by reset, which asks first', async () => {
    const { url } = await startSandbox(home);
    const sent = await headers();
    const body = JSON.stringify({ title: 'gone soon', projectKey: 'SCM' });
    await fetch(`${url}/api/v1/tasks`, { method: 'POST', headers: sent, body });
    const asked = await tracker(home, 'sandbox reset');
    expect({ code: asked.code, hint: asked.stderr.split('\n')[1] }).toEqual({ code: 2, hint: 'hint: add --yes' });
    expect(await titlesOf()).toContain('gone soon');
    const { code, stderr } = await tracker(home, 'sandbox reset --yes');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`The sandbox is running at ${url}\n`),
    });
    expect(stderr).toContain('shown only once');
    expect(await titlesOf()).not.toContain('gone soon');
  });

  test('is thrown away by reset without a start where nothing ran', async () => {
    await startSandbox(home, empty);
    await stopSandbox(home);
    expect(await tracker(home, 'sandbox reset -y')).toEqual(
      remarked('', 'Deleted the data; tracker sandbox start creates new data.\n'),
    );
    expect(home.listing().filter((line) => line.includes('sandbox.db'))).toEqual([]);
  });

  test('stays in memory when a sandbox in memory is reset', async () => {
    await startSandbox(home, ['--memory', ...empty]);
    await tracker(home, 'sandbox reset -y');
    expect(JSON.parse((await tracker(home, 'sandbox status --json')).stdout)).toMatchObject({
      running: true,
      data: null,
    });
    expect(home.listing().filter((line) => line.includes('sandbox.db'))).toEqual([]);
  });
});

describe.skipIf(!seesProcesses)('a running file that was left behind (needs /proc)', () => {
  test('is not believed after kill -9', async () => {
    await startSandbox(home, empty);
    const { process: victim } = await status();
    process.kill(victim ?? 0, 'SIGKILL');
    await until('its end', () => hasEnded(victim ?? 0));
    expect(home.listing()).toContain(`0600 ${folder}/running.json`);
    expect(await status()).toMatchObject({ running: false, process: null });
    expect(await tracker(home, 'sandbox stop')).toEqual(remarked('', 'The sandbox is not running.\n'));
    await startSandbox(home);
    expect((await status()).running).toBe(true);
  });

  test('does not show the key of the next one to whoever has opened it', async () => {
    mkdirSync(join(home.folder, folder), { recursive: true });
    const file = join(home.folder, folder, 'running.json');
    writeFileSync(file, '', { mode: 0o644 });
    const opened = openSync(file, 'r');
    try {
      await startSandbox(home, empty);
      expect(home.listing()).toContain(`0600 ${folder}/running.json`);
      expect(readFileSync(opened, 'utf8')).toBe('');
    } finally {
      closeSync(opened);
    }
  });

  test('is not believed while its process is a zombie that nobody asks for', async () => {
    const parent = start(home, ['sh', '-c', 'tracker sandbox start --foreground --seed empty & exec sleep 60']);
    await parent.waitFor(/Ctrl-C to stop it/);
    const victim = (await status()).process ?? 0;
    process.kill(victim, 'SIGKILL');
    await until('a zombie', () => stateOf(victim) === 'Z');
    expect(await status()).toMatchObject({ running: false, process: null });
    await startSandbox(home);
    await stopSandbox(home);
    parent.kill('SIGKILL');
    await parent.ended;
  });

  test('does not hold up a stop whose process becomes a zombie', async () => {
    const parent = start(home, ['sh', '-c', 'tracker sandbox start --foreground --seed empty & exec sleep 60']);
    await parent.waitFor(/Ctrl-C to stop it/);
    const began = performance.now();
    await stopSandbox(home);
    expect(performance.now() - began).toBeLessThan(onBusy(2_000));
    parent.kill('SIGKILL');
    await parent.ended;
  });

  test('is not believed when its number now belongs to another program', async () => {
    await startSandbox(home, empty);
    const file = join(home.folder, folder, 'running.json');
    const running = JSON.parse(readFileSync(file, 'utf8'));
    await stopSandbox(home);
    writeFileSync(file, JSON.stringify({ ...running, process: process.pid }));
    expect(await status()).toMatchObject({ running: false });
    expect((await tracker(home, 'sandbox stop')).stderr).toBe('The sandbox is not running.\n');
  });
});
