import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import type { Machine, RunOptions } from '../../support/computer/machine.js';
import { missing } from '../../support/computer/missing.js';
import { narrow, openWorld, owner, wide } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { meddling } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

interface Row {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy: string | null;
}

const everyCheck = [
  ...['node', 'installation', 'accessible'],
  ...['config-folder', 'cache-folder', 'state-folder', 'data-folder', 'settings'],
  ...['credentials', 'access', 'proxy', 'certificates', 'instance', 'clock', 'token', 'stream', 'completion'],
];

describe('doctor', () => {
  const world = eachTest(() => openWorld({ seed: 'empty:1' }));
  let machine: Machine;
  beforeEach(async () => {
    machine = await world.machine(owner);
  });

  const examine = async (options: RunOptions = {}): Promise<{ code: number; rows: readonly Row[]; stderr: string }> => {
    const { code, stdout, stderr } = await machine.run('doctor --json', options);
    if (stdout === '') throw new Error(stderr);
    return { code, rows: JSON.parse(stdout), stderr };
  };
  const find = async (check: string, options: RunOptions = {}) => {
    const { code, rows } = await examine(options);
    return { code, ...rows.find((row) => row.check === check) };
  };

  test('says what was found, in lines on a terminal', async () => {
    const { code, stdout, stderr } = await machine.run('doctor', wide);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith(' ')).map((line) => /^ok +([a-z-]+): ./.exec(line)?.[1])).toEqual(
      everyCheck,
    );
    expect(stdout).toMatch(/^ok {7}instance: work \(https:\/\/work\.example\) answers, version \S+$/m);
    expect(stdout).toMatch(/^ok {7}token: accepted; signed in as Mara Lindqvist$/m);
    expect(stdout).toMatch(/^ok {7}stream: opens$/m);
    expect(stdout).toMatch(/^ok {7}completion: not checked in this shell\n {9}hint: tracker help completion$/m);
  });

  test('cuts neither paths nor commands on a narrow terminal, and breaks lines between words', async () => {
    const file = `${missing}/${'certificates-'.repeat(8)}.pem`;
    const { stdout } = await machine.run('doctor', { ...narrow, env: { ...narrow.env, NODE_EXTRA_CA_CERTS: file } });
    expect(stdout).toContain(`error    certificates:\n         ${file}\n         cannot be read: ENOENT\n`);
    expect(stdout).toMatch(
      / {9}hint: set NODE_EXTRA_CA_CERTS to a file of certificates in PEM format,\n {9}or unset it\n/,
    );
    for (const line of stdout.split('\n').filter((each) => !each.includes(file)))
      expect(line.length).toBeLessThanOrEqual(narrow.terminal.columns);
  });

  test('gives rows in data formats', async () => {
    const { code, rows } = await examine();
    expect(code).toBe(0);
    expect(rows.map(({ check }) => check)).toEqual(everyCheck);
    expect(Object.keys(rows[0] ?? {})).toEqual(['ref', 'uuid', 'id', 'check', 'state', 'detail', 'remedy']);
    expect((await machine.run('doctor')).stdout.split('\n')[0]).toMatch(
      /^node\tok\t\d+\.\d+\.\d+, \/dev\/null\/node\t$/,
    );
    expect((await machine.run('doctor --fields check,state')).stdout).toContain('token\tok\n');
  });

  test('names a variable for which commands are refused', async () => {
    expect(await find('environment', { env: { TRACKER_MAX_AGE: 'soon' } })).toMatchObject({
      ...{ code: 1, state: 'error', detail: 'TRACKER_MAX_AGE: "soon" is not an age' },
      remedy: 'unset it, or set an age such as 30s, 10m, 1h or 2d',
    });
    expect(await find('environment', { env: { TRACKER_MAX_AGE: '10m' } })).toEqual({ code: 0 });
  });

  test('names the mode for screen readers, and where it comes from', async () => {
    const detail = async (options: RunOptions = {}) => (await find('accessible', options)).detail;
    expect(await detail()).toBe('off; for screen readers: tracker config set accessible on');
    expect(await detail({ env: { ACCESSIBLE: '1' } })).toBe('on');
    await machine.run('config set accessible on');
    expect(await detail()).toBe('on, as config.json says');
  });

  test('signed out it says so, with the remedy', async () => {
    machine = await world.machine();
    const { code, rows, stderr } = await examine();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(rows.find(({ check }) => check === 'instance')).toMatchObject({
      state: 'warning',
      detail: 'you are not signed in to any server',
      remedy: expect.stringContaining('tracker login'),
    });
  });

  test('a session that was ended here is a warning, one the server refuses an error', async () => {
    await machine.run('logout');
    expect(await find('token')).toMatchObject({ code: 0, state: 'warning', remedy: expect.stringContaining('login') });
    machine = await world.machine(owner);
    const send = meddling(world.send, ({ url }) =>
      url.pathname.endsWith('/me') ? answerJson(403, { message: 'No longer here' }) : undefined,
    );
    expect(await find('token', { send })).toMatchObject({ code: 1, state: 'error' });
    expect((await examine({ send })).stderr).toContain(
      'error":{"code":"failed","status":null,"message":"failed: token"',
    );
  });

  test('a session that has ended on the server says so, with the remedy', async () => {
    const send = meddling(world.send, ({ headers }) =>
      headers.authorization === undefined ? undefined : answerJson(401, { message: 'No session' }),
    );
    const { code, rows } = await examine({ send });
    expect(code).toBe(1);
    for (const check of ['token', 'stream'])
      expect(rows.find((row) => row.check === check)).toMatchObject({
        ...{ state: 'error', detail: 'your sign-in to work.example is no longer valid; sign in again' },
        remedy: 'tracker login --name work',
      });
  });

  test('another service', async () => {
    const send = meddling(world.send, () => answerJson(200, { name: 'other' }));
    const { code, rows } = await examine({ send });
    expect(code).toBe(1);
    expect(rows.filter(({ state }) => state !== 'ok').map(({ check, state }) => [check, state])).toEqual([
      ...[['instance', 'error'], ...['clock', 'token', 'stream'].map((check) => [check, 'warning'])],
    ]);
    expect(rows.find(({ check }) => check === 'instance')?.detail).toContain('calls itself "other"');
  });

  test('no network, and a server that says nothing', async () => {
    const send: Send = async () => {
      throw new NetworkFailure('cannot reach work.example: no such host', true, {
        isLasting: true,
        reason: 'no_such_host',
      });
    };
    expect(await find('instance', { send })).toMatchObject({
      ...{ code: 1, state: 'error', detail: 'cannot reach work.example: no such host' },
      remedy: 'check the address',
    });
    const silent: Send = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const began = performance.now();
    expect(await find('instance', { send: silent })).toMatchObject({ code: 1, detail: 'no answer within 5 s' });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('a clock that is wrong', async () => {
    const send: Send = async (request) => {
      const reply = await world.send(request);
      return { ...reply, headers: { ...reply.headers, date: 'Fri, 20 Nov 2026 16:30:00 GMT' } };
    };
    expect(await find('clock', { send })).toMatchObject({
      ...{ code: 0, state: 'warning', detail: "10 min ahead of the server's" },
    });
  });

  test('a stream that is refused', async () => {
    const send = meddling(world.send, ({ url }) =>
      url.pathname.endsWith('/events') ? answerJson(500, { message: 'No stream' }) : undefined,
    );
    expect(await find('stream', { send })).toMatchObject({ code: 1, state: 'error' });
  });

  test('folders and files', async () => {
    const config = join(machine.folder, 'config');
    chmodSync(config, 0o755);
    expect(await find('config-folder')).toMatchObject({ code: 0, state: 'warning', remedy: `chmod 700 ${config}` });
    const credentials = join(config, 'credentials.json');
    chmodSync(credentials, 0o644);
    expect(await find('credentials')).toMatchObject({ state: 'warning', detail: expect.stringContaining('mode 0644') });
    expect(statSync(credentials).mode & 0o777).toBe(0o600);
    const file = join(machine.folder, 'a-file');
    writeFileSync(file, '');
    expect(await find('state-folder', { env: { TRACKER_STATE_DIR: join(file, 'below') } })).toMatchObject({
      ...{ code: 1, state: 'error', remedy: 'set TRACKER_STATE_DIR to another folder' },
      detail: expect.stringContaining('cannot be created'),
    });
    writeFileSync(join(config, 'config.json'), '{');
    expect(await find('settings')).toMatchObject({
      code: 1,
      state: 'error',
      detail: expect.stringContaining('damaged'),
    });
  });

  test('without any place for files', async () => {
    const env = { TRACKER_CONFIG_DIR: '', TRACKER_CACHE_DIR: '', TRACKER_STATE_DIR: '', TRACKER_DATA_DIR: '' };
    const { code, rows } = await examine({ env });
    expect(code).toBe(1);
    expect(rows.filter(({ state }) => state === 'error').map(({ check, remedy }) => `${check}: ${remedy}`)).toEqual(
      ['config', 'cache', 'state', 'data'].map((name) => `${name}-folder: set TRACKER_${name.toUpperCase()}_DIR`),
    );
  });

  test('proxies are shown without their passwords', async () => {
    const env = { HTTPS_PROXY: 'http://me:hunter2@proxy.example:3128' };
    const { detail } = await find('proxy', { env });
    expect(detail).toBe('work.example is reached through http://proxy.example:3128/');
    expect(await find('proxy', { env: { HTTPS_PROXY: 'ftp://x' } })).toMatchObject({ code: 1, state: 'error' });
    expect((await find('proxy', { env: { ...env, NO_PROXY: 'work.example' } })).detail).toBe(
      'work.example is reached directly',
    );
  });

  test('certificates', async () => {
    const file = join(machine.folder, 'ca.pem');
    const env = { NODE_EXTRA_CA_CERTS: file };
    expect(await find('certificates', { env })).toMatchObject({ code: 1, detail: `${file} cannot be read: ENOENT` });
    writeFileSync(file, 'x');
    expect(await find('certificates', { env })).toMatchObject({ code: 1, state: 'error' });
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
    expect(await find('certificates', { env })).toMatchObject({ code: 0, detail: `also those in ${file}` });
    expect(await find('certificates', { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })).toMatchObject({
      ...{ code: 0, state: 'warning' },
    });
  });

  test('completion is only a remark', async () => {
    const env = { SHELL: '/bin/zsh', HOME: machine.folder };
    expect(await find('completion', { env })).toMatchObject({
      code: 0,
      state: 'remark',
      remedy: expect.stringContaining('zsh'),
    });
    writeFileSync(join(machine.folder, '.zshrc'), 'eval "$(tracker completion zsh)"\n');
    expect(await find('completion', { env })).toMatchObject({ state: 'ok', remedy: null });
    const moved = { ...env, ZDOTDIR: join(machine.folder, 'zsh') };
    expect(await find('completion', { env: moved })).toMatchObject({
      remedy: `echo 'eval "$(tracker completion zsh)"' >> "$ZDOTDIR"/.zshrc`,
    });
    mkdirSync(moved.ZDOTDIR);
    writeFileSync(join(moved.ZDOTDIR, '.zshrc'), 'eval "$(tracker completion zsh)"\n');
    expect(await find('completion', { env: moved })).toMatchObject({ state: 'ok' });
    const file = join(machine.folder, 'share/fish/vendor_completions.d/tracker.fish');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '_tracker');
    const inData = { ...env, SHELL: '/usr/bin/fish', XDG_DATA_HOME: join(machine.folder, 'share') };
    expect(await find('completion', { env: inData })).toMatchObject({ detail: `fish loads it from ${file}` });
  });
});
