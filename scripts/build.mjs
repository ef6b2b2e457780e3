// Builds dist/: bundles with esbuild, splits at every `import()`, and converts each chunk to CommonJS. This takes two passes,
// because esbuild can only split ES modules: the first bundles and splits, the second converts. Every module exists only
// once, so `instanceof` works.
//
// What is worth at least 0.1 F, the time of `node -e 0` (CPU time on Node 20 with compiled code kept, 15 interleaved pairs), and what
// it costs to leave it out:
//
//   CommonJS instead of ES modules                      0.3 --version, 0.5 tasks --help, 1.6 tasks list
//   a file for what is loaded together, not one for all 0.2 tasks comment, 0.2 tasks create, 0.3 tasks view
//   a separate file for the completer                   0.5 __complete
//
// Built-ins that load late save 0.05 F of a list.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composeNotices, listPackages } from './notices.mjs';

const { build } = await import('esbuild').catch(() => {
  console.error('The packages that tracker is built with are not installed. Run this first: npm ci');
  process.exit(1);
});

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'dist');

// Files that combine several chunks: what is named here and everything it imports statically, except what an earlier file contains.
// A verb has a file of its own, so only its imports are taken: the first run that loads a new file keeps what it has compiled of all.
// `main` is all that --version needs; help needs `core` and `help` too.
const groups = {
  main: ['src/main.ts'],
  core: ['src/cli/run.ts', 'src/terminal/streams/create-io.ts'],
  help: ['src/cli/command-line/with-commander.ts', 'src/cli/help/help.ts', 'src/cli/help/help-command.ts'],
  // Any command.
  base: ['src/cli/wire.ts', 'src/output/show-shown.ts'],
  // Any that asks a server.
  work: [
    'src/cli/connect.ts',
    'src/auth/tokens/sign-in.ts',
    'src/output/formats/json.ts',
    'src/output/formats/tsv.ts',
    'src/commands/tasks/list.ts',
  ],
  // What lists and commands that write have in common.
  words: [
    'src/args/duration.ts',
    'src/args/more-flags.ts',
    'src/commands/showing/blocks.ts',
    'src/commands/work/words.ts',
    'src/output/text/sentence.ts',
    'src/references/people.ts',
  ],
  // Numbers that JavaScript would round, or what looks like them in a text.
  numbers: ['src/client/responses/exact-json.ts'],
  // What answers a command that takes what is young enough.
  kept: ['src/cli/max-age.ts', 'src/memory/young.ts', 'src/memory/recall.ts', 'src/memory/own-changes.ts'],
  // Who waits.
  tickets: ['src/commands/tickets/list.ts'],
  // Commands that take a reference, and what they write.
  view: [
    'src/commands/tasks/view.ts',
    'src/terminal/terminal-name.ts',
    'src/references/find-named.ts',
    'src/client/state/last-shown.ts',
    'src/output/write/details.ts',
    'src/views/detail.ts',
    'src/views/tasks/detail.ts',
  ],
  ticket: ['src/commands/tickets/view.ts'],
  // What may be a task or a ticket.
  either: ['src/commands/short/view.ts'],
  // Changing a stored file, noting what is written, and seeing what comes before it.
  store: [
    'src/disk/lock.ts',
    'src/config/change-file.ts',
    'src/config/leftovers.ts',
    'src/client/learn/written.ts',
    'src/client/responses/write-result.ts',
    'src/output/write/object.ts',
    'src/ledger/record.ts',
    'src/memory/change.ts',
    'src/memory/note-changes.ts',
    'src/commands/sending/held.ts',
  ],
  // What a terminal gets.
  screen: [
    'src/output/formats/table.ts',
    'src/output/pager.ts',
    'src/output/spawn-pager.ts',
    'node_modules/chalk/source/index.js',
  ],
  // Markdown on a terminal.
  prose: ['src/output/prose/markdown/parse.ts', 'src/output/detail/draw-detail.ts'],
  // Its character references.
  entities: ['src/output/prose/entities.ts'],
  // Commands that send text.
  write: [
    'src/commands/tasks/comment.ts',
    'src/compose/saved/earlier-draft.ts',
    'src/compose/form/field.ts',
    'src/commands/work/task.ts',
    'src/commands/work/editing/lists.ts',
  ],
  // Commands that change fields.
  edit: ['src/commands/tasks/edit.ts', 'src/commands/tickets/edit.ts'],
  // Commands that create something.
  create: ['src/commands/tasks/create.ts', 'src/commands/chat/create.ts'],
  // Messages of tickets.
  reply: ['src/commands/tickets/reply.ts', 'src/commands/tickets/note.ts'],
  // Sending what waits.
  queue: ['src/commands/sending/queue.ts'],
};

