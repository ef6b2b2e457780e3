// One program from a Node binary, dist/, the completion scripts and the licences: a Node single executable application.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { injectElf } from './inject-elf.mjs';

/** Node reads what it has been given only if this is followed by `:1`. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Variables for the user's own Node. With some, the one in the program would print or write what it does, or not start. */
const foreign = [
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
  'NODE_REPL_EXTERNAL_MODULE',
];

const resourceName = 'NODE_SEA_BLOB';

/** Files of dist/ that only tests or installed packages need. */
const left = new Set(['dist/packages.json', 'dist/package.json', 'dist/xdg-open']);

/**
 * Writes the program `file` of a kind of computer. `own` is the Node of this computer, which prepares what is put into the
 * program; `node` is the one it is put into. `folder` is for files on the way.
 */
export async function writeExecutable({ root, file, kind, node, own, folder }) {
  mkdirSync(join(folder, 'code'), { recursive: true });
  const isOwn = node.binary === own.binary;
  const assets = prepareAssets(root, folder, { compiler: isOwn && own.binary, notices: noticesWith(root, own) });
  // The name of the main script, as it is written here, becomes part of the program.
  cpSync(join(root, 'scripts/pack/start.cjs'), join(folder, 'start.cjs'));
  const config = {
    main: 'start.cjs',
    output: 'resource',
    disableExperimentalSEAWarning: true,
    useCodeCache: isOwn,
    // Room for what one command needs, in megabytes: a list then collects no garbage. Node would also read an option in the name
    // by which the program is started, such as the -tracker of a login shell.
    execArgv: ['--min-semi-space-size=16', '--'],
    // NODE_OPTIONS is for the user's own Node.
    execArgvExtension: 'none',
    assets,
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  runNode(own.binary, ['--experimental-sea-config', 'config.json'], folder);
  await inject(file, kind, node, readFileSync(join(folder, 'resource')));
  chmodSync(file, 0o755);
}

/** What the program reads instead of files, by name; the compiled code is empty without a Node that can compile. */
function prepareAssets(root, folder, { compiler, notices }) {
  const names = ['dist', 'completions'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(join(root, '/').length).replaceAll('\\', '/')),
  );
  const scripts = names.filter((name) => /^dist\/(?!jq\.js)[^/]+\.js$/.test(name));
  const assets = names
    .filter((name) => !left.has(name) && !scripts.includes(name))
    .map((name) => [name, join(root, name)]);
  writeFileSync(join(folder, 'THIRD_PARTY_NOTICES'), notices);
  assets.push(['LICENSE', join(root, 'LICENSE')], ['THIRD_PARTY_NOTICES', join(folder, 'THIRD_PARTY_NOTICES')]);
  for (const name of scripts) {
    const wrapped = join(folder, basename(name));
    const source = readFileSync(join(root, name), 'utf8');
    writeFileSync(wrapped, `(function(exports,require,module,__filename,__dirname){${source}\n})`);
    const code = join(folder, 'code', basename(name));
    writeFileSync(code, '');
    assets.push([name, wrapped], [`code/${basename(name)}`, code]);
  }
  const compile = join(root, 'scripts/pack/compile.cjs');
  if (compiler) runNode(compiler, [compile, ...scripts.map((name) => basename(name))], folder);
  return Object.fromEntries(assets.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The notices of the package, and those of the Node inside, which is of one version for all kinds of computers. */
function noticesWith(root, { home, version }) {
  const [ours, nodes] = [join(root, 'THIRD_PARTY_NOTICES'), join(home, 'LICENSE')].map((file) =>
    readFileSync(file, 'utf8'),
  );
  return `${ours.trimEnd()}\n\n${'-'.repeat(78)}\nNode.js ${version}\n\n${nodes}`;
}

/** Runs Node with a fixed seed for the hashes of strings, so that V8 writes the same compiled code each time. */
function runNode(binary, words, folder) {
  execFileSync(binary, ['--random-seed=1', ...words], { cwd: folder, stdio: 'pipe' });
}

/** Writes a program that is this Node with what it reads when it starts. */
async function inject(file, { platform }, node, resource) {
  const program = withoutVariables(readFileSync(node.binary));
  if (platform === 'linux') {
    program.write('1', program.indexOf(`${sentinelFuse}:0`) + sentinelFuse.length + 1);
    return writeFileSync(file, injectElf(program, resourceName, resource));
  }
  writeFileSync(file, platform === 'win32' ? withoutSignature(program) : program, { mode: 0o755 });
  const sign = (...words) => platform === 'darwin' && execFileSync('codesign', [...words, file], { stdio: 'pipe' });
  sign('--remove-signature');
  await node.inject(file, resourceName, resource, { sentinelFuse, machoSegmentName: 'NODE_SEA' });
  sign('--sign', '-');
}

/** A program that looks for these variables under names that nobody sets. */
function withoutVariables(program) {
  for (const name of foreign)
    for (let at = program.indexOf(`\0${name}\0`); at >= 0; at = program.indexOf(`\0${name}\0`, at + 1))
      program.write('_', at + 1);
  return program;
}

/** A program for Windows without the signature of Node's authors at its end, which a changed program no longer has. */
function withoutSignature(program) {
  // The fifth of the tables at the end of the header; this one's place is an offset in the file.
  const entry = program.readUInt32LE(0x3c) + 24 + 112 + 4 * 8;
  const start = program.readUInt32LE(entry);
  if (start === 0) return program;
  program.fill(0, entry, entry + 8);
  return program.subarray(0, start);
}
