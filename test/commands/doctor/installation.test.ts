import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkInstallation, checkNode } from '../../../src/commands/doctor/checks/environment.js';
import type { Sentence } from '../../../src/contract/errors.js';

describe('how it was installed', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'tracker-installed-')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text = ''): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const ofScript = (script: string): Sentence => checkInstallation(['/usr/bin/node', script], {}).detail;
  const ofFile = (file: string): Sentence => checkInstallation([file], { HOME: folder }).detail;

  test.each([
    ['lib/node_modules/tracker-cli', 'installed globally'],
    ['.npm/_npx/0123abcd/node_modules/tracker-cli', 'from npx'],
    ['project/node_modules/tracker-cli', 'installed in a project'],
  ])('%s: %s', (name, how) => {
    write('project/package.json');
    write('.npm/_npx/0123abcd/package.json');
    symlinkSync(write(`${name}/bin/tracker.js`), join(folder, 'tracker'));
    expect(ofScript(join(folder, 'tracker'))).toBe(`${join(folder, name)}, ${how}`);
  });

  test('a checkout, and a copy elsewhere', () => {
    const script = write('anywhere/bin/tracker.js');
    expect(ofScript(script)).toBe(join(folder, 'anywhere'));
    write('anywhere/src/main.ts');
    expect(ofScript(script)).toBe(`${join(folder, 'anywhere')}, a checkout`);
  });

  test('a single file, also one that install.sh has installed', () => {
    const file = write('.local/bin/tracker');
    expect(ofFile(file)).toBe(`${file}, a single file`);
    write('.local/share/tracker/installed', `folder  ${dirname(file)}\n0123abcd  ${file}\n`);
    expect(ofFile(file)).toBe(`${file}, from install.sh`);
  });
});

test.each([
  ['18.20.0', 'error', '18.20.0 is too old (/usr/bin/node)'],
  ['20.18.3', 'error', '20.18.3 is too old (/usr/bin/node)'],
  ['20.19.0', 'ok', '20.19.0, /usr/bin/node'],
  ['21.7.3', 'error', '21.7.3 is too old (/usr/bin/node)'],
  ['22.2.0', 'error', '22.2.0 is too old (/usr/bin/node)'],
  ['22.3.0', 'ok', '22.3.0, /usr/bin/node'],
  ['26.0.0', 'ok', '26.0.0, /usr/bin/node'],
])('Node %s: %s', (version, state, detail) => {
  expect(checkNode(version, ['/usr/bin/node', '/x/bin/tracker.js'])).toMatchObject({ state, detail });
});

test('Node inside the program', () => {
  expect(checkNode('26.1.0', ['/usr/bin/tracker']).detail).toBe('26.1.0, inside the program');
});