/**
 * Loads built-ins that a list does not need only at their first use, and leaves out when-exit, with which conf's package would raise
 * signals again that main.ts has already handled.
 */
const slim = {
  name: 'slim',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/completion\/answer\.js$/ }, () => ({ path: './completion.js', external: true }));
    onResolve({ filter: /^when-exit$/ }, ({ path }) => ({ path, namespace: 'replaced' }));
    onResolve(
      { filter: /^(node:)?(child_process|crypto|net|os|stream|tty|zlib)$/ },
      ({ path, kind, namespace, importer }) =>
        // Packages extend what `stream` exports, which is a class itself.
        kind === 'dynamic-import' ||
        namespace === 'lazy' ||
        (path.endsWith('stream') && importer.includes('node_modules'))
          ? undefined
          : { path: path.replace(/^node:/, ''), namespace: 'lazy' },
    );
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'mcp-shims',
      namespace: 'replaced',
    }));
    // The validator is for answers to questions that we never ask clients.
    onLoad({ filter: /^mcp-shims$/, namespace: 'replaced' }, () => ({
      contents: "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}",
    }));
    onResolve({ filter: /^load-later$/ }, ({ path }) => ({ path, namespace: 'replaced' }));
    onLoad({ filter: /^when-exit$/, namespace: 'replaced' }, () => ({
      contents: 'export default () => () => undefined;',
    }));
    // The proxy is the prototype, which is what esbuild keeps of a module whose names it does not know. The bundle itself reads
    // `__esModule`, which must not load anything.
    onLoad({ filter: /^load-later$/, namespace: 'replaced' }, () => ({
      contents: `module.exports = (load) => Object.create(new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : load()[name]) }));`,
    }));
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: `module.exports = require('load-later')(() => require('node:${path}'));`,
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
    chunkNames: 'p[hash]',
    plugins: [slim],
  });
  const texts = new Map(result.outputFiles.map(({ path, text }) => [basename(path), text]));
  const pieces = new Map();
  for (const [path, { entryPoint: entry, exports, imports, inputs }] of Object.entries(result.metafile.outputs)) {
    const isOurs = ({ kind, external }) => kind === 'import-statement' && !external;
    const name = basename(path);
    const [[largest] = ['']] = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
    // What the sandbox shares stays in one file: its folders import each other's files, but no file in a circle.
    const room = /^src\/(sandbox|\w+(?:\/[\w-]+)?)\//.exec(largest)?.[1] ?? 'common';
    pieces.set(name, {
      room: room.replace('/', '-'),
      text: texts.get(name),
      isLazy: largest.startsWith('lazy:'),
      entry,
      sources: Object.keys(inputs),
      exports,
      imports: imports.filter(isOurs).map((each) => basename(each.path)),
    });
  }
  return { pieces, metafile: result.metafile };
}

