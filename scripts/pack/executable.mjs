// One program from a Node binary, dist/ and the completion scripts: a Node single executable application.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { injectElf } from './inject-elf.mjs';

/** Node reads what it has been given only if this is followed by `:1`. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const resourceName = 'NODE_SEA_BLOB';

/** Files of dist/ that only tests and an installed package need. */
const left = new Set(['dist/packages.json', 'dist/package.json', 'dist/xdg-open']);

/**
 * Writes the program `file` of a kind of computer. `own` is the Node of this computer, which prepares what is put into the
 * program; `node` is the one it is put into. `folder` is for files on the way.
 */
export async function writeExecutable({ root, file, kind, node, own, folder }) {
  mkdirSync(join(folder, 'code'), { recursive: true });
  const isOwn = node.binary === own.binary;
  const assets = prepareAssets(root, folder, isOwn && own.binary);
  const output = join(folder, 'resource');
  const config = {
    main: join(root, 'scripts/pack/start.cjs'),
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: isOwn,
    // NODE_OPTIONS is for the user's own Node.
    execArgv: [],
    execArgvExtension: 'none',
    assets,
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  execFileSync(own.binary, ['--experimental-sea-config', join(folder, 'config.json')], { stdio: 'pipe' });
  await inject(file, kind, node, readFileSync(output));
  chmodSync(file, 0o755);
}

/** What the program reads instead of files, by name; the compiled code is empty without a Node that can compile. */
function prepareAssets(root, folder, compiler) {
  const names = ['dist', 'completions'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(join(root, '/').length).replaceAll('\\', '/')),
  );
  const scripts = names.filter((name) => /^dist\/(?!jq\.js)[^/]+\.js$/.test(name));
  const assets = names
    .filter((name) => !left.has(name) && !scripts.includes(name))
    .map((name) => [name, join(root, name)]);
  for (const name of scripts) {
    const wrapped = join(folder, basename(name));
    const source = readFileSync(join(root, name), 'utf8');
    writeFileSync(wrapped, `(function(exports,require,module,__filename,__dirname){${source}\n})`);
    const code = join(folder, 'code', basename(name));
    writeFileSync(code, '');
    assets.push([name, wrapped], [`code/${basename(name)}`, code]);
  }
  if (compiler) {
    const files = scripts.map((name) => join(folder, basename(name)));
    execFileSync(compiler, [join(root, 'scripts/pack/compile.cjs'), join(folder, 'code'), ...files]);
  }
  return Object.fromEntries(assets.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Writes a program that is this Node with what it reads when it starts. */
async function inject(file, { platform }, node, resource) {
  const program = readFileSync(node.binary);
  if (platform !== 'linux') {
    writeFileSync(file, program);
    return await node.inject(file, resourceName, resource, { sentinelFuse });
  }
  program.write('1', program.indexOf(`${sentinelFuse}:0`) + sentinelFuse.length + 1);
  writeFileSync(file, injectElf(program, resourceName, resource));
}
