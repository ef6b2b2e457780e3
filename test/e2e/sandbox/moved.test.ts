import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { putConfig, readConfig } from '../../support/computer/config-files.js';
import { makeHome } from '../../support/computer/home.js';
import { printed } from '../../support/run.js';
import { runHere as tracker } from '../../support/run-here.js';
import { type RunningSandbox, startSandbox, stopAndClose, stopSandbox } from '../../support/sandbox/running-sandbox.js';
import { eachTest } from '../../support/set-up.js';

const portFile = '.local/share/tracker/sandbox/port';

const home = eachTest(makeHome, stopAndClose);
let squatter: Server | undefined;

afterEach(async () => {
  squatter?.close();
  squatter = undefined;
});

/** For sandboxes whose data nobody looks at: making those of a demonstration takes a third of the time. */
const empty = ['--seed', 'empty'];

/** Stores this as the instance sandbox. */
const store = (sandbox: Readonly<Record<string, string>>): void =>
  putConfig(home, 'config', JSON.stringify({ instances: { sandbox }, default: 'sandbox' }));

/** Listens on a port of 127.0.0.1 (0 for any), and gives the port and every request that came. */
async function squat(port: number): Promise<{ readonly port: number; readonly requests: readonly string[] }> {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    reply.end('{}');
  });
  squatter = server;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, requests };
}

async function freePort(): Promise<number> {
  const { port } = await squat(0);
  await new Promise((resolve) => squatter?.close(resolve));
  return port;
}