/** The output file for each chunk: of a group, the entry or folder that alone uses it, or one per folder of src/. */
function assign(pieces) {
  const files = new Map();
  const take = (piece, file) => {
    if (files.has(piece)) return;
    files.set(piece, file);
    for (const each of pieces.get(piece).imports) take(each, file);
  };
  const entries = [...pieces].filter(([, { entry }]) => entry !== undefined);
  const nameAll = (chosen) => {
    for (const [name, { entry }] of chosen) if (!files.has(name)) files.set(name, nameOf(entry, files));
  };
  const isVerb = ({ exports }) => exports.includes('verb');
  const verbs = entries.filter(([, piece]) => isVerb(piece));
  nameAll(verbs);
  // A verb that another one imports has its code in a chunk of its own.
  for (const [verb, { entry }] of verbs)
    for (const [name, piece] of pieces)
      if (piece.entry === undefined && piece.sources.includes(entry)) files.set(name, files.get(verb));
  const importsOf = (file) => [...pieces].flatMap(([name, { imports }]) => (files.get(name) === file ? imports : []));
  for (const [file, chosen] of Object.entries(groups)) {
    for (const [name, piece] of pieces)
      if ([piece.entry, ...(files.has(name) ? [] : piece.sources)].some((source) => chosen.includes(source)))
        for (const each of isVerb(piece) ? importsOf(files.get(name)) : [name]) take(each, file);
    // What loads a built-in at its first use is a line, for which no command should load the file of another.
    if (file === 'core') for (const [name, { isLazy }] of pieces) if (isLazy) take(name, file);
  }
  const users = findUsers(pieces);
  nameAll(entries.filter(([name]) => users.get(name).length === 1));
  for (const [name, { room }] of pieces) {
    if (!files.has(name)) files.set(name, sharedName(users.get(name).map((user) => files.get(user) ?? '')) ?? room);
  }
  return files;
}

/** The entries that use each chunk; verbs without a noun only if no other does, since they share the chunks of one with a noun. */
function findUsers(pieces) {
  const users = new Map([...pieces.keys()].map((piece) => [piece, new Set()]));
  const visit = (piece, user) => {
    if (users.get(piece).has(user)) return;
    users.get(piece).add(user);
    for (const each of pieces.get(piece).imports) visit(each, user);
  };
  for (const [name, { entry }] of pieces) if (entry !== undefined) visit(name, name);
  const isShort = (piece) => /^src\/commands\/(short|next|triage)\//.test(pieces.get(piece).entry);
  const others = (all) => all.filter((user) => !isShort(user));
  return new Map([...users].map(([piece, all]) => [piece, others([...all]).length > 0 ? others([...all]) : [...all]]));
}

/** The file for what several files of a folder share, such as `commands-tasks`; undefined if they have no folder in common. */
function sharedName([first, ...others]) {
  const words = first.split('-');
  const differs = words.findIndex((_, at) => others.some((each) => each.split('-')[at] !== words[at]));
  return differs === 0 || differs === 1 ? undefined : words.slice(0, differs < 0 ? undefined : differs).join('-');
}

