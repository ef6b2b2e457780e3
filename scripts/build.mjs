// Builds dist/: bundles with esbuild, splits at every `import()`, and converts each chunk to CommonJS. This takes two passes,
// because esbuild can only split ES modules: the first bundles and splits, the second converts. Every module exists only
// once, so `instanceof` works.
//
// Optimisations, and what it costs to leave each out, in F, the time of `node -e 0` (CPU time, 15 interleaved pairs):
//
//   CommonJS instead of ES modules           0.3 --version, 0.5 tasks --help, 1.6 tasks list
//   one file for modules loaded together     1.0 tasks list, 0.2 tasks --help
//   a separate file for the completer        0.5 __complete
//   conf without ajv                         0.6 config set
//   conf without dot-prop                    0.15 config set
//   conf without semver                      0.15 config set
//   rare built-ins loaded at first use       0.15 tasks list
//   minified                                 0.15 tasks list
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { composeNotices, listPackages } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'dist');

// Files that combine several chunks: everything their entries import statically, except what an earlier group contains.
// `main` is all that --version needs; help needs `core` and `help` too. `work` is for lists and most other commands, `store`
// for changing a stored file. `common` is anything else that commands share, in one file instead of a dozen.
const groups = {
  main: ['src/main.ts'],
  core: ['src/cli/run.ts', 'src/terminal/streams.ts'],
  help: ['src/cli/help.ts', 'src/cli/help-command.ts', 'src/cli/topics/layout.ts'],
  work: ['src/cli/wire.ts', 'src/output/write/list.ts', 'src/output/formats/json.ts', 'src/output/formats/tsv.ts'],
  store: [
    'src/lock/lock.ts',
    'src/lock/fenced.ts',
    'src/config/prepare-folder.ts',
    'src/config/prepare-change.ts',
    'src/config/leftovers.ts',
  ],
};

// Parts of packages that this program never uses. when-exit is replaced for another reason: it would raise signals again that
// main.ts has already handled.
const replaced = {
  'ajv/dist/2020.js':
    'export class Ajv2020 { constructor() { throw new Error("schemas are not part of this build"); } }',
  'ajv-formats': 'export default { default() { throw new Error("schemas are not part of this build"); } };',
  semver: 'export default {};',
  // conf uses it only for its own key, which has no dots, since this program turns dot notation off.
  'dot-prop':
    'export const hasProperty = (object, key) => key in object; export const [getProperty, setProperty, deleteProperty] = [];',
  'when-exit': 'export default () => () => undefined;',
};

