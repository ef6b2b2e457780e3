import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { shellWord } from '../../contract/shell-words.js';

/**
 * The command that installs the database where this program can find it. `script` is the program's own, in `bin` of the package,
 * or a link to it. A project's `node_modules` has a package.json next to it; the global one does not.
 */
export function installHint(script: string): string {
  const root = dirname(dirname(realpathSync(script)));
  const modules = dirname(root);
  const home = dirname(modules);
  if (basename(modules) !== 'node_modules') return `npm install --prefix ${shellWord(root)} libsql`;
  if (existsSync(join(home, 'package.json'))) return `npm install --prefix ${shellWord(home)} libsql`;
  // npm puts global packages into lib/node_modules of its prefix, on Windows into node_modules.
  const prefix = basename(home) === 'lib' ? dirname(home) : home;
  return `npm install --global --prefix ${shellWord(prefix)} libsql`;
}
