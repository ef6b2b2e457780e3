import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { tracker } from '../support/computer/program.js';
import { runHere } from '../support/run-here.js';
import { newToken, startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { listen } from '../support/servers/listen.js';
import { allTests } from '../support/set-up.js';

const home = allTests(makeHome, stopAndClose);
const sandbox = allTests(() => startSandbox(home, ['--memory']));

async function tokenOf(): Promise<string> {
  return (await runHere(home, 'token')).stdout.trim();
}

test('the built sandbox takes a task with a file', async () => {
  const form = new FormData();
  form.append('payload', JSON.stringify({ title: 'With a file', projectKey: 'SCM' }));
  form.append('attachments', new Blob(['hello']), 'hello.txt');
  const authorization = `Bearer ${await tokenOf()}`;
  const reply = await fetch(`${sandbox.url}/api/v1/tasks`, { method: 'POST', headers: { authorization }, body: form });
  expect(reply.status).toBe(201);
  const { displayId } = (await reply.json()) as { displayId: string };
  const { stdout } = await tracker(home, ['tasks', 'view', displayId, '--json=attachments.0.filename']);
  expect(JSON.parse(stdout)).toEqual({ 'attachments.0.filename': 'hello.txt' });
});

describe('the built program behind a proxy', () => {
  test.each([
    [407, 'it rejected the user name and password'],
    [502, 'it returned 502'],
  ])('asks it for the host alone, and reports its %i', async (status, why) => {
    const asked: string[] = [];
    const proxy = createHttpServer();
    proxy.on('connect', (request, socket) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    });
    const port = await listen(proxy);
    const env = {
      HTTPS_PROXY: `http://user:canary@127.0.0.1:${port}`,
      TRACKER_URL: 'https://tracker.invalid',
      TRACKER_TOKEN: 'worthless',
    };
    const { code, stdout, stderr } = await tracker(home, 'tasks list', { env });
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toContain(`the proxy 127.0.0.1:${port} refused the connection to tracker.invalid: ${why}`);
    expect(stderr).not.toContain('canary');
    expect(asked[0]).toBe('CONNECT tracker.invalid:443');
    proxy.close();
  });
});

test('an answer nobody asked for is a failure, never a quiet 0', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nfoo'));
  });
  const port = await listen(server);
  const env = { TRACKER_URL: `http://127.0.0.1:${port}`, TRACKER_TOKEN: 'worthless' };
  const { code, stdout, stderr } = await tracker(home, 'tasks list --json --timeout 2', { env });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'failed', status: 101 } });
  server.close();
});

test('formats of what writes: results on stdout, and the first password is not lost', async () => {
  const other = makeHome();
  const started = await tracker(other, 'sandbox start --memory --seed empty --json');
  expect(JSON.parse(started.stdout)).toMatchObject({
    instance: 'sandbox',
    email: 'mara@lantern.example',
    password: expect.stringMatching(/^\w{5}-/),
  });
  expect((await runHere(other, 'token --json')).stdout).toMatch(/^\{"token":"[^"]+"\}\n$/);
  expect(JSON.parse((await runHere(other, 'instances use sandbox --json')).stdout)).toMatchObject({
    default: 'sandbox',
  });
  expect(JSON.parse((await runHere(other, 'logout --json')).stdout)).toEqual({ signedOut: ['sandbox'] });
  expect(JSON.parse((await runHere(other, 'sandbox stop --json')).stdout)).toMatchObject({ stopped: true });
  await stopAndClose(other);
});

test('another seed for data that is there is refused, not ignored', async () => {
  const other = makeHome();
  expect((await runHere(other, 'sandbox start --seed empty')).code).toBe(0);
  expect((await runHere(other, 'sandbox start --fault nonsense')).code).toBe(2);
  await runHere(other, 'sandbox stop');
  const { code, stderr } = await runHere(other, 'sandbox start --seed demo');
  expect(code).toBe(2);
  expect(stderr).toContain('tracker sandbox reset --seed demo');
  await stopAndClose(other);
});

test('a folder in which none can be made is reported at once', async () => {
  const { code, stderr } = await runHere(home, 'sandbox start --data /proc/nope/deeper');
  expect(code).toBe(1);
  expect(stderr).toContain('/proc/nope');
});

test('help comes after the flags of every command too', async () => {
  for (const words of ['--no-input help tasks', '-I sandbox help tasks', 'tasks help', 'help tasks']) {
    const { code, stdout } = await tracker(home, words);
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: 'List, view, create and edit tasks.' });
  }
});

test('sandbox run is signed in as somebody, and takes no format for itself', async () => {
  const { stdout } = await tracker(home, 'sandbox run -- tracker instances --fields ref,user');
  expect(stdout).toBe('sandbox\tMara Lindqvist\n');
  const { code, stderr } = await runHere(home, 'sandbox run --json -- echo hi');
  expect({ code, kind: JSON.parse(stderr).error.code }).toEqual({ code: 2, kind: 'usage' });
});

test('of two accounts on one server, a token of the environment belongs to the default one', async () => {
  const stdin = await newToken(sandbox);
  expect((await runHere(home, `login ${sandbox.url} --token --name web`, { stdin })).code).toBe(0);
  const env = { TRACKER_TOKEN: 'worthless' };
  const { code, stdout, stderr } = await runHere(home, '-I sandbox whoami --fields user.name', { env });
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'user.name\tMara Lindqvist\n' });
  expect(stderr).toBe('warning: TRACKER_TOKEN is for web and is not sent to sandbox; using the stored token\n');
});
