import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findFolders } from '../../src/config/folders.js';
import { findProjectFile } from '../../src/config/project-file.js';
import { resolveSettings, type SettingsParts } from '../../src/config/settings.js';
import { realProcesses } from '../disk/real-processes.js';
import { makeFolder } from '../support/computer/folder.js';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

const signal = new AbortController().signal;
const resolve = async (more: Partial<SettingsParts> = {}) => {
  const { settings } = await resolveSettings({
    flags: {},
    env: { HOME: folder },
    platform: 'linux',
    workingFolder: folder,
    processes: realProcesses,
    signal,
    ...more,
  });
  return settings;
};

describe('folders', () => {
  const all = (env: Readonly<Record<string, string>>, platform = 'linux') => {
    const folders = findFolders(env, platform);
    return [folders.config(), folders.cache(), folders.state(), folders.data()];
  };

  test('are those of XDG below HOME', () => {
    expect(all({ HOME: '/home/ada' })).toEqual([
      '/home/ada/.config/tracker',
      '/home/ada/.cache/tracker',
      '/home/ada/.local/state/tracker',
      '/home/ada/.local/share/tracker',
    ]);
  });

  test('follow the XDG variables, and TRACKER_…_DIR before them', () => {
    const xdg = { XDG_CONFIG_HOME: '/c', XDG_CACHE_HOME: '/k', XDG_STATE_HOME: '/s', XDG_DATA_HOME: '/d' };
    expect(all(xdg)).toEqual(['/c/tracker', '/k/tracker', '/s/tracker', '/d/tracker']);
    const own = { TRACKER_CONFIG_DIR: '/1', TRACKER_CACHE_DIR: '/2', TRACKER_STATE_DIR: '/3', TRACKER_DATA_DIR: '/4' };
    expect(all({ ...xdg, ...own, HOME: '/home/ada' })).toEqual(['/1', '/2', '/3', '/4']);
    expect(all({ HOME: '/h', XDG_CONFIG_HOME: '', TRACKER_CONFIG_DIR: '' })[0]).toBe('/h/.config/tracker');
  });

  test('are the platform’s own on a Mac', () => {
    expect(all({ HOME: '/Users/ada' }, 'darwin')).toEqual([
      '/Users/ada/Library/Preferences/tracker',
      '/Users/ada/Library/Caches/tracker',
      '/Users/ada/Library/Application Support/tracker',
      '/Users/ada/Library/Application Support/tracker',
    ]);
  });

  test('that are relative are ignored with a warning', () => {
    const folders = findFolders({ HOME: '/h', XDG_CONFIG_HOME: 'here', TRACKER_CACHE_DIR: './there' }, 'linux');
    expect([folders.config(), folders.cache()]).toEqual(['/h/.config/tracker', '/h/.cache/tracker']);
    expect(folders.warnings).toEqual([
      'XDG_CONFIG_HOME is ignored because it is not an absolute path',
      'TRACKER_CACHE_DIR is ignored because it is not an absolute path',
    ]);
  });

  test.each([{}, { HOME: '' }, { HOME: 'here' }])('cannot be found with %j, and the hint names a remedy', (env) => {
    const folders = findFolders(env, 'linux');
    expect(folders.warnings).toEqual([]);
    expect(() => folders.config()).toThrow(
      expect.objectContaining({
        kind: 'failed',
        message: 'cannot find a folder for config files: HOME is not set to an absolute path',
        hint: 'set TRACKER_CONFIG_DIR',
      }),
    );
  });

  test('that cannot be named hold nothing', async () => {
    const { config, credentials } = await resolve({ env: {} });
    expect([await config.read(), await credentials.read()]).toEqual([{}, {}]);
  });
});

test.each([
  [undefined, 30_000],
  [5, 5_000],
  [0.5, 500],
  [86_400, 86_400_000],
])('a time-out of %s s is %i ms', async (timeout, expected) => {
  expect((await resolve({ flags: { timeout } })).timeoutMs).toBe(expected);
});

test('switches are off by default, and an empty variable is unset', async () => {
  const { insecureHttp, debug, yes, serviceName } = await resolve({ env: { HOME: folder, TRACKER_SERVICE_NAME: '' } });
  expect([insecureHttp, debug, yes, serviceName]).toEqual([false, false, false, undefined]);
  const on = await resolve({
    flags: { insecureHttp: true, debug: true, yes: true },
    env: { TRACKER_SERVICE_NAME: 'trackr' },
  });
  expect([on.insecureHttp, on.debug, on.yes, on.serviceName]).toEqual([true, true, true, 'trackr']);
});

describe('.tracker.json', () => {
  const path = (): string => join(folder, '.tracker.json');
  const find = (text: string) => {
    writeFileSync(path(), text);
    return findProjectFile(folder, { uid: process.getuid?.(), home: folder });
  };

  test.each([
    ['{"instance":"work","org":"acme","project":"SCM"}', { instance: 'work', org: 'acme', project: 'SCM' }],
    ['\ufeff{"instance":"work"}', { instance: 'work' }],
    ['{"instance":null,"org":null,"project":""}', {}],
    ['{"__proto__":{"instance":"x"}}', {}],
  ])('of %j says %j', (text, expected) => expect(find(text)).toEqual({ path: path(), ...expected }));

  test.each(['instance', 'org', 'project'])('is reported if its %s is not a text', (key) => {
    expect(find(`{"${key}":5}`)?.problem).toMatch(new RegExp(`: "${key}" is ignored because it is not a name$`));
  });

  test.each([
    ['{', 'it is not JSON'],
    ['', 'it is not JSON'],
    ['[]', 'it is not a JSON object'],
    ['null', 'it is not a JSON object'],
    ['{"instance":"https://evil.example"}', 'its "instance" is not a name'],
  ])('of %j is ignored: %s', (text, why) => {
    expect(find(text)).toEqual({ path: path(), problem: `${path()} is ignored because ${why}` });
  });
});
