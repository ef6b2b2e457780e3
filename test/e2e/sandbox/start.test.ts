import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isClosed } from '../../auth/login/sockets.js';
import { makeHome } from '../../support/computer/home.js';
import { tracker } from '../../support/computer/program.js';
import { onBusy } from '../../support/on-busy.js';
import { printed, refused } from '../../support/run.js';
import { runHere } from '../../support/run-here.js';
import { startInForeground, startSandbox, stopAndClose, stopSandbox } from '../../support/sandbox/running-sandbox.js';
import { listen } from '../../support/servers/listen.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const data = '.local/share/tracker/sandbox';

const home = eachTest(makeHome, stopAndClose);

/** For sandboxes whose data nobody looks at: making those of a demonstration takes a third of the time. */
const empty = ['--seed', 'empty'];

const isRunning = async (flags = ''): Promise<boolean> =>
  JSON.parse((await runHere(home, `sandbox status --json${flags}`)).stdout).running;

describe('sandbox start', () => {
  test('signs in as instance sandbox, which becomes the default, and says what to try', async () => {
    const { url, email, said } = await startSandbox(home);
    expect(said.split('\n')).toEqual([
      `Signed in to ${url} as Mara Lindqvist <${email}>, stored as sandbox.`,
      '',
      `The sandbox is running at ${url}`,
      expect.stringMatching(/^Web sign-in, shown only once: \S+ with the password [a-z0-9-]{20,} \(the same/),
      '',
      'Try:',
      '  tracker status',
      '  tracker tasks list --scope all',
      '  tracker next',
      '  tracker tickets list --segment all',
      `  tracker login ${url} --name web   # as any user`,
      '',
      'It keeps running until tracker sandbox stop.',
      '',
    ]);
    expect(await runHere(home, 'instances list')).toEqual(printed(`sandbox\t${url}\tMara Lindqvist\ttrue\ttrue\n`));
    for (const line of ['status', 'tasks list --scope all', 'next', 'tickets list --segment all']) {
      const { code, stdout, stderr } = await runHere(home, line);
      expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' });
      expect(stdout).toContain('\t');
    }
  });

  test('leaves another default alone, and says how to aim at the sandbox', async () => {
    const { url } = await startSandbox(home, empty);
    await runHere(home, ['login', url, '--name', 'work', '--token'], { stdin: (await runHere(home, 'token')).stdout });
    await runHere(home, 'instances use work');
    await stopSandbox(home);
    const { said } = await startSandbox(home);
    expect(said).toContain('\n  tracker -I sandbox status\n');
    expect(said).toContain('\n  tracker login http://');
    const rows = JSON.parse((await runHere(home, 'instances list --json')).stdout);
    expect(rows.map((row: { ref: string; default: boolean }) => [row.ref, row.default])).toEqual([
      ['sandbox', false],
      ['work', true],
    ]);
  });

  test('signs in again after a sign-out, as the hint says', async () => {
    const { url } = await startSandbox(home, empty);
    await runHere(home, 'logout');
    const refusal = `error: you are not signed in to sandbox (${url})\nhint: tracker sandbox start\n`;
    expect(await runHere(home, 'tasks list')).toEqual({ code: 3, stdout: '', stderr: refusal });
    await runHere(home, 'sandbox start');
    expect((await runHere(home, 'tasks list')).code).toBe(0);
  });

  test('keeps its files to their owner', async () => {
    await startSandbox(home, empty);
    await runHere(home, 'tasks list');
    expect(
      home.listing().filter((line) => !/^(0700 .*\/|0600 .*[^/])$/.test(line) && !/^\d+ \.\w+(\/\w+)?\/$/.test(line)),
    ).toEqual([]);
    const listing = home.listing();
    for (const folder of ['.config/tracker', data]) expect(listing).toContain(`0700 ${folder}/`);
    for (const file of ['sandbox.db', 'running.json', 'sandbox.log', 'port'])
      expect(listing).toContain(`0600 ${data}/${file}`);
  });

  test('keeps tokens and the password out of its own files', async () => {
    const { password } = await startSandbox(home, empty);
    const token = (await runHere(home, 'token')).stdout.trim();
    await stopSandbox(home);
    for (const name of ['sandbox.db', 'sandbox.log', 'port']) {
      const text = readFileSync(join(home.folder, data, name), 'latin1');
      expect([name, text.includes(token), text.includes(password)]).toEqual([name, false, false]);
    }
  });

  test('refuses a second start on the same data with other options with one clear line', async () => {
    const { url } = await startSandbox(home, empty);
    const { code, stdout, stderr } = await runHere(home, 'sandbox start --latency 5');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.replace(/\d+\)/, 'N)')).toBe(
      `error: the sandbox is already running at ${url} (process N)\nhint: to sign in to it: tracker sandbox start without other flags; to end it: tracker sandbox stop\n`,
    );
    const inFront = await tracker(home, 'sandbox start --foreground');
    expect(inFront).toEqual({ code, stdout, stderr });
  });

  test('names the folder in the commands for a sandbox that is already running there', async () => {
    const folder = join(home.folder, 'other');
    await startSandbox(home, ['--data', folder, ...empty]);
    const { stderr } = await runHere(home, ['sandbox', 'start', '--data', folder, '--latency', '5']);
    await runHere(home, ['sandbox', 'stop', '--data', folder]);
    expect(stderr).toContain(`tracker sandbox start --data ${folder} without other flags`);
    expect(stderr).toContain(`tracker sandbox stop --data ${folder}\n`);
  });

  test('signs in to the same sandbox by two starts at the same moment', async () => {
    const outcomes = await Promise.all([tracker(home, 'sandbox start'), tracker(home, 'sandbox start')]);
    const addresses = outcomes.map(({ stderr }) => /^The sandbox is running at (\S+)$/m.exec(stderr)?.[1]);
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    expect(addresses[0]).toBe(addresses[1]);
    expect(outcomes.filter(({ stderr }) => stderr.includes('with the password'))).toHaveLength(1);
    expect((await runHere(home, 'tasks list')).code).toBe(0);
  });

  test('says which port is taken', async () => {
    const other = createServer();
    const port = await listen(other);
    try {
      for (const flag of [' --foreground', '']) {
        expect(await runHere(home, `sandbox start --port ${port}${flag}`)).toEqual(
          refused(1, `port ${port} of 127.0.0.1 is already in use`, 'choose another with --port'),
        );
      }
    } finally {
      other.close();
    }
    expect(await isRunning()).toBe(false);
  });

  test.each([
    ['--fault GET', /^error: fault "GET" is not valid: .*\nhint: tracker sandbox start --help\n$/],
    ['--seed nothing', /^error: there is no seed "nothing"; choose from: demo, large, huge, empty\nhint: .*\n$/],
    ['--port 80', /^error: --port takes a port from 1024 to 65535, not "80"\n$/],
    ['--memory --data x', /^error: --memory and --data cannot be used together\n$/],
    ['--shape round', /^error: --shape takes usual, spec or wire, not "round"\n$/],
  ])('takes %s for a usage error, in the background and in front', async (flags, message) => {
    for (const front of ['', ' --foreground']) {
      const { code, stdout, stderr } = await runHere(home, `sandbox start ${flags}${front}`);
      expect({ front, code, stdout }).toEqual({ front, code: 2, stdout: '' });
      expect(stderr).toMatch(message);
    }
  });
});

