import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxReply } from '../../src/sandbox/http/exchange.js';
import { openSandbox, readOptions, readSeedChoice, type Sandbox, type SandboxOptions } from '../../src/sandbox/open.js';
import { makeFolder } from '../support/computer/folder.js';
import { send } from './bare-service.js';

let folder: string;
const opened: Sandbox[] = [];

beforeEach(() => {
  folder = makeFolder();
});

afterEach(() => {
  for (const sandbox of opened.splice(0)) sandbox.close();
});

async function open(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await openSandbox({ file: join(folder, 'new', 'data.db'), seed: 'empty', ...options });
  opened.push(sandbox);
  return sandbox;
}

function readJson(reply: SandboxReply): unknown {
  return JSON.parse(Buffer.from(reply.body as Uint8Array).toString());
}

describe('a sandbox on new data', () => {
  it('gives the credentials that sign its owner in', async () => {
    const { app, firstCredentials } = await open();
    expect(firstCredentials?.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    const reply = await send(app, 'POST /api/auth/sign-in/email', { body: JSON.stringify(firstCredentials) });
    expect(reply.status).toBe(200);
    const token = reply.headers['set-auth-token'] ?? '';
    const me = readJson(await send(app, 'GET /api/v1/me', { token }));
    expect(me).toMatchObject({ user: { email: firstCredentials?.email }, capabilities: { isAdmin: true } });
  });

  it('signs in seeded people, and no one else', async () => {
    const { app, signIn, createApiKey, firstCredentials } = await open();
    const email = firstCredentials?.email ?? '';
    for (const token of [signIn(email), createApiKey(email)]) {
      expect((await send(app, 'GET /api/v1/me', { token })).status).toBe(200);
    }
    expect(() => signIn('nobody@example.com')).toThrow('no user in the sandbox has the email nobody@example.com');
    expect(() => createApiKey('nobody@example.com')).toThrow('nobody@example.com');
  });

  it('keeps it from everybody else, and no secret in the clear', async () => {
    const { signIn, createApiKey, firstCredentials } = await open();
    const email = firstCredentials?.email ?? '';
    const secrets = [signIn(email), createApiKey(email), firstCredentials?.password ?? ''];
    const place = join(folder, 'new');
    expect(statSync(place).mode & 0o777).toBe(0o700);
    const files = readdirSync(place);
    expect(files).toContain('data.db-wal');
    for (const file of files) {
      expect(statSync(join(place, file)).mode & 0o777).toBe(0o600);
      const content = readFileSync(join(place, file));
      for (const secret of secrets) expect(content.includes(secret)).toBe(false);
    }
  });
});

describe('a sandbox on data that is there', () => {
  it('keeps it, its sessions and its password, and shows no credentials', async () => {
    const first = await open();
    const email = first.firstCredentials?.email ?? '';
    const token = first.signIn(email);
    first.close();
    first.close();
    await expect(open({ seed: 'demo' })).rejects.toThrow('the sandbox already has data from seed empty:1');
    const second = await open();
    expect(second.firstCredentials).toBeNull();
    expect(second.seed).toBe('empty:1');
    expect((await send(second.app, 'GET /api/v1/me', { token })).status).toBe(200);
    const body = JSON.stringify(first.firstCredentials);
    expect((await send(second.app, 'POST /api/auth/sign-in/email', { body })).status).toBe(200);
  });
});

describe('a seed without a number', () => {
  it.each([
    '2026-03-02T00:00:20.500Z',
    '2026-03-02T06:59:59.999Z',
    '2026-03-02T08:15:00.000Z',
    '2026-03-07T23:59:59.000Z',
  ])('ends in the minute in which it is made (%s), never in the future', async (now) => {
    const { world } = await open({ file: ':memory:', seed: 'demo', now: () => new Date(now) });
    const newest = world.db.get<{ at: string }>(
      `SELECT max(at) AS at FROM (SELECT max(updated_at) AS at FROM tasks UNION ALL SELECT max(updated_at) FROM tickets
         UNION ALL SELECT max(created_at) FROM thread_messages UNION ALL SELECT max(created_at) FROM inbox
         UNION ALL SELECT max(created_at) FROM project_activity UNION ALL SELECT max(created_at) FROM attachments
         UNION ALL SELECT max(meeting_date) FROM notes UNION ALL SELECT max(date) FROM time_logs)`,
    )?.at;
    expect(newest).toBeDefined();
    expect(Date.parse(newest ?? '')).toBeLessThan(Date.parse(now));
    expect(Date.parse(newest ?? '')).toBeGreaterThan(Date.parse(now) - 24 * 60 * 60 * 1000);
  });
});

describe('options', () => {
  it('give the service another name', async () => {
    const { app } = await open({ file: ':memory:', serviceName: 'trackr' });
    expect(readJson(await send(app, 'GET /api/v1/instance', {}))).toMatchObject({ name: 'trackr' });
  });

  it('reach the app: rotation and faults', async () => {
    const { app, signIn, firstCredentials } = await open({
      file: ':memory:',
      rotateEvery: 1,
      faults: ['GET /wiki=503'],
    });
    const reply = await send(app, 'GET /api/v1/wiki', { token: signIn(firstCredentials?.email ?? '') });
    expect(reply).toMatchObject({ status: 503, headers: { 'set-auth-token': expect.any(String) } });
  });

  it.each<Partial<SandboxOptions>>([
    { seed: 'nothing' },
    { seed: 'demo:x' },
    { faults: ['x'] },
    { faults: ['POST /task=503'] },
    { faults: ['PUT /tasks=503'] },
    { drop: -1 },
    { rotateEvery: 1.5 },
  ])('that are not understood (%j) are refused before a file is made', async (options) => {
    await expect(open(options)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });
});

it.each(['GET /tasks/SCM-1', 'HEAD /tasks', '* *', 'POST /tickets/:id/*', 'GET /api/tasks/:id/meetings'])(
  'a fault of %s fits a route',
  async (fault) => await expect(readOptions({ faults: [`${fault}=503`] })).resolves.toBeDefined(),
);

describe('seeds', () => {
  const names = ['demo', 'large'];

  it('have a name and perhaps a number', () => {
    expect(readSeedChoice('demo', names)).toEqual({ name: 'demo', number: 1, isFixed: false });
    expect(readSeedChoice('large:7', names)).toEqual({ name: 'large', number: 7, isFixed: true });
    expect(readSeedChoice('demo:1', names)).toEqual({ name: 'demo', number: 1, isFixed: true });
  });

  it.each(['', 'Demo', 'constructor', ':1'])('%j is unknown, and the known ones are listed', (text) => {
    expect(() => readSeedChoice(text, names)).toThrow('choose from: demo, large');
  });

  it.each(['demo:', 'demo:-1', 'demo:1.5', 'demo:1:2', 'demo:9999999999'])('%j is not a seed', (text) => {
    expect(() => readSeedChoice(text, names)).toThrow('write NAME or NAME:NUMBER');
  });
});
