import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs of a computer that ours may start, and tests must not: what they do differs, and people would see windows. */
const programs = [
  // Browsers, and what opens them.
  'xdg-open open gio kde-open exo-open gnome-open sensible-browser x-www-browser www-browser wslview',
  'firefox chromium chromium-browser google-chrome brave-browser microsoft-edge lynx w3m links elinks',
  // Notifications.
  'notify-send osascript terminal-notifier',
  // Pagers, editors and git.
  'pager sensible-pager less more most bat lv',
  'editor sensible-editor vi vim nvim nano pico emacs ed code git',
  // What keeps keys.
  'secret-tool security pass gpg gpg2 keyctl docker-credential-desktop docker-credential-secretservice',
  'docker-credential-pass docker-credential-osxkeychain docker-credential-wincred',
].flatMap((names) => names.split(' '));

/** The name of the folder in the environment of the tests. */
const variable = 'TRACKER_TEST_TRAPS';

const logOf = (folder: string): string => join(folder, 'started.txt');

/** The folder that comes first in the PATH of a computer: its programs note down that they were started, and fail. */
export function trapFolder(): string {
  return process.env[variable] ?? '';
}

/** Makes the folder, and puts it first in the PATH of the tests. */
export function setTraps(folder: string): void {
  mkdirSync(folder, { mode: 0o755 });
  const log = logOf(folder);
  writeFileSync(log, '');
  // Some programs run as another user.
  chmodSync(log, 0o666);
  for (const name of programs)
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $* (in $PWD, HOME=$HOME)" >> '${log}'\nexit 99\n`, {
      mode: 0o755,
    });
  process.env[variable] = folder;
  process.env.PATH = `${folder}:${process.env.PATH ?? ''}`;
}

/** What was started, a line each. */
export function trapped(): readonly string[] {
  const log = logOf(trapFolder());
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
}
