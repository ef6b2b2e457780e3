import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { arch } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from './support/computer/home.js';
import { canBeNobody, nobody } from './support/computer/nobody.js';
import { packedFile, packedMissing } from './support/computer/packed-file.js';
import { type Outcome, type RunOptions, start } from './support/computer/program.js';
import { mountSmallDisk } from './support/computer/small-disk.js';
import { listen } from './support/servers/listen.js';
import { hasOpenssl, makeAuthority } from './support/servers/tls.js';
import { allTests, eachTest } from './support/set-up.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = join(root, 'install.sh');
const name = `tracker-linux-${arch()}`;

/** What is installed, below the home folder. */
const program = '.local/bin/tracker';
const completion = {
  bash: '.local/share/bash-completion/completions/tracker',
  zsh: '.local/share/zsh/site-functions/_tracker',
  fish: '.local/share/fish/vendor_completions.d/tracker.fish',
};

/** A program of this version, as far as install.sh needs one. */
const programOf = (version: string): string =>
  `#!/bin/sh\ncase "$*" in --version) echo ${version} ;; 'completion '*) echo "# $2 ${version}" ;; *) exit 1 ;; esac\n`;
const sumsOf = (text: string): string => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;

const canRun = (file: string, ...args: readonly string[]): boolean => spawnSync(file, args).status === 0;
const shells = [['sh'], ['busybox', 'sh']].filter(([file = '', ...args]) => canRun(file, ...args, '-c', ':'));

/** Makes a folder in which nothing but these tools of this computer is. */
function linkTools(folder: string, tools: readonly string[]): string {
  mkdirSync(folder);
  const { stdout } = spawnSync('which', tools, { encoding: 'utf8' });
  for (const path of stdout.trim().split('\n')) symlinkSync(path, join(folder, basename(path)));
  return folder;
}

