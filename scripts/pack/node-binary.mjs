// The Node that goes into the programs: binaries from npm packages, of the one version that scripts/pack/node names.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('node', import.meta.url));
const { optionalDependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

/** The kinds of computers that a program can be packed for, by name: those of npm's packages. */
export const kinds = new Map(
  Object.keys(optionalDependencies)
    .sort()
    .map((name) => {
      const kind = name.slice('node-'.length);
      const [system, cpu] = kind.split('-');
      return [kind, { kind, platform: system === 'win' ? 'win32' : system, cpu, version: optionalDependencies[name] }];
    }),
);

const { version } = [...kinds.values()][0];
// npm has no Node for macOS, and only a Mac can sign a program: there, it is the Node that runs this.
if (process.platform === 'darwin') {
  const kind = `darwin-${process.arch}`;
  kinds.set(kind, { kind, platform: 'darwin', cpu: process.arch, version });
}

/** The kind of this computer. Throws an Error if there is no Node for it. */
export function thisKind() {
  const found = [...kinds.values()].find(({ platform, cpu }) => platform === process.platform && cpu === process.arch);
  if (found?.platform === 'darwin' && process.versions.node !== version)
    throw new Error(
      `on macOS, run this with Node ${version}, which goes into the program, not ${process.versions.node}`,
    );
  if (found) return found;
  throw new Error(`programs are packed on ${[...kinds.keys()].join(', ')}, not on ${process.platform}-${process.arch}`);
}

/** Installs the Node of a kind in a folder, unless it is there already, and returns its binary and its package. */
export function installNode({ kind, platform, cpu }, folder) {
  const at = join(folder, kind);
  const names = { win32: 'node.exe', linux: 'node' };
  const isMac = platform === 'darwin';
  const home = isMac ? dirname(dirname(process.execPath)) : join(at, 'node_modules', `node-${kind}`);
  const binary = isMac ? process.execPath : join(home, 'bin', names[platform]);
  const lock = 'package-lock.json';
  const isThere = () =>
    [binary, join(at, lock)].every(existsSync) && readFileSync(join(at, lock)).equals(readFileSync(join(here, lock)));
  if (!isThere()) {
    rmSync(at, { recursive: true, force: true });
    mkdirSync(at, { recursive: true });
    for (const file of ['package.json', lock]) cpSync(join(here, file), join(at, file));
    const words = ['ci', `--os=${platform}`, `--cpu=${cpu}`, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', words, {
      cwd: at,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    // npm does not fail if an optional package cannot be fetched.
    if (!isThere()) throw new Error(`npm could not install node-${kind} ${version}`);
  }
  return { binary, home, inject: createRequire(join(at, lock))('postject').inject };
}