describe('the flags of sandbox start', () => {
  test('leaves a process alone that has the id of a killed one, where the system tells no process from another', async () => {
    const { port } = await startSandbox(home, empty);
    const file = join(home.folder, data, 'running.json');
    const running = JSON.parse(readFileSync(file, 'utf8'));
    const store = (process: number): void => writeFileSync(file, JSON.stringify({ ...running, process, mark: '' }));
    store(running.process);
    expect((await runHere(home, 'sandbox stop')).stderr).toContain(`Stopped the sandbox at http://127.0.0.1:${port}`);
    const other = spawn('sleep', ['60']);
    try {
      store(other.pid ?? 0);
      expect(await runHere(home, 'sandbox stop')).toMatchObject({ code: 0, stderr: 'The sandbox is not running.\n' });
      expect([other.exitCode, other.signalCode, await isRunning()]).toEqual([null, null, false]);
    } finally {
      other.kill();
    }
  });

  test('ends with what is wrong where it cannot say that it runs', async () => {
    mkdirSync(join(home.folder, data, 'running.json'), { recursive: true, mode: 0o700 });
    const { code, stderr } = await runHere(home, ['sandbox', 'start', ...empty]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('running.json: EISDIR')]);
  });

  test('--data keeps the data in that folder, also when it is named from elsewhere', async () => {
    const folder = join(home.folder, 'there');
    await startSandbox(home, ['--data', 'there', ...empty]);
    expect(home.listing()).toContain('0600 there/sandbox.db');
    expect(home.listing().some((line) => line.includes(data))).toBe(false);
    expect(await isRunning()).toBe(false);
    expect(await isRunning(` --data ${folder}`)).toBe(true);
    await stopSandbox(home, ['--data', folder]);
    expect(await isRunning(` --data ${folder}`)).toBe(false);
  });

  test('--service-name is what a login must then ask for', async () => {
    const { url } = await startSandbox(home, ['--service-name', 'helpdesk', ...empty]);
    expect((await runHere(home, ['login', url, '--token'], { stdin: 'x' })).stderr).toMatch(
      /it calls itself "helpdesk", not "tracker"\nhint: .* --service-name helpdesk\n$/,
    );
    expect((await runHere(home, 'tasks list')).code).toBe(0);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    '--foreground ends within 2 s of %s, an event stream being open, and frees its port',
    async (signal, code) => {
      const sandbox = await startInForeground(home, empty);
      const token = (await runHere(home, 'token')).stdout.trim();
      const stream = await fetch(`${sandbox.url}/api/v1/events`, { headers: { authorization: `Bearer ${token}` } });
      expect(stream.status).toBe(200);
      const began = performance.now();
      sandbox.kill(signal);
      expect((await sandbox.ended).code).toBe(code);
      expect(performance.now() - began).toBeLessThan(onBusy(2_000));
      expect(await isClosed(sandbox.port)).toBe(true);
      await stream.body?.cancel().catch(() => undefined);
      expect(home.listing().some((line) => line.includes('running.json'))).toBe(false);
      expect(await until('the end of its processes', () => home.processes().length === 0)).toBe(true);
    },
  );
});