describe.skipIf(process.platform !== 'linux')('install.sh', () => {
  const home = eachTest(makeHome);
  let mine: string;
  let from: string;
  beforeEach(() => {
    mine = join(home.folder, "Mara's home");
    mkdirSync(mine);
    from = dirname(home.write('SHA256SUMS', ''));
    offer('1.0.0');
  });

  /** Where an older version is installed. */
  const older = allTests(async () => {
    const made = makeHome();
    made.write(name, programOf('0.9.0'));
    const sums = made.write('SHA256SUMS', sumsOf(programOf('0.9.0')));
    expect(await start(made, ['sh', script, dirname(sums)]).ended).toMatchObject({ code: 0 });
    return made;
  });

  /** Offers these man pages as well, besides those of before. */
  function offerPages(...pages: readonly string[]): void {
    for (const number of [1, 7]) mkdirSync(join(from, `pages/man${number}`), { recursive: true });
    for (const page of pages) home.write(`pages/man${page.at(-1)}/${page}`, `${page}\n`);
    const archive = join(from, 'tracker-man.tar');
    expect(canRun('tar', '-cf', archive, '-C', join(from, 'pages'), '.')).toBe(true);
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
    writeFileSync(
      join(from, 'SHA256SUMS'),
      `${readFileSync(join(from, 'SHA256SUMS'), 'utf8')}${sum}  tracker-man.tar\n`,
    );
  }

  function offer(version: string): void {
    home.write(name, programOf(version));
    home.write('SHA256SUMS', sumsOf(programOf(version)));
  }

  const run = async (words: readonly string[], { env, ...more }: RunOptions = {}, shell = ['sh']): Promise<Outcome> =>
    await start(home, [...shell, script, ...words], { env: { HOME: mine, SHELL: '/bin/zsh', ...env }, ...more }).ended;
  const read = (file: string): string => readFileSync(join(mine, file), 'utf8');

  /** What it says where it fails. Throws an Error unless everything is as before. */
  async function refusal(options?: RunOptions, source = from): Promise<string> {
    const text = (file: string) => existsSync(join(mine, file)) && read(file);
    const state = () => [home.listing(), older.listing(), text(program), text(completion.bash)];
    const before = state();
    const { code, stdout, stderr } = await run([source], options);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(state()).toEqual(before);
    return stderr;
  }

  test.each(shells)('installs, updates and removes the program and its completion (%s)', async (...shell) => {
    mkdirSync(join(mine, '.local/share'), { recursive: true });
    writeFileSync(join(mine, '.zshrc'), '# mine\n');
    const before = home.listing();

    expect(await run([`${from}/`], {}, shell)).toEqual({
      code: 0,
      stdout: [
        `Installed tracker 1.0.0 as ${mine}/${program}, and completion for bash, zsh and fish in ${mine}/.local/share.`,
        `Add to ${mine}/.zshrc: export PATH="$HOME/.local/bin:$PATH"`,
        `Add to ${mine}/.zshrc, after compinit: source "${mine}/${completion.zsh}"\n`,
      ].join('\n'),
      stderr: '',
    });
    expect(read(program)).toBe(programOf('1.0.0'));
    expect(home.listing()).toContain(`0755 Mara's home/${program}`);

    // A run that was killed leaves this.
    writeFileSync(join(mine, `${program}.part.4711`), '');
    offer('1.1.0');
    expect((await run([from], {}, shell)).code).toBe(0);
    expect(read(program)).toBe(programOf('1.1.0'));
    for (const [name, file] of Object.entries(completion)) expect(read(file)).toBe(`# ${name} 1.1.0\n`);

    expect((await run(['--uninstall'], {}, shell)).stdout).toContain(`Removed ${mine}/${program}\n`);
    expect(home.listing()).toEqual(before);
    expect((await run(['--uninstall'], {}, shell)).stderr).toMatch(/^error: nothing is installed: /);
  });

  test('installs the man pages that are offered, where man finds them, and removes each of them', async () => {
    const before = home.listing();
    offerPages('tracker.1', 'tracker-tasks.1', 'tracker-formatting.7');
    const { stdout } = await run([from], { env: { XDG_DATA_HOME: `${mine}/data` } });
    expect(stdout).toContain(`\nIts man pages are in ${mine}/.local/share/man.\n`);
    expect(read('.local/share/man/man7/tracker-formatting.7')).toBe('tracker-formatting.7\n');

    rmSync(join(from, 'pages/man1/tracker-tasks.1'));
    offer('1.1.0');
    offerPages('tracker-people.1');
    await run([from], { env: { XDG_DATA_HOME: `${mine}/data` } });
    for (const name of ['tracker', 'tracker-tasks', 'tracker-people'])
      expect(read(`.local/share/man/man1/${name}.1`)).toBe(`${name}.1\n`);
    expect(home.listing().filter((line) => line.includes('.part.'))).toEqual([]);

    await run(['--uninstall'], { env: { XDG_DATA_HOME: `${mine}/data` } });
    for (const name of ['pages', 'tracker-man.tar']) rmSync(join(from, name), { recursive: true });
    expect(home.listing()).toEqual(before);
  });

  test('replaces no man page that is not from it, and installs none from a damaged archive', async () => {
    offerPages('tracker.1');
    const page = join(mine, '.local/share/man/man1/tracker.1');
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(page, 'mine');
    expect(await refusal()).toBe(`error: ${page} is not from this script; remove it first\n`);
    rmSync(page);
    writeFileSync(join(from, 'tracker-man.tar'), 'x');
    expect(await refusal()).toMatch(/\/tracker-man\.tar is incomplete, or not the file that SHA256SUMS lists\n$/);
  });

  test('says no line that is not needed', async () => {
    writeFileSync(join(mine, '.zshrc'), 'eval "$(tracker completion zsh)"\n');
    const { stdout } = await run([from], { env: { PATH: `${mine}/.local/bin:${home.env.PATH}` } });
    expect(stdout).toMatch(/^Installed [^\n]*\n$/);
  });

  test('neither replaces nor removes what is not from it', async () => {
    mkdirSync(dirname(join(mine, program)), { recursive: true });
    symlinkSync(script, join(mine, program));
    expect(await refusal()).toBe(`error: ${mine}/${program} is not from this script; remove it first\n`);

    rmSync(join(mine, program));
    await run([from]);
    writeFileSync(join(mine, completion.zsh), '# mine\n');
    expect((await run(['--uninstall'])).stdout).toContain(`Left ${mine}/${completion.zsh}, which has changed since\n`);
    expect(read(completion.zsh)).toBe('# mine\n');
    expect(existsSync(join(mine, program))).toBe(false);
  });

  const troubles: readonly (readonly [string, () => unknown, RegExp])[] = [
    [
      'a wrong sum',
      () => home.write('SHA256SUMS', sumsOf('')),
      /is incomplete, or not the file that SHA256SUMS lists\n$/,
    ],
    ['no program for this computer', () => home.write('SHA256SUMS', 'x'), /lists no program for Linux .*npm install/],
    ['no sums', () => rmSync(join(from, 'SHA256SUMS')), /cannot get .*SHA256SUMS\n$/],
    ['no program', () => rmSync(join(from, name)), /cannot get .*\/tracker-linux-\w+\n$/],
    ['a program that does not run here', () => offer('1.1.0; exit 1'), /does not run on this computer.*npm install/],
    [
      'a file where a folder must be',
      () => writeFileSync(join(mine, '.local'), ''),
      /cannot create .*\/\.local\/share/,
    ],
  ];
  test.each(troubles)('leaves nothing behind after %s, and keeps an older version', async (_, cause, message) => {
    cause();
    expect(await refusal()).toMatch(message);
    if (existsSync(join(mine, '.local'))) return;
    mine = older.folder;
    expect(await refusal()).toMatch(message);
  });

  test.runIf(canBeNobody || process.getuid?.() !== 0)('a folder that cannot be written to', async () => {
    chmodSync(dirname(home.folder), 0o755);
    chmodSync(mine, 0o755);
    for (const file of [home.folder, from, ...['SHA256SUMS', name].map((each) => join(from, each))])
      chmodSync(file, 0o755);
    mkdirSync(join(mine, '.local'));
    chmodSync(join(mine, '.local'), 0o555);
    const options = process.getuid?.() === 0 ? { uid: nobody } : {};
    expect(await refusal(options)).toMatch(/\nerror: cannot create .*\/\.local\/share\/tracker\n$/);
  });

  test('a full disk', async ({ skip }) => {
    const disk = mountSmallDisk(64);
    if (!disk) return skip('needs mount');
    try {
      home.write(name, `${programOf('1.1.0')}#${'x'.repeat(100_000)}\n`);
      home.write('SHA256SUMS', sumsOf(readFileSync(join(from, name), 'utf8')));
      symlinkSync(disk.folder, join(mine, '.local'));
      expect(await refusal()).toMatch(/No space left on device\nerror: cannot get .*\/tracker-linux-\w+\n$/);
    } finally {
      disk.remove();
    }
  });

  describe('from an address', () => {
    let isCut = false;
    const server = createServer(({ url = '' }, response) => {
      const file = join(from, url.replace(/^\/1\.0/, ''));
      if (!url.startsWith('/1.0/') || !existsSync(file)) return void response.writeHead(404).end();
      const body = readFileSync(file);
      response.writeHead(200, { 'content-length': body.length });
      if (!isCut || !url.endsWith(name)) return void response.end(body);
      response.write(body.subarray(0, 10), () => response.destroy());
    });
    let address: string;
    beforeEach(async () => {
      isCut = false;
      address = `http://127.0.0.1:${await listen(server)}/1.0`;
      return () => server.close();
    });

    const tools = 'cat chmod cut dirname grep mkdir mv rm rmdir sed sh sort uname'.split(' ');
    const fetchers = [
      ['curl', 'sha256sum'],
      ['wget', 'shasum'],
    ].filter((each) => each.every((tool) => canRun(tool, '--version')));
    test.each(fetchers)('with %s and %s', async (...few) => {
      const path = linkTools(join(home.temporary, 'tools'), [...tools, ...few]);
      const options = { env: { PATH: path } };
      expect(await refusal(options, `${address}/other`)).toMatch(/error: cannot get http.*\/other\/SHA256SUMS\n$/);
      offerPages('tracker.1');
      expect(await run([address], options)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('\nIts man pages are not installed, because there is no tar.\n'),
        stderr: '',
      });
      expect(read(program)).toBe(programOf('1.0.0'));
    });

    test.runIf(canRun('curl', '--version'))('that is cut off', async () => {
      isCut = true;
      expect(await refusal({}, address)).toMatch(/error: cannot get http.*\/tracker-linux-\w+\n$/);
    });

    test.each(fetchers)('that leads to http elsewhere, with %s and %s', async (...few) => {
      const path = linkTools(join(home.temporary, 'tools'), [...tools, ...few]);
      const leading = createServer(({ url = '' }, response) => {
        response.writeHead(302, { location: `${address}${url}` }).end();
      });
      try {
        const stderr = await refusal({ env: { PATH: path } }, `http://127.0.0.1:${await listen(leading)}`);
        expect(stderr).toMatch(/error: cannot get http:.*\/SHA256SUMS\n$/);
      } finally {
        leading.close();
      }
    });

    test.runIf(hasOpenssl).each(fetchers.map(([fetcher]) => fetcher ?? ''))(
      'that leads from https to http, with %s',
      async (fetcher) => {
        const authority = makeAuthority();
        const secure = createTlsServer(authority.sign(['IP:127.0.0.1']), ({ url = '' }, response) => {
          response.writeHead(302, { location: `${address}${url}` }).end();
        });
        try {
          const path = linkTools(join(home.temporary, 'tools'), [...tools, fetcher, 'sha256sum']);
          const trust = {
            CURL_CA_BUNDLE: authority.file,
            WGETRC: home.write('wgetrc', `ca_certificate=${authority.file}\n`),
          };
          const options = { env: { PATH: path, ...trust } };
          const stderr = await refusal(options, `https://127.0.0.1:${await listen(secure)}`);
          expect(stderr).toMatch(/error: cannot get https:.*\/SHA256SUMS\n$/);
        } finally {
          secure.close();
          authority.remove();
        }
      },
    );
  });

  test.each([
    'http://tracker.example',
    'http://localhost.tracker.example/x',
    'http://127.0.0.1@tracker.example',
    'http://localhost:1@tracker.example/',
  ])('refuses an address without TLS that is not on this computer: %s', async (address) => {
    expect(await refusal({}, address)).toMatch(/ is not on this computer: use https\n$/);
  });

  test('a wget that checks no certificates is not used', async () => {
    const path = linkTools(join(from, 'tools'), ['cat', 'dirname', 'grep', 'rm', 'sed', 'sh']);
    home.write('tools/wget', '#!/bin/sh\necho BusyBox\n', 0o755);
    const options = { env: { PATH: path } };
    expect(await refusal(options, 'https://127.0.0.1:1')).toMatch(/checks no certificates; install curl\n$/);
  });

  test('what it installs cannot be changed by others, whatever the umask, and zsh may have its files elsewhere', async () => {
    const words = ['sh', '-c', 'umask 000; exec sh "$@"', 'sh', script, from];
    const env = { HOME: mine, SHELL: '/bin/zsh', ZDOTDIR: `${mine}/zsh` };
    const { code, stdout } = await start(home, words, { env }).ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Add to ${mine}/zsh/.zshrc, after compinit: `)]);
    expect(home.listing().filter((line) => /^\d\d[2367]|^\d{3}[2367]/.test(line))).toEqual([]);
  });

  test('says how it is used', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: sh install\.sh /) });
    for (const words of [[], ['-x'], [from, from]])
      expect(await run(words)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^Usage: /) });
  });

  test.skipIf(packedMissing)('the packed program says that install.sh has installed it', async () => {
    const options = { env: { PATH: `${mine}/.local/bin:/usr/bin:/bin` } };
    expect(await run([dirname(packedFile)], options)).toMatchObject({ code: 0, stderr: '' });
    const doctor = ['tracker', 'doctor', '--fields', 'check,detail'];
    const { stdout } = await start(home, doctor, { env: { HOME: mine, ...options.env } }).ended;
    expect(stdout).toMatch(/^node\t\d+\.\d+\.\d+, inside the program\n/);
    expect(stdout).toContain(`\ninstallation\t${mine}/${program}, from install.sh\n`);
    const page = join(mine, '.local/share/man/man1/tracker-tasks.1');
    expect(readFileSync(page, 'utf8')).toBe(readFileSync(join(root, 'man/tracker-tasks.1'), 'utf8'));
  });
});
