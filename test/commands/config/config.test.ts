import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Machine } from '../../support/computer/machine.js';
import { missing } from '../../support/computer/missing.js';
import { openWorld, owner, printed, refused, remarked, type TestWorld, wide } from '../../support/run.js';

let world: TestWorld;
let machine: Machine;
beforeEach(async () => {
  world ??= await openWorld();
  machine = await world.machine(owner);
});

const file = (): string => join(machine.folder, 'config', 'config.json');
const content = (): Record<string, unknown> => JSON.parse(readFileSync(file(), 'utf8'));
const put = (value: unknown): void => {
  mkdirSync(join(machine.folder, 'config'), { recursive: true });
  writeFileSync(file(), typeof value === 'string' ? value : JSON.stringify(value), { mode: 0o600 });
};

describe('reading and changing', () => {
  test('defaults, until something is set; sign-ins and unknown keys are kept', async () => {
    expect(await machine.run('config get timeout')).toEqual(printed('30\n'));
    put({ ...content(), later: { x: 1 }, settings: { 'later-setting': true } });
    const before = content();
    expect(await machine.run('config set timeout 60')).toEqual(remarked('', 'Set timeout to 60.\n'));
    expect(content()).toEqual({ ...before, settings: { 'later-setting': true, timeout: 60 } });
    expect(await machine.run('config get timeout --json')).toEqual(printed('60\n'));
    expect(await machine.run('config unset timeout --json')).toEqual(printed('{"key":"timeout","value":30}\n'));
    expect(content()).toEqual(before);
    expect((await machine.run('tasks -q')).code).toBe(0);
  });

  test('a value may begin with a dash, unless it is a flag', async () => {
    for (const value of ['--waiting, -s open', '--overdue', '-s open']) {
      expect(await machine.run(['config', 'set', 'triage-tabs', value])).toMatchObject({ code: 0, stdout: '' });
      expect(await machine.run('config get triage-tabs')).toEqual(printed(`${value}\n`));
    }
    expect((await machine.run('config set triage-tabs --waiting --json')).stdout).toContain('"value":"--waiting"');
    expect(await machine.run('config set --waiting x')).toMatchObject({ code: 2 });
    await machine.run('config unset triage-tabs');
  });

  test('none unsets, and unsetting what is not set writes nothing', async () => {
    await machine.run('config set browser firefox');
    expect(await machine.run('config set browser none')).toEqual(remarked('', 'Unset browser.\n'));
    expect(content()).not.toHaveProperty('settings');
    const before = readFileSync(file(), 'utf8');
    expect(await machine.run('config unset pager')).toEqual(remarked('', 'Reset pager to its default, less -FRX.\n'));
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  test('the list says where each comes from', async () => {
    await machine.run('config set color never');
    const { stdout } = await machine.run('config list --fields ref,value,source,overriddenBy', {
      env: { NO_COLOR: '1', PAGER: '', BROWSER: '' },
    });
    expect(stdout).toBe(
      [
        'accessible\toff\tdefault\t',
        'agents\tfull\tdefault\t',
        'bell\toff\tdefault\t',
        'browser\t\tdefault\t',
        'color\tnever\tconfig.json\tNO_COLOR',
        'credential-helper\t\tdefault\t',
        'day-starts\t8:00\tdefault\t',
        'editor\tvi\tdefault\t',
        'max-age\t0\tdefault\t',
        'memory\ton\tdefault\t',
        'memory-size\t200M\tdefault\t',
        'office-hours\t\tdefault\t',
        'pager\tless -FRX\tdefault\t',
        'queue\toff\tdefault\t',
        'reply-delay\t5\tdefault\t',
        'response-target\t\tdefault\t',
        'service-name\ttracker\tdefault\t',
        'timeout\t30\tdefault\t',
        'triage-after\t\tdefault\t',
        'triage-tabs\t\tdefault\t',
        '',
      ].join('\n'),
    );
    expect((await machine.run('config', wide)).stdout).toMatch(/^KEY +VALUE +FROM +OVERRIDDEN BY +DESCRIPTION$/m);
    expect((await machine.run('config --json')).stdout).toContain('"ref":"timeout"');
  });

  test('a variable that wins is warned about', async () => {
    expect(await machine.run('config set pager cat', { env: { TRACKER_PAGER: 'more' } })).toEqual(
      remarked('', 'warning: TRACKER_PAGER is set and overrides the setting pager\nSet pager to cat.\n'),
    );
  });

  test('a format that a single value has not', async () => {
    for (const format of ['--csv', '-q', '--json=a'])
      expect((await machine.run(`config get color ${format}`)).code).toBe(2);
  });

  test('the path, where there is no file too', async () => {
    expect(await machine.run('config path')).toEqual(printed(`${file()}\n`));
    const fresh = await world.machine();
    expect(await fresh.run('config path --json')).toEqual(
      printed(`{"path":"${join(fresh.folder, 'config', 'config.json')}"}\n`),
    );
    expect((await fresh.run('config list')).code).toBe(0);
    expect((await fresh.run('config set timeout 5')).code).toBe(0);
    expect(await fresh.run('config get timeout')).toEqual(printed('5\n'));
  });

  test.each([
    ['set pagr cat', 'unknown setting "pagr" (did you mean pager?)'],
    ['get service_name', 'unknown setting "service_name" (did you mean service-name?)'],
    ['unset colour', 'unknown setting "colour" (did you mean color?)'],
    ['get instances', 'unknown setting "instances"'],
    ['get __proto__', 'unknown setting "__proto__"'],
  ])('config %s', async (line, error) => {
    expect(await machine.run(`config ${line}`)).toEqual(
      refused(
        2,
        error,
        'known: accessible, agents, bell, browser, color, credential-helper, day-starts, editor, max-age, memory, memory-size, office-hours, pager, queue, reply-delay, response-target, service-name, timeout, triage-after, triage-tabs',
      ),
    );
  });

  test.each([
    [['timeout', '0'], 'timeout takes a number of seconds above 0, not "0"'],
    [['timeout', 'soon'], 'timeout takes a number of seconds above 0, not "soon"'],
    [['timeout', '-1'], 'timeout takes a number of seconds above 0, not "-1"'],
    [['color', 'sometimes'], 'color takes auto, always or never, not "sometimes"'],
    [['pager', ' '], 'pager takes a command, not " "'],
    [['editor', 'a\nb'], String.raw`editor takes a command, not "a\nb"`],
  ])('config set %j', async (words, error) => {
    const before = readFileSync(file(), 'utf8');
    expect(await machine.run(['config', 'set', '--', ...words])).toEqual(refused(2, error));
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  test('a damaged file is left alone', async () => {
    put('{"settings": 5}');
    const ran = await machine.run('config set timeout 60');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(`${file()} is damaged and was left as it is`);
    expect(readFileSync(file(), 'utf8')).toBe('{"settings": 5}');
    expect((await machine.run('config path')).code).toBe(0);
  });
});

describe('what they do', () => {
  const withSettings = (settings: Record<string, unknown>): void => put({ ...content(), settings });

  test('color: after flag and environment', async () => {
    const hasColor = async (line: string, env: Record<string, string> = {}): Promise<boolean> =>
      (await machine.run(line, { terminal: { columns: 80 }, env })).stdout.includes('\u001b[');
    expect(await hasColor('tasks')).toBe(true);
    withSettings({ color: 'never' });
    expect(await hasColor('tasks')).toBe(false);
    expect(await hasColor('tasks --color always')).toBe(true);
    expect(await hasColor('tasks --color auto')).toBe(true);
    expect(await hasColor('tasks', { FORCE_COLOR: '1' })).toBe(true);
    withSettings({ color: 'always' });
    expect(await hasColor('tasks', { NO_COLOR: '1' })).toBe(false);
  });

  test('pager: after the environment', async () => {
    const marker = join(machine.folder, 'paged');
    withSettings({ pager: `cat > ${marker}` });
    const screen = { terminal: { columns: 80, rows: 3 } };
    await machine.run('tasks', { ...screen, env: { PAGER: '', NO_COLOR: '1' } });
    expect(readFileSync(marker, 'utf8')).toContain('SCM-');
    expect((await machine.run('tasks', { ...screen, env: { PAGER: 'cat' } })).stdout).toContain('SCM-');
  });

  test('editor: after the environment', async () => {
    const script = join(machine.folder, 'edit.sh');
    writeFileSync(script, '#!/bin/sh\necho "written in an editor" > "$1"\n', { mode: 0o700 });
    withSettings({ editor: script });
    const path = { PATH: process.env.PATH ?? '' };
    expect((await machine.run('tasks comment OPS-9 -e', { terminal: { columns: 80 }, env: path })).code).toBe(0);
    expect((await machine.run('tasks view OPS-9')).stdout).toContain('written in an editor');
    const failing = await machine.run('tasks comment OPS-9 -e', {
      terminal: { columns: 80 },
      env: { ...path, EDITOR: 'false' },
    });
    expect(failing.stderr).toContain('the editor ended with exit code 1');
  });

  test('browser: after the environment', async () => {
    const path = { PATH: process.env.PATH ?? '', BROWSER: '' };
    withSettings({ browser: 'true' });
    expect((await machine.run('open OPS-9', { env: path })).stderr).toMatch(/^Opened /);
    expect((await machine.run('open OPS-9', { env: { ...path, BROWSER: `${missing}/x` } })).stdout).toMatch(/^https:/);
  });

  test('service-name: after flag and environment', async () => {
    withSettings({ 'service-name': 'another' });
    expect((await machine.run('instances probe')).stderr).toContain('not "another"');
    expect((await machine.run('instances probe', { env: { TRACKER_SERVICE_NAME: 'tracker' } })).code).toBe(0);
    expect((await machine.run('instances probe --service-name tracker')).code).toBe(0);
  });

  test('what makes no sense is warned about and ignored', async () => {
    withSettings({ timeout: 'long', color: 7, pager: '' });
    const { code, stderr } = await machine.run('tasks -q');
    expect(code).toBe(0);
    expect(stderr.split('\n').length).toBe(4);
    expect(stderr).toContain(
      'warning: the setting timeout is invalid and is ignored; to remove it: tracker config unset timeout\n',
    );
    await machine.run('config unset timeout');
    expect(content().settings).toEqual({ color: 7, pager: '' });
  });
});