/** Expects to be signed in to this sandbox, and to no other. */
async function expectSignedIn({ url }: RunningSandbox): Promise<void> {
  expect(await tracker(home, 'instances list')).toEqual(printed(`sandbox\t${url}\tMara Lindqvist\ttrue\ttrue\n`));
  const { code, stderr } = await tracker(home, 'tasks list --scope all');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

describe('sandbox start at another address than last time (#10.2)', () => {
  test('signs in again with another --port, and says what the name stood for', async () => {
    const first = await startSandbox(home, empty);
    await stopSandbox(home);
    const moved = await startSandbox(home, ['--port', String(await freePort())]);
    expect(moved.url).not.toBe(first.url);
    expect(moved.said.split('\n')[0]).toBe(
      `Signed in to ${moved.url} as Mara Lindqvist <${first.email}>, stored as sandbox, replacing ${first.url}.`,
    );
    await expectSignedIn(moved);
    await stopSandbox(home);
    const again = await startSandbox(home);
    expect(again.url).toBe(moved.url);
    await expectSignedIn(again);
  });

  test('signs in again when another program listens on the old port, and sends it nothing', async () => {
    const { port } = await startSandbox(home, empty);
    await stopSandbox(home);
    const { requests } = await squat(port);
    const moved = await startSandbox(home);
    expect(moved.port).not.toBe(port);
    await expectSignedIn(moved);
    expect((await tracker(home, '-I sandbox status')).code).toBe(0);
    expect(requests).toEqual([]);
  });

  test('signs in again with --data, shows the password of the new data, and goes back', async () => {
    const first = await startSandbox(home, empty);
    await stopSandbox(home);
    const there = await startSandbox(home, ['--data', 'there', ...empty]);
    expect(there.said).toContain(`It keeps running until tracker sandbox stop --data ${join(home.folder, 'there')}.\n`);
    expect(there.password).not.toBe('');
    expect(there.password).not.toBe(first.password);
    await expectSignedIn(there);
    await stopSandbox(home, ['--data', 'there']);
    const back = await startSandbox(home);
    expect([back.url, back.password]).toEqual([first.url, '']);
    await expectSignedIn(back);
  });

  test('signs in again when the file with the port is gone', async () => {
    const { port } = await startSandbox(home, empty);
    await stopSandbox(home);
    rmSync(join(home.folder, portFile));
    await squat(port);
    await expectSignedIn(await startSandbox(home));
  });

  test('takes the name from any other server on this computer', async () => {
    store({ url: 'http://localhost:9', serviceName: 'helpdesk' });
    const sandbox = await startSandbox(home, empty);
    expect(sandbox.said).toContain('stored as sandbox, replacing http://localhost:9.');
    await expectSignedIn(sandbox);
    expect(JSON.stringify(readConfig(home, 'config'))).not.toContain('helpdesk');
  });
});

describe('a command for a sandbox that is not running', () => {
  const refusal = (url: string): string => `error: the sandbox at ${url} is not running\nhint: tracker sandbox start\n`;
  /** Expects each of these to fail at once, and to send nothing to what listens on the port. */
  const expectRefused = async (url: string, requests: readonly string[]): Promise<void> => {
    for (const line of ['tasks list', 'api me', 'tasks comment SCM-12 -b Words', '-I sandbox tickets list', 'events']) {
      const { code, stderr } = await tracker(home, line);
      expect({ line, code, stderr: stderr.replace(/^warning: .*\nhint: .*\n/, '') }).toEqual({
        line,
        code: 7,
        stderr: refusal(url),
      });
    }
    expect(await tracker(home, `-I ${url} tasks list`)).toMatchObject({ code: 7, stderr: refusal(url) });
    expect(requests).toEqual([]);
  };

  test('fails at once, and sends nothing to another program on its port', async () => {
    const { url, port } = await startSandbox(home, empty);
    await stopSandbox(home);
    const { requests } = await squat(port);
    await expectRefused(url, requests);
    const { code, stderr } = await tracker(home, 'logout');
    expect({ code, isTold: stderr.includes(`the sandbox at ${url} is not running`) }).toEqual({
      code: 0,
      isTold: true,
    });
    expect(requests).toEqual([]);
  });

  test('is found by doctor, with the command that starts it', async () => {
    const { url } = await startSandbox(home, empty);
    await stopSandbox(home);
    const { code, stdout } = await tracker(home, 'doctor --fields check,state,detail,remedy');
    expect(code).toBe(1);
    expect(stdout).toContain(`instance\terror\tthe sandbox at ${url} is not running\ttracker sandbox start\n`);
  });

  test('under another name sends nothing either', async () => {
    const { url, port } = await startSandbox(home, empty);
    await tracker(home, ['login', url, '--name', 'web', '--token'], { stdin: (await tracker(home, 'token')).stdout });
    expect(await tracker(home, '-I web tasks list')).toMatchObject({ code: 0 });
    await stopSandbox(home);
    const { requests } = await squat(port);
    const { code, stderr } = await tracker(home, '-I web tasks list');
    expect([code, stderr]).toEqual([7, expect.stringContaining(refusal(url).trimEnd())]);
    expect(requests).toEqual([]);
  });
});

describe('sandbox start beside the running sandbox', () => {
  test.each([[[]], [['--memory']]])('signs in again (%j)', async (flags) => {
    const first = await startSandbox(home, [...flags, ...empty]);
    expect((await tracker(home, 'notes create -t Kept')).code).toBe(0);
    expect((await tracker(home, 'logout')).code).toBe(0);
    expect((await tracker(home, 'tasks list')).code).toBe(3);
    const again = await startSandbox(home);
    expect([again.url, again.password]).toEqual([first.url, '']);
    await expectSignedIn(again);
    expect((await tracker(home, 'notes list')).stdout).toContain('Kept');
  });

  test('does so with --data, and where another program took its instance meanwhile', async () => {
    const { url } = await startSandbox(home, ['--data', 'there', ...empty]);
    store({ url: 'http://localhost:9' });
    const again = await startSandbox(home, ['--data', 'there']);
    expect(again.url).toBe(url);
    await expectSignedIn(again);
    await stopSandbox(home, ['--data', 'there']);
  });
});

describe('sandbox start where the name sandbox belongs to a server elsewhere', () => {
  const url = 'https://tracker.example.com';

  test.each([[''], [' --foreground']])('starts nothing%s, and names a way out that works', async (front) => {
    store({ url });
    expect(await tracker(home, `sandbox start${front}`)).toEqual({
      code: 2,
      stdout: '',
      stderr: [
        `error: the name sandbox is taken by ${url}`,
        `hint: remove it with tracker instances remove sandbox, then add it under another name with tracker login ${url} --name NAME`,
        '',
      ].join('\n'),
    });
    expect(home.listing().some((line) => line.includes('sandbox.db'))).toBe(false);
    expect((await tracker(home, 'instances remove sandbox --yes')).code).toBe(0);
    await expectSignedIn(await startSandbox(home, empty));
  });

  test('resets nothing either', async () => {
    await startSandbox(home, empty);
    store({ url });
    expect((await tracker(home, 'sandbox reset --yes')).stderr).toContain(`the name sandbox is taken by ${url}`);
    expect(home.listing().some((line) => line.includes('sandbox.db'))).toBe(true);
  });
});

test('a sandbox whose sign-in cannot be stored is stopped, and its password shown all the same', async () => {
  // No folder can be made below a file.
  writeFileSync(join(home.folder, 'file'), '');
  const env = { TRACKER_CONFIG_DIR: join(home.folder, 'file', 'config') };
  const { code, stderr } = await tracker(home, 'sandbox start --seed empty', { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^warning: Web sign-in, shown only once: \S+ with the password \S+ /m);
  expect(JSON.parse((await tracker(home, 'sandbox status --json')).stdout).running).toBe(false);
});
