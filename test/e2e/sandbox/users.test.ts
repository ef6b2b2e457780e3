import { beforeAll, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { refused } from '../../support/run.js';
import { runHere as tracker } from '../../support/run-here.js';
import {
  newToken,
  type RunningSandbox,
  startSandbox,
  stopAndClose,
  stopSandbox,
} from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';

const home = allTests(makeHome, stopAndClose);
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox(home, ['--memory']);
});

test('who can sign in, with role and organisation', async () => {
  const { code, stdout, stderr } = await tracker(home, 'sandbox users');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const rows = stdout.trimEnd().split('\n');
  expect(rows).toContain('mara@lantern.example\tMara Lindqvist\torg.superadmin\tLantern Works');
  expect(rows.length).toBeGreaterThan(10);
  const table = await tracker(home, 'sandbox users -L 1', { terminal: { columns: 80, rows: 24 } });
  expect(table.stdout).toMatch(/^\S*MAIL\S* +\S*NAME/);
});

test('a new password for everyone, shown in every format; the old one is over, sessions are not', async () => {
  const { code, stdout } = await tracker(home, 'sandbox password -q');
  expect(code).toBe(0);
  const password = stdout.trim();
  expect(password).toMatch(/^[a-z2-9]{5}(?:-[a-z2-9]{5}){3}$/);
  for (const email of [sandbox.email, 'theo@quill-and-moss.example'])
    expect(await newToken({ ...sandbox, email, password })).toMatch(/./);
  await expect(newToken(sandbox)).rejects.toThrow('no token came: 401');
  expect((await tracker(home, 'me -q')).code).toBe(0);
  expect((await tracker(home, 'sandbox password')).stdout).toMatch(/^password\t[a-z2-9-]+\nurl\thttp:\/\/127/);
  expect(JSON.parse((await tracker(home, 'sandbox password --json')).stdout)).toEqual({
    password: expect.stringMatching(/./),
    url: sandbox.url,
  });
});

test('nobody without the key is answered', async () => {
  for (const path of ['session', 'users', 'password'])
    for (const authorization of ['', 'Bearer ', `Bearer ${'x'.repeat(43)}`]) {
      const reply = await fetch(`${sandbox.url}/sandbox/${path}`, { method: 'POST', headers: { authorization } });
      expect(reply.status).toBe(404);
    }
});

test('a stopped sandbox is named at once, with the command that starts it', async () => {
  await stopSandbox(home);
  for (const verb of ['users', 'password'])
    expect(await tracker(home, `sandbox ${verb}`)).toEqual(
      refused(7, 'the sandbox is not running', 'tracker sandbox start'),
    );
});
