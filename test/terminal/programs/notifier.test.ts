import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLaunch } from '../../../src/terminal/programs/create-launch.js';
import { notifierCommand, terminalNotification } from '../../../src/terminal/programs/notifier.js';
import { makeFolder } from '../../support/computer/folder.js';
import { missing } from '../../support/computer/missing.js';
import { until } from '../../support/until.js';

const linux = { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } };

test('the program of the desktop, with both texts as arguments', () => {
  expect(notifierCommand(linux, 'tracker, Ann', '<b>5 & 6</b>')).toEqual([
    ...['notify-send', '--app-name=tracker', '--', 'tracker, Ann', '&lt;b&gt;5 &amp; 6&lt;/b&gt;'],
  ]);
  const mac = notifierCommand({ platform: 'darwin', env: {} }, 'tracker', '" & do shell script "x');
  expect(mac?.[0]).toBe('osascript');
  expect(mac?.slice(-2)).toEqual(['tracker', '" & do shell script "x']);
  expect(mac?.slice(0, -2).join(' ')).not.toContain('do shell');
});

test('notify-send reads no escapes in the text', () => {
  const desktop = { platform: 'linux', env: { DISPLAY: ':0' } };
  expect(notifierCommand(desktop, 'a', String.raw`\074a href\n`)?.at(-1)).toBe(String.raw`\\074a href\\n`);
});

test.each([
  ['a computer without a desktop', { platform: 'linux', env: {} }],
  ['a Mac over SSH', { platform: 'darwin', env: { SSH_CONNECTION: '1 2 3 4' } }],
  ['Windows', { platform: 'win32', env: {} }],
])('none on %s', (_, desktop) => {
  expect(notifierCommand(desktop, 'a', 'b')).toBeUndefined();
});

test.each([
  [{ TERM_PROGRAM: 'iTerm.app' }, '\u001b]9;a;b: c\u0007'],
  [{ TERM: 'xterm-kitty' }, '\u001b]9;a;b: c\u0007'],
  [{ TERM: 'foot' }, '\u001b]777;notify;a,b;c\u0007'],
  [{ TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/x' }, undefined],
  [{ TERM_PROGRAM: 'iTerm.app', TERM: 'dumb' }, undefined],
  [{ TERM: 'xterm-256color' }, undefined],
])('the terminal in %j', (env, expected) => {
  expect(terminalNotification(env, 'a;b', 'c')).toBe(expected);
});

test('the program is started, and it does not matter whether it works', async () => {
  const folder = makeFolder();
  const seen = join(folder, 'seen');
  writeFileSync(
    join(folder, 'notify-send'),
    `#!/bin/sh\nprintf '%s|' "$@" > '${seen}.new' && mv '${seen}.new' '${seen}'\nexit 3\n`,
  );
  chmodSync(join(folder, 'notify-send'), 0o755);
  const notify = (path: string): void =>
    createLaunch({
      self: [process.execPath],
      platform: 'linux',
      env: { DISPLAY: ':0', PATH: path },
    }).notify('tracker', '$(touch x)');
  notify(missing);
  notify(`${folder}:${process.env.PATH}`);
  const read = (): string | undefined => {
    try {
      return readFileSync(seen, 'utf8');
    } catch {
      return undefined;
    }
  };
  expect(await until('the program', read)).toBe('--app-name=tracker|--|tracker|$(touch x)|');
});