/** A readable, unique file name for an entry: `commands-tasks`, `marked`. */
function nameOf(entry, files) {
  const packageName = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(entry)?.[1];
  const name = (packageName ?? entry.replace(/^src\//, '').replace(/(\/index)?\.ts$/, ''))
    .replace('@', '')
    .replaceAll('/', '-');
  return [...files.values()].includes(name) ? `${name}-more` : name;
}

// How the first pass writes imports between chunks: names, only for their effects, and on demand.
const imports = /import\{([^}]*)\}from"\.\/(p\w+\.js)";|import"\.\/(p\w+\.js)";|import\("\.\/(p\w+\.js)"\)/g;

/** Throws if files import each other in a circle: one of them would find the other empty. */
function refuseCircles(pieces, files) {
  const visit = (file, path) => {
    if (path.includes(file)) throw new Error(`files of dist/ in a circle: ${[...path, file].join(' → ')}`);
    const mine = [...pieces].filter(([piece]) => files.get(piece) === file);
    for (const other of new Set(mine.flatMap(([, { imports }]) => imports.map((each) => files.get(each)))))
      if (other !== file) visit(other, [...path, file]);
  };
  for (const file of new Set(files.values())) visit(file, []);
}

/** The names of each chunk that other files use. */
function findExports(pieces, files) {
  const used = new Map([...pieces.keys()].map((piece) => [piece, new Set(piece === 'main.js' ? ['main'] : [])]));
  for (const [user, { text }] of pieces) {
    for (const [, names, from, , lazy] of text.matchAll(imports)) {
      if (lazy) for (const name of pieces.get(lazy).exports) used.get(lazy).add(name);
      if (!from || files.get(from) === files.get(user)) continue;
      for (const name of names.split(',')) used.get(from).add(name.split(' as ')[0]);
    }
  }
  return used;
}

/**
 * Second pass: combines the chunks of a file into one CommonJS file, with an object for each chunk that other files use. Their
 * names are read once, at the start, so files must not import each other in circles.
 */
async function convert(file, pieces, files, used) {
  const key = (piece) => basename(piece, '.js');
  // Each file is required once: Node 22 looks at package.json each time.
  const others = new Set();
  const variableOf = (other) => `trackerFile_${other.replaceAll('-', '_')}`;
  const required = (piece) => {
    others.add(files.get(piece));
    return `${variableOf(files.get(piece))}.${key(piece)}`;
  };
  const link = (all, names, from, bare, lazy) => {
    if (lazy) return `Promise.resolve().then(()=>require("./${files.get(lazy)}.js").${key(lazy)})`;
    if (files.get(from ?? bare) === file) return all;
    return from ? `const{${names.replaceAll(' as ', ':')}}=${required(from)};` : '';
  };
  const members = [...files].flatMap(([piece, at]) => (at === file && used.get(piece).size > 0 ? [piece] : []));
  const named = (piece) => [...used.get(piece)].map((name) => [name, `${key(piece)}_${name}`]);
  const exported = (piece) => {
    const names = `{${named(piece).map((pair) => pair.join(':'))}}`;
    // The named exports of a CommonJS package are only on its default export; this puts them where Node would have them.
    const isPackage = /export default [\w$]+\(\);?\s*$/.test(pieces.get(piece).text);
    return `${key(piece)}:${isPackage ? `Object.assign(Object.create(Object(${key(piece)}_default)),${names})` : names}`;
  };
  const result = await build({
    ...shared,
    stdin: {
      contents: [
        ...members.map((piece) => `import{${named(piece).map((pair) => pair.join(' as '))}}from'./${piece}';`),
        `module.exports={${members.map(exported)}};`,
      ].join('\n'),
      resolveDir: '/',
      sourcefile: 'entry.js',
    },
    bundle: true,
    format: 'cjs',
    write: false,
    supported: { 'dynamic-import': false },
    logOverride: { 'commonjs-variable-in-esm': 'silent' },
    external: ['libsql', ...builtinModules, 'node:*'],
    plugins: [
      {
        name: 'join',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/[\w-]+\.js$/ }, ({ path }) =>
            files.get(basename(path)) === file
              ? { path: basename(path), namespace: 'piece' }
              : { path, external: true },
          );
          onLoad({ filter: /.*/, namespace: 'piece' }, ({ path }) => ({
            contents: pieces.get(path).text.replaceAll(imports, link),
          }));
        },
      },
    ],
  });
  const text = result.outputFiles[0].text;
  const url = text.includes('trackerFileUrl')
    ? "const trackerFileUrl=require('node:url').pathToFileURL(__filename).href;\n"
    : '';
  return (
    url +
    [...others]
      .sort()
      .map((other) => `const ${variableOf(other)}=require("./${other}.js");`)
      .join('') +
    text
  );
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

/**
 * Writes jq's JavaScript as the body of a function that takes its WebAssembly and loads jq, since a thread of a single file
 * (`npm run pack`) can load no module, and the WebAssembly as it is.
 */