/** Replaces unused parts, and loads built-ins that packages import but rarely use only at their first use. */
const slim = {
  name: 'slim',
  setup({ onResolve, onLoad }) {
    const rare = ['child_process', 'crypto', 'os'];
    onResolve({ filter: /^\.\/completion\/answer\.js$/ }, () => ({ path: './completion.js', external: true }));
    onResolve({ filter: /.*/ }, ({ path, importer }) => {
      if (!importer.includes('node_modules')) return undefined;
      const name = path.replace(/^node:/, '');
      if (Object.hasOwn(replaced, path)) return { path, namespace: 'replaced' };
      if (rare.includes(name) && /\/(conf|commander|env-paths|stubborn-fs|atomically)\//.test(importer)) {
        return { path: name, namespace: 'lazy' };
      }
      return undefined;
    });
    onLoad({ filter: /.*/, namespace: 'replaced' }, ({ path }) => ({
      contents: replaced[path],
    }));
    // The packages import the whole module, so a proxy for its properties is enough. The bundle itself reads `__esModule`,
    // which must not load anything.
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : require('node:${path}')[name]) });`,
    }));
  },
};

const shared = {
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** First pass: ES modules, with a chunk for each dynamic import and each shared part. */
async function split() {
  const result = await build({
    ...shared,
    absWorkingDir: root,
    entryPoints: { main: 'src/main.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: out,
    write: false,
    metafile: true,
    external: ['libsql'],
    define: { 'import.meta.url': 'trackerFileUrl' },
    chunkNames: 'piece-[hash]',
    plugins: [slim],
  });
  const pieces = new Map();
  for (const file of result.outputFiles)
    pieces.set(basename(file.path), { text: file.text, imports: [], entry: undefined });
  for (const [path, output] of Object.entries(result.metafile.outputs)) {
    const piece = pieces.get(basename(path));
    piece.entry = output.entryPoint;
    piece.imports = output.imports
      .filter(({ kind, external }) => kind === 'import-statement' && !external)
      .map((each) => basename(each.path));
  }
  return { pieces, metafile: result.metafile };
}

/** The output file for each chunk. */
function assign(pieces) {
  const files = new Map();
  const take = (piece, file) => {
    if (files.has(piece)) return;
    files.set(piece, file);
    for (const each of pieces.get(piece).imports) take(each, file);
  };
  const takeEntries = (file, entries) => {
    for (const [name, { entry }] of pieces) if (entries.includes(entry)) take(name, file);
  };
  takeEntries('main', groups.main);
  takeEntries('core', groups.core);
  takeEntries('help', groups.help);
  const nouns = [...pieces].filter(([, { entry }]) => entry?.startsWith('src/commands/'));
  for (const [name, { entry }] of nouns) files.set(name, nameOf(entry, files));
  const share = (file, wanted) => {
    for (const [, { entry, imports }] of nouns) if (wanted(entry)) for (const each of imports) take(each, file);
  };
  takeEntries('work', groups.work);
  share('work', (entry) => entry === 'src/commands/tasks/list.ts');
  takeEntries('store', groups.store);
  for (const [piece, owner] of onlyUsers(pieces)) if (!files.has(piece)) files.set(piece, files.get(owner));
  share('common', () => true);
  for (const [name, { entry }] of pieces) {
    if (!files.has(name)) files.set(name, entry ? nameOf(entry, files) : name.replace('.js', ''));
  }
  return files;
}

/**
 * The chunks that only one verb of a noun uses, and that verb's chunk. The verbs without a noun use most of them too, but are no
 * reason to make every command load them.
 */
function onlyUsers(pieces) {
  const users = new Map();
  const visit = (piece, user) => {
    const seen = users.get(piece) ?? new Set();
    if (seen.has(user)) return;
    users.set(piece, seen.add(user));
    for (const each of pieces.get(piece).imports) visit(each, user);
  };
  const isVerb = (piece) => pieces.get(piece).entry.startsWith('src/commands/');
  for (const [name, { entry }] of pieces)
    if (entry !== undefined && !/^src\/commands\/(short|next)\//.test(entry)) visit(name, name);
  return [...users].flatMap(([piece, [user, ...others]]) =>
    others.length === 0 && isVerb(user) ? [[piece, user]] : [],
  );
}

/** A readable, unique file name for an entry: `commands-tasks`, `undici`. */
function nameOf(entry, files) {
  const packageName = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(entry)?.[1];
  const name = (packageName ?? entry.replace(/^src\//, '').replace(/(\/index)?\.ts$/, ''))
    .replace('@', '')
    .replaceAll('/', '-');
  return [...files.values()].includes(name) ? `${name}-more` : name;
}

function hasDefault({ text }) {
  return /export\s*(default\b|\{[^}]*\bdefault\b)/.test(text);
}

/** Second pass: combines the chunks of a file into one CommonJS file. It requires other files at the same moments as before. */
async function convert(file, pieces, files) {
  const members = [...files].filter(([, at]) => at === file).map(([piece]) => piece);
  const only = members.length === 1;
  const key = (piece) => piece.replace(/\W/g, '_');
  const entry = only
    ? `export * from './${members[0]}'; ${hasDefault(pieces.get(members[0])) ? `export { default } from './${members[0]}';` : ''}`
    : members.map((piece) => `export * as ${key(piece)} from './${piece}';`).join('\n');
  const join_ = {
    name: 'join',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/[\w-]+\.js$/ }, ({ path, namespace }) => {
        if (namespace === 'bridge') return { path, external: true };
        const piece = basename(path);
        if (!files.has(piece)) return { path, external: true };
        return files.get(piece) === file ? { path: piece, namespace: 'piece' } : { path: piece, namespace: 'bridge' };
      });
      onLoad({ filter: /.*/, namespace: 'piece' }, ({ path }) => ({ contents: pieces.get(path).text }));
      onLoad({ filter: /.*/, namespace: 'bridge' }, ({ path }) => {
        const target = files.get(path);
        const shares = [...files.values()].filter((each) => each === target).length > 1;
        const load = `require('./${target}.js')${shares ? `.${key(path)}` : ''}`;
        // `__esModule` prevents a default export from being wrapped again.
        const marked = `Object.defineProperty(Object.create(null, Object.getOwnPropertyDescriptors(${load})), '__esModule', { value: true })`;
        return { contents: `module.exports = ${shares && hasDefault(pieces.get(path)) ? marked : load};` };
      });
    },
  };
  // The named exports of a CommonJS package are only on its default export; this puts them back where Node would have them.
  const isPackage = only && /export default [\w$]+\(\);?\s*$/.test(pieces.get(members[0]).text);
  const footer =
    '{const it=module.exports.default;const own=(value)=>({value,enumerable:true});module.exports=Object.create(Object(it),{default:own(it),__esModule:own(true)})}';
  const isMain = file === 'main';
  const result = await build({
    ...shared,
    stdin: {
      contents: isMain ? `export { main } from './main.js'; ${only ? '' : entry}` : entry,
      resolveDir: '/',
      sourcefile: 'entry.js',
    },
    bundle: true,
    format: 'cjs',
    write: false,
    supported: { 'dynamic-import': false },
    ...(isPackage && { footer: { js: footer } }),
    external: ['libsql', ...builtinModules, 'node:*'],
    plugins: [join_],
  });
  const text = result.outputFiles[0].text;
  const url = text.includes('trackerFileUrl')
    ? "const trackerFileUrl=require('node:url').pathToFileURL(__filename).href;\n"
    : '';
  return url + text;
}

/** Builds the completer as a separate file with copies of the few modules it needs: it starts a third faster that way. */
async function writeComplete(folder) {
  const { metafile } = await build({
    ...shared,
    absWorkingDir: root,
    entryPoints: ['src/completion/answer.ts'],
    bundle: true,
    format: 'cjs',
    outfile: join(folder, 'completion.js'),
    metafile: true,
  });
  return metafile;
}

/** Writes the command tree for completion: the output of `tracker help --json` without texts and without false or empty values. */
function writeTree(folder) {
  const run = `require(${JSON.stringify(join(folder, 'main.js'))}).main()`;
  const tree = execFileSync(process.execPath, ['-e', run, 'tracker', 'help', '--json'], { encoding: 'utf8' });
  const left = new Set(['details', 'examples', 'usage', 'group', 'writes', 'required', 'value', 'as']);
  const keep = (key, value) =>
    left.has(key) || value === false || value === null || value?.length === 0 ? undefined : value;
  writeFileSync(join(folder, 'command-tree.json'), JSON.stringify(JSON.parse(tree), keep));
}

const { pieces, metafile } = await split();
const files = assign(pieces);
const fresh = `${out}.new`;
rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
for (const file of new Set(files.values()))
  writeFileSync(join(fresh, `${file}.js`), await convert(file, pieces, files));
const packages = listPackages([metafile, await writeComplete(fresh)]);
writeFileSync(join(root, 'THIRD_PARTY_NOTICES'), composeNotices(root, packages.bundled));
// Only for tests; it is not published.
writeFileSync(join(fresh, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
writeFileSync(join(fresh, 'package.json'), '{"type":"commonjs"}\n');
writeTree(fresh);
const opener = join(root, 'node_modules/open/xdg-open');
if (existsSync(opener)) {
  cpSync(opener, join(fresh, 'xdg-open'));
  chmodSync(join(fresh, 'xdg-open'), 0o755);
}
rmSync(out, { recursive: true, force: true });
renameSync(fresh, out);
