// What Linux gets besides the program itself: a Debian package, and an archive with the same files.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { version, description } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/**
 * Not `tracker`: Debian has a package of that name, which an upgrade would put in place of ours. Until version 3, its program had
 * that name too.
 */
const packageName = 'tracker-cli';

/** How Debian calls the processors. */
const architectures = { x64: 'amd64', arm64: 'arm64' };

/**
 * What the Node inside needs: symbols of glibc 2.28, and of the C++ library of GCC 7. libgcc-s1 was once called libgcc1.
 * test/pack.test.ts compares this with the file.
 */
const depends = 'libc6 (>= 2.28), libgcc-s1 | libgcc1, libstdc++6 (>= 7)';

/** Writes the package and the archive of a program for Linux. `time` is that of all files in them (seconds). */
export function writeArchives({ root, program, kind, node, folder, out, time }) {
  const parts = { root, program, node };
  const name = `tracker-${version}-${kind.kind}`;
  writeTree(join(folder, 'archive', name), parts, 'zsh/site-functions');
  writeFileSync(join(out, `${name}.tar.xz`), archive(join(folder, 'archive'), time));

  const tree = join(folder, 'tree');
  writeTree(join(tree, 'usr'), parts, 'zsh/vendor-completions');
  const control = join(folder, 'control');
  mkdirSync(control);
  writeFileSync(join(control, 'control'), describe(architectures[kind.cpu], sizeOf(tree)));
  const members = [
    ['debian-binary', Buffer.from('2.0\n')],
    ['control.tar.xz', archive(control, time)],
    ['data.tar.xz', archive(tree, time)],
  ];
  writeFileSync(join(out, `${packageName}_${version}_${architectures[kind.cpu]}.deb`), bundle(members, time));
}

/** Writes the man pages that install.sh installs. It may have no tool that decompresses. */
export function writeManPages({ root, folder, out }) {
  const tree = join(folder, 'pages');
  putManPages(root, tree);
  writeFileSync(join(out, 'tracker-man.tar'), tar(tree, 0));
}

function putManPages(root, to) {
  for (const page of readdirSync(join(root, 'man')))
    cpSync(join(root, 'man', page), join(to, `man${page.at(-1)}/${page}`));
}

/** The program, its man pages, completion scripts and licences, where programs of a prefix are looked for. */
function writeTree(prefix, { root, program, node }, zsh) {
  rmSync(prefix, { recursive: true, force: true });
  const put = (from, to) => cpSync(from, join(prefix, to), { recursive: true });
  put(program, 'bin/tracker');
  putManPages(root, join(prefix, 'share/man'));
  put(join(root, 'completions/tracker.bash'), 'share/bash-completion/completions/tracker');
  put(join(root, 'completions/_tracker'), `share/${zsh}/_tracker`);
  put(join(root, 'completions/tracker.fish'), 'share/fish/vendor_completions.d/tracker.fish');
  put(join(root, 'CHANGELOG.md'), `share/doc/${packageName}/CHANGELOG.md`);
  const licences = [join(root, 'LICENSE'), join(root, 'THIRD_PARTY_NOTICES'), join(node.home, 'LICENSE')];
  const texts = licences.map((file) => readFileSync(file, 'utf8').trim());
  writeFileSync(join(prefix, `share/doc/${packageName}/copyright`), `${texts.join(`\n\n${'='.repeat(78)}\n\n`)}\n`);
}

function describe(architecture, bytes) {
  const fields = {
    Package: packageName,
    Version: version,
    Architecture: architecture,
    Maintainer: 'the tracker-cli authors <tracker-cli@users.noreply.invalid>',
    'Installed-Size': Math.ceil(bytes / 1024),
    Depends: depends,
    Conflicts: 'tracker (<< 3)',
    Suggests: 'bash-completion, man-db, xdg-utils',
    Section: 'utils',
    Priority: 'optional',
    Description: description,
  };
  return Object.entries(fields)
    .map((field) => `${field.join(': ')}\n`)
    .join('');
}

/** A folder as tar.xz, with the same bytes each time. */
function archive(folder, time) {
  return run('xz', ['-T1', '-c'], { maxBuffer, input: tar(folder, time) });
}

function tar(folder, time) {
  const same = ['--sort=name', '--format=ustar', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const words = [...same, `--mtime=@${time}`, '-C', folder, '-c', '.'];
  return run('tar', words, { maxBuffer });
}

const maxBuffer = 1024 ** 3;

/** Runs a tool. Throws an Error that names it if it is not installed. */
function run(tool, words, options) {
  try {
    return execFileSync(tool, words, options);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${tool} is not installed; it packs the files for Linux`, { cause: error });
  }
}

/** An ar archive, which is what a Debian package is. */
function bundle(members, time) {
  const parts = members.flatMap(([name, content]) => {
    const fields = [
      name.padEnd(16),
      String(time).padEnd(12),
      '0     0     100644  ',
      String(content.length).padEnd(10),
    ];
    return [Buffer.from(`${fields.join('')}\`\n`), content, Buffer.alloc(content.length % 2, '\n')];
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
