import { dirname, join } from 'node:path';
import type { Context } from '../args/context.js';
import { placesFolder } from '../client/state/account-folder.js';
import { resolveSettings, type Settings } from '../config/settings.js';
import { attempt } from '../contract/errors.js';
import { addressName } from '../disk/address-name.js';
import { makeFolder } from '../disk/folder.js';
import { readOwn } from '../disk/read-regular.js';
import { replaceFile } from '../disk/replace-file.js';
import type { Host } from './host.js';

/** What is set outside any command, such as for help; undefined if that cannot be found out. */
export async function storedSettings(host: Host): Promise<Settings | undefined> {
  try {
    const flags = { accessible: host.argv.includes('--accessible') };
    return (await resolveSettings({ ...host, flags })).settings;
  } catch {
    return undefined;
  }
}

/**
 * Whether a hint is to be said: to those who listen, each only once as long as the terminal is open, since it cannot be skipped.
 * Others see it each time.
 */
export async function isNewHint(host: Host, hint: string): Promise<boolean> {
  if (!host.io.stderr.isTerminal) return true;
  const [settings, terminal] = [await storedSettings(host), await host.terminalName()];
  if (!settings?.env.ACCESSIBLE || terminal === undefined) return true;
  const isNew = attempt(() => {
    const file = join(settings.folders.state(placesFolder), `hints-${terminal}`);
    const said = attempt(() => readOwn(file).toString('utf8')) ?? '';
    const name = addressName(hint);
    if (said.split('\n').includes(name)) return false;
    makeFolder(dirname(file));
    replaceFile(file, `${said}${name}\n`);
    return true;
  });
  return isNew ?? true;
}

/** Says that something that took long is done, where nobody sees the prompt of the shell. */
export async function sayDone({ show, io, settings }: Context): Promise<void> {
  await show.say('Done.');
  if (settings.stored.bell === 'on') await io.stderr.write('\u0007');
}
