import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Env } from '../../../config/folders.js';
import { realPath } from '../../../config/leftovers.js';
import { attempt } from '../../../contract/errors.js';
import { readRegular } from '../../../disk/read-regular.js';
import type { Launch } from '../../../terminal/programs/launch.js';
import { broken, type Finding, ok, userData } from './environment.js';

/** The words that start this program: the Node binary and the script, or the single file that has both. */
type Words = Launch['self'];

/** The oldest Node this program runs on, as in package.json: of Node 20, and of all later ones. */
const firstNodes = ['20.19', '22.3'] as const;

/** Whether this version of Node is new enough, and where it is. */
export function checkNode(version: string, [node = '', script]: Words): Finding {
  const first = firstNodes[version.startsWith('20.') ? 0 : 1];
  const isOld = version.localeCompare(first, 'en', { numeric: true }) < 0;
  if (!isOld) return ok('node', `${version}, ${script === undefined ? 'inside the program' : node}`);
  return broken('node', `${version} is too old (${node})`, `install Node ${firstNodes.join(', or ')} or newer`);
}

/** How this program was installed, and where it is. */
export function checkInstallation([file = '', script]: Words, env: Env): Finding {
  return ok('installation', script === undefined ? describeFile(file, env) : describePackage(script));
}

function describeFile(file: string, env: Env): string {
  const name = debianPackage(file);
  if (name !== undefined) return `${file}, from the Debian package ${name}`;
  return `${file}, ${isFromInstaller(file, env) ? 'from install.sh' : 'a single file'}`;
}

/** The Debian package that a file belongs to. */
function debianPackage(file: string): string | undefined {
  const lists = '/var/lib/dpkg/info';
  if (!file.startsWith('/usr/') || !existsSync(lists)) return undefined;
  const list = readdirSync(lists).find(
    (each) => /^tracker.*\.list$/.test(each) && linesOf(join(lists, each)).includes(file),
  );
  return list && basename(list, '.list');
}

/** Whether install.sh has noted that it installed this file. */
function isFromInstaller(file: string, env: Env): boolean {
  return linesOf(join(userData(env), 'tracker', 'installed')).some(
    (line) => realPath(line.replace(/^\w+ {2}/, '')) === file,
  );
}

/** Where a package is, from its script, which is in its folder `bin`. */
function describePackage(script: string): string {
  const folder = dirname(dirname(realPath(script)));
  if (existsSync(join(folder, 'src'))) return `${folder}, a checkout`;
  const [, above, place] = /^(.*?)([\\/]_npx[\\/].*|)[\\/]node_modules[\\/]/.exec(folder) ?? [];
  if (above === undefined) return folder;
  if (place !== '') return `${folder}, from npx`;
  return `${folder}, ${existsSync(join(above, 'package.json')) ? 'installed in a project' : 'installed globally'}`;
}

function linesOf(file: string): readonly string[] {
  return attempt(() => readRegular(file).toString('utf8').split('\n')) ?? [];
}