async function writeJq(folder) {
  const { metafile } = await build({
    ...shared,
    stdin: { contents: "export { loadJq } from 'jq-wasm';", resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    format: 'iife',
    globalName: 'jq',
    footer: { js: 'return jq.loadJq({ wasmBinary: wasm });' },
    // The entry that reads no file by itself.
    conditions: ['edge-light'],
    loader: { '.wasm': 'empty' },
    outfile: join(folder, 'jq.js'),
    metafile: true,
  });
  cpSync(createRequire(import.meta.url).resolve('jq-wasm/jq.wasm'), join(folder, 'jq.wasm'));
  return metafile;
}

/** What `tracker help` prints with each of these lists of words, one after the other. A form feed and the words come before each. */
function helpTexts(folder, asked) {
  const script = `const { main } = require(${JSON.stringify(join(folder, 'main.js'))}).main;
    (async () => {
      for (const words of ${JSON.stringify(asked)}) {
        require('node:fs').writeSync(1, '\\f' + words.join(' ') + '\\n');
        process.argv = ['node', 'tracker', 'help', ...words];
        await main();
      }
    })();`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8', maxBuffer: 1e8 });
}

/**
 * Writes the command tree for completion: the output of `tracker help --json` without texts and without false or empty values. Writes
 * the help of every command as a pipe gets it, for `src/cli/help/prepared-help.ts`.
 */
function writeTree(folder) {
  // The program would print what the last build has made.
  rmSync(join(out, 'help.txt'), { force: true });
  const [, json] = helpTexts(folder, [['--json']]).split('\f--json\n');
  const tree = JSON.parse(json);
  const left = new Set(['details', 'examples', 'usage', 'group', 'required', 'value', 'as']);
  const keep = (key, value) =>
    left.has(key) || value === false || value === null || value?.length === 0 ? undefined : value;
  // Many verbs have the same flags.
  const places = new Map();
  const placeOf = (flag) => {
    const text = JSON.stringify(flag, keep);
    if (!places.has(text)) places.set(text, places.size);
    return places.get(text);
  };
  // What writes refuses it, so only commands that read offer it.
  const isForReading = ({ name }) => name === '--refresh' || name === '--read-only';
  const reading = tree.globalFlags.filter(isForReading);
  const flagsOf = ({ flags, writes }) => (writes ? flags : [...flags, ...reading]);
  const withPlaces = (verb) => verb && { ...verb, flags: flagsOf(verb).map(placeOf) };
  // A noun that is a command has the same name, aliases and summary.
  const withoutWords = ({ name: _name, aliases: _aliases, summary: _summary, ...rest }) => rest;
  const nouns = tree.nouns.map(({ verbs, command, ...noun }) => ({
    ...noun,
    verbs: verbs.map(withPlaces),
    command: command && withoutWords(withPlaces(command)),
  }));
  const globalFlags = tree.globalFlags.filter((flag) => !isForReading(flag));
  const stored = { ...tree, globalFlags, nouns, verbFlags: [...places.keys()].map((text) => JSON.parse(text)) };
  writeFileSync(join(folder, 'command-tree.json'), JSON.stringify(stored, keep));
  const words = tree.nouns.flatMap(({ name, verbs }) => [[name], ...verbs.map((verb) => [name, verb.name])]);
  const topics = tree.topics.map(({ name }) => [name]);
  writeFileSync(join(folder, 'help.txt'), helpTexts(folder, [[], ['--brief'], ...words, ...topics]));
}

/**
 * Writes what esbuild leaves of other characters in regular expressions as ASCII: with a single one, V8 keeps the whole file in two
 * bytes a character.
 */
function toAscii(path) {
  const escaped = (unit) => `\\u${unit.charCodeAt().toString(16).padStart(4, '0')}`;
  writeFileSync(path, readFileSync(path, 'utf8').replace(/[^\0-\x7f]/g, escaped));
}

const { pieces, metafile } = await split();
const files = assign(pieces);
const fresh = `${out}.new`;
rmSync(fresh, { recursive: true, force: true });
mkdirSync(fresh, { recursive: true });
refuseCircles(pieces, files);
const used = findExports(pieces, files);
for (const file of new Set(files.values()))
  writeFileSync(join(fresh, `${file}.js`), await convert(file, pieces, files, used));
const packages = listPackages([metafile, await writeComplete(fresh), await writeJq(fresh)]);
writeFileSync(join(root, 'THIRD_PARTY_NOTICES'), composeNotices(root, packages.bundled));
// Only for tests; it is not published.
writeFileSync(join(fresh, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
writeFileSync(join(fresh, 'package.json'), '{"type":"commonjs"}\n');
for (const name of readdirSync(fresh)) if (name.endsWith('.js')) toAscii(join(fresh, name));
writeTree(fresh);
cpSync(join(root, 'src/sandbox/seed/texts'), join(fresh, 'texts'), { recursive: true });
const opener = join(root, 'node_modules/open/xdg-open');
if (existsSync(opener)) {
  cpSync(opener, join(fresh, 'xdg-open'));
  chmodSync(join(fresh, 'xdg-open'), 0o755);
}
rmSync(out, { recursive: true, force: true });
renameSync(fresh, out);
