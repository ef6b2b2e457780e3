import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockLibrary } from './stopped-clock.js';

/** A computer without Node: a root folder that only processes started in it can see. */
export interface RootWithoutNode {
  /** Starts a command in it, in the same working folder. */
  readonly enter: string;
  /** Starts the program in it, where it has the same path. */
  readonly program: string;
  close(): Promise<void>;
}

/** What is in the root. Folders are made if need be. */
export interface RootParts {
  /** The program; the libraries that it is linked to come with it. */
  readonly file: string;
  /** Other programs with their libraries; one of them is `/bin/sh`. */
  readonly tools: readonly string[];
  /** The home folder of root, for whoever asks the system. */
  readonly home?: string;
}

const commands =
  'bash cat cp curl cut date echo env false git grep head jq kill less ls mkdir mv printf rm sed sleep sort stty tail tee test touch tr true wc';

/** What the program is made to start in tests, such as editors, pagers and scripts, and what stops its clock. */
export const usualTools: readonly string[] = [
  '/bin/sh',
  clockLibrary,
  ...commands.split(' ').map((name) => `/usr/bin/${name}`),
];

/** What programs look up about the computer, its users and its terminals. */
const facts = [
  ...['passwd', 'group', 'hosts', 'hostname', 'nsswitch.conf'].map((name) => `/etc/${name}`),
  ...['x/xterm', 'x/xterm-256color', 'd/dumb'].map((name) => `/lib/terminfo/${name}`),
];

const isAllowed = (command: string, ...words: readonly string[]): boolean => spawnSync(command, words).status === 0;

/** Why no such root can be made here; undefined if it can. */
export const rootMissing: string | undefined =
  process.getuid?.() === 0 &&
  isAllowed('unshare', '--mount', 'true') &&
  isAllowed('nsenter', `--target=${process.pid}`, '--mount', '--root', '--wdns=/', 'true')
    ? undefined
    : 'needs to be root on Linux, with unshare and nsenter';

/**
 * Makes a root with these parts, `/dev`, `/proc`, and the folder for temporary files. It is gone when this process ends. Throws
 * an Error if that is not allowed.
 */
export async function makeRootWithoutNode({ file, tools, home = homedir() }: RootParts): Promise<RootWithoutNode> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-root-'));
  const [root, enter, program] = ['root', 'enter', 'tracker'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const mounted = ['/dev', '/proc', tmpdir()];
  for (const each of [...mounted, home, '/tmp', '/run/sshd'])
    mkdirSync(join(root, each), { recursive: true, mode: 0o755 });
  const present = [...tools, ...facts].filter((each) => existsSync(each));
  execFileSync('cp', ['--parents', '--dereference', ...present, ...librariesOf([file, ...tools]), root]);
  execFileSync('sed', ['-i', `s|^root:.*|root:x:0:0::${home}:/bin/sh|`, join(root, 'etc/passwd')]);
  writeFileSync(program, '', { mode: 0o755 });
  const mount = (from: string, to = from): string => `mount --rbind '${from}' '${join(root, to)}'`;
  const mounts = [...mounted.map((each) => mount(each)), mount(file, program)];
  const hold = `exec chroot '${root}' /bin/sh -c 'echo ready; read -r _'`;
  // It stays for as long as its standard input is open.
  const holder = spawn('unshare', ['--mount', 'sh', '-ec', [...mounts, hold].join('\n')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  if (String(said) !== 'ready\n') throw new Error(`no root without Node can be made for ${file}`);
  const starts = `#!/bin/sh\nexec nsenter --target=${holder.pid} --mount --root --wdns="$PWD"`;
  writeFileSync(enter, `${starts} "$@"\n`, { mode: 0o755 });
  writeFileSync(program, `${starts} '${program}' "$@"\n`);
  return {
    enter,
    program,
    async close() {
      const ended = once(holder, 'exit');
      holder.stdin.end();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** The libraries that programs are linked to. */
function librariesOf(programs: readonly string[]): readonly string[] {
  const { stdout } = spawnSync('ldd', programs, { encoding: 'utf8' });
  return [...new Set(stdout.match(/(?<=\s)\/\S+(?= \()/g))];
}
