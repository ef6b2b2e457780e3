import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { boundToSandbox, runningFile, withRunningSandbox } from '../../src/auth/running-sandbox.js';
import type { Settings } from '../../src/config/settings.js';
import { processSpace } from '../../src/disk/processes.js';
import type { Send } from '../../src/http/message.js';
import { makeFolder } from '../support/computer/folder.js';

const url = 'http://127.0.0.1:4711';

let folder: string;
let sent: number;
beforeEach(() => {
  folder = makeFolder();
  sent = 0;
});

/** Only process 7 is alive. */
const processes = {
  id: process.pid,
  isAlive: (id: number) => id === 7,
  startedAt: () => '',
  terminate: () => undefined,
  node: '20.19.0',
  memory: () => 0,
  processorTime: () => 0,
  uptime: () => 0,
};

/** Sends one request to the sandbox of this folder. Gives the error, if there is one. */
async function send(changed: Partial<Settings['processes']> = {}): Promise<unknown> {
  // What the check needs of the settings.
  const settings = { processes: { ...processes, ...changed }, folders: { data: () => '/data' } } as unknown as Settings;
  // Nobody reads the answer.
  const count = (async () => void sent++) as unknown as Send;
  const guarded = withRunningSandbox(count, { name: 'sandbox', url, sandboxFolder: folder }, settings);
  return await guarded({ method: 'GET', url: new URL(url), headers: {}, signal: new AbortController().signal }).catch(
    (error: unknown) => error,
  );
}

const put = (running: unknown): void => writeFileSync(runningFile(folder), JSON.stringify(running));

describe('a request to the sandbox', () => {
  test.each([
    ['its process is alive', { url, process: 7, mark: '' }],
    ['it may be in another container', { url, process: 8, mark: '1', space: `${bootOfThis()}:1` }],
  ])('is sent where %s', async (_what, running) => {
    put(running);
    expect([await send(), sent]).toEqual([undefined, 1]);
  });

  test.each([
    ['its process is gone', { url, process: 8, mark: '1', space: processSpace(process.pid).name }],
    ['the computer was started anew since', { url, process: 8, mark: '1', space: 'another:1' }],
    ['an earlier version started it, and its process is gone', { url, process: 8, mark: '1' }],
    ['it has another address by now', { url: 'http://127.0.0.1:4712', process: 7, mark: '' }],
    ['its file is damaged', null],
  ])('is not sent where %s', async (_what, running) => {
    put(running);
    expect([await send(), sent]).toEqual([
      expect.objectContaining({
        kind: 'network',
        message: `the sandbox at ${url} is not running`,
        hint: `tracker sandbox start --data ${folder}`,
        isLasting: true,
      }),
      0,
    ]);
  });

  test('is not sent where its process id belongs to a later process', async () => {
    put({ url, process: 7, mark: '1' });
    await send({ startedAt: () => '2' });
    expect(sent).toBe(0);
  });

  test('is not sent where it left no file', async () => {
    await send();
    expect(sent).toBe(0);
  });
});

test.each([
  ['its sandbox is running there', { url, process: 7, mark: '' }, true],
  ['its sandbox was stopped, and another server is there', { url, process: 8, mark: '' }, false],
  ['its sandbox has moved, and another server is there', { url: 'http://127.0.0.1:4712', process: 7, mark: '' }, false],
])('a sign-in at the address of a known sandbox, where %s', (_what, running, isBound) => {
  put(running);
  const entry = { name: 'web', url };
  const known = [
    { name: 'work', url },
    { name: 'sandbox', url, sandboxFolder: folder },
  ];
  expect(boundToSandbox(entry, known, processes)).toEqual(isBound ? { ...entry, sandboxFolder: folder } : entry);
});

/** On Linux, what all containers of one computer have in common. */
function bootOfThis(): string {
  return processSpace(process.pid).name.split(':')[0] ?? '';
}
