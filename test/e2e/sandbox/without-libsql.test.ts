import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { start } from '../../support/computer/program.js';
import { builtFile } from '../../support/computer/program-file.js';
import { nodeHas } from '../../support/node-versions.js';
import { eachTest } from '../../support/set-up.js';

const home = eachTest(makeHome);

/** Puts the package alone into this folder, and gives the program in it. */
function install(folder: string): string {
  const root = join(home.folder, folder);
  mkdirSync(root, { recursive: true });
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(dirname(dirname(builtFile)), name), join(root, name), { recursive: true });
  return join(root, 'bin', 'tracker.js');
}

async function hintOf(program: string): Promise<string | undefined> {
  const env = nodeHas['a database'] ? { NODE_OPTIONS: '--no-experimental-sqlite' } : {};
  const { code, stderr } = await start(home, ['node', program, 'sandbox', 'start'], { env }).ended;
  expect(code).toBe(1);
  const neither = 'the sandbox needs Node 22.13 or later, or the optional package libsql, which is not installed';
  expect(stderr.split('\n')[0]).toBe(`error: ${neither}`);
  return /^hint: (.*)$/m.exec(stderr)?.[1];
}

test('names the prefix of a global install, also when it is started through a link (#10.16)', async () => {
  const program = install('local/lib/node_modules/tracker-cli');
  const link = join(home.folder, 'local', 'tracker');
  symlinkSync(program, link);
  expect(await hintOf(link)).toBe(`npm install --global --prefix ${home.folder}/local libsql`);
});

test('names the project that the program is installed in', async () => {
  const program = install('project/node_modules/tracker-cli');
  writeFileSync(join(home.folder, 'project', 'package.json'), '{}');
  expect(await hintOf(program)).toBe(`npm install --prefix ${home.folder}/project libsql`);
});

test('names the folder of a program that is not installed as a package', async () => {
  expect(await hintOf(install('src/tracker'))).toBe(`npm install --prefix ${home.folder}/src/tracker libsql`);
});

test.skipIf(!nodeHas['a database'])(
  'is not missed where Node has a database, of which Node says nothing (Node 22.13)',
  async () => {
    const line = ['node', install('src/tracker'), 'sandbox', 'run', '--debug', '--', 'node', '-p', '1'];
    const { code, stdout, stderr } = await start(home, line).ended;
    expect([code, stdout]).toEqual([0, '1\n']);
    expect(stderr).not.toContain('Warning');
  },
);
