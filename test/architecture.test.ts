import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** The diagrams in src/README.md: what a room may import from, and what a folder of `commands/` may. `everything` stands for all. */
const [ofRooms, ofCommands] = readFileSync(join(source, 'README.md'), 'utf8')
  .split('```')
  .filter((_, at) => at % 2 === 1)
  .map(
    (block) =>
      new Map(
        [...block.matchAll(/^(\w+) +→ (\w+(?:, \w+)*)$/gm)].map(
          ([, room = '', others = '']) => [room, others.split(', ')] as const,
        ),
      ),
  );

/** Commands are loaded by `import()` only; the program imports nothing but the lists of their names. */
const lazily = /^src\/commands\/nouns\.ts$/;

/** Each package that is expensive to load has one file that imports it, by `import()`, or that is itself loaded that way. */
const owners: Readonly<Record<string, string>> = {
  '@fastify/busboy': 'sandbox/http/multipart.ts',
  '@modelcontextprotocol/server': 'commands/mcp/serve.ts',
  '@modelcontextprotocol/server/stdio': 'commands/mcp/serve.ts',
  '@inquirer/prompts': 'terminal/prompt/create-prompt.ts',
  chalk: 'output/text/span.ts',
  'cli-table3': 'output/table/draw-table.ts',
  'cli-table3/src/utils.js': 'output/table/draw-table.ts',
  conf: 'config/change-file.ts',
  'entities/decode': 'output/prose/entities.ts',
  execa: 'terminal/programs/run-program.ts',
  'jq-wasm': 'output/jq/engine.ts',
  libsql: 'sandbox/store/database.ts',
  marked: 'output/prose/markdown/parse.ts',
  mrmime: 'http/body/multipart.ts',
  open: 'terminal/programs/create-launch.ts',
  parse5: 'output/prose/html/tree.ts',
  'string-width': 'output/text/width.ts',
  undici: 'http/transport/proxy.ts',
  yaml: 'output/formats/yaml.ts',
};

interface Import {
  readonly from: string;
  readonly specifier: string;
  readonly isDynamic: boolean;
  readonly isType: boolean;
}

const imports = listFiles(source).flatMap(readImports);

describe('imports go downward', () => {
  const local = imports.filter(({ specifier }) => specifier.startsWith('.') && specifier !== '../package.json');

  test.each([
    ['rooms', 105, ofRooms, roomOf, /^/],
    ['folders of commands/', 91, ofCommands, folderOf, /^commands\/(?!nouns\.)/],
  ] as const)('arrows between %s are those of the diagram, and at most %i', (_what, most, diagram, placeOf, among) => {
    const arrows = new Set<string>();
    for (const { from, specifier } of local) {
      const target = join(dirname(from), specifier);
      const [here, there] = [placeOf(from), placeOf(target)];
      if (here !== there && among.test(from) && among.test(target)) arrows.add(`${here} → ${there}`);
    }
    const foundations = diagram?.get('everything') ?? [];
    const drawn = [...(diagram ?? [])].flatMap(([here, others]) =>
      here === 'everything' ? [] : others.map((there) => `${here} → ${there}`),
    );
    const isFoundation = (arrow: string): boolean => foundations.includes(arrow.replace(/.* /, ''));
    expect([...arrows].filter((arrow) => !isFoundation(arrow)).sort()).toEqual(drawn.sort());
    const order = [...(diagram?.keys() ?? [])];
    expect(drawn.filter((arrow) => isUpward(order, ...(arrow.split(' → ') as [string, string])))).toEqual([]);
    expect(arrows.size).toBeLessThanOrEqual(most);
    // What everything may use, uses nothing above it.
    expect(
      [...arrows].filter((arrow) => foundations.includes(arrow.replace(/ .*/, '')) && !isFoundation(arrow)),
    ).toEqual([]);
  });

  test('the program lists commands, and loads them only when they are used', () => {
    const eager = local.filter(({ from, specifier, isDynamic, isType }) => {
      const target = join(dirname(from), specifier).replace(/\.js$/, '.ts');
      return (
        roomOf(from) === 'cli' &&
        roomOf(target) === 'commands' &&
        !isDynamic &&
        !isType &&
        !lazily.test(`src/${target}`)
      );
    });
    expect(eager.map(show)).toEqual([]);
    const lists = imports.filter(({ from }) => lazily.test(`src/${from}`));
    const heavy = lists.filter(({ specifier, isDynamic }) => !isDynamic && specifier !== '../args/verb.js');
    expect(heavy.map(show)).toEqual([]);
  });

  test('no files import one another in a circle', () => {
    expect(findCircles()).toEqual([]);
  });

  test('every import names its file in plain text', () => {
    const computed = listFiles(source).filter((file) => /import\((?!\s*[`'"][^`'"$]+[`'"]\s*\))/.test(codeOf(file)));
    expect(computed).toEqual([]);
  });

  test('only the commands of the sandbox know the sandbox, and load it when it is used', () => {
    const known = local.filter(
      ({ from, specifier }) => roomOf(join(dirname(from), specifier)) === 'sandbox' && roomOf(from) !== 'sandbox',
    );
    expect(known.length).toBeGreaterThan(0);
    expect(
      known
        .filter(({ from, isDynamic, isType }) => !from.startsWith('commands/sandbox/') || !(isDynamic || isType))
        .map(show),
    ).toEqual([]);
  });
});

describe('packages', () => {
  const packages = imports.filter(({ specifier }) => !specifier.startsWith('.') && !specifier.startsWith('node:'));
  test('each heavy one has one owner, which loads it on demand', () => {
    const named = packages.filter(({ specifier }) => specifier !== 'commander');
    for (const { from, specifier, isDynamic, isType } of named) {
      expect(owners, `${specifier} imported by ${from}`).toHaveProperty([specifier]);
      if (!isType) expect(from).toBe(owners[specifier]);
      expect(isDynamic || isType || isOnDemand(from), `${specifier} is imported eagerly by ${from}`).toBe(true);
    }
    expect([...new Set(named.map(({ specifier }) => specifier))].sort()).toEqual(Object.keys(owners).sort());
  });

  test('commander is for the command line alone', () => {
    const users = packages.filter(({ specifier }) => specifier === 'commander').map(({ from }) => roomOf(from));
    expect([...new Set(users)]).toEqual(['cli']);
  });
});

/** Ways to reach the process or the console, in code and in code that is text, such as that of a thread. */
const touches = [
  /(?<![\w.'-])process\s*(?:\?\.|\.(?!id\b)|\[)/,
  /[=(,[]\s*process\s*[;),\]]/,
  /\bconsole\s*(?:\?\.|\.|\[)/,
  /\b(?:globalThis|global)\s*(?:\?\.|\.)?\s*(?:(?:process|console)\b|\[)/,
  /\}\s*=\s*(?:globalThis|global)\b/,
  /(?:from|import|import\(|require\(|getBuiltinModule\()\s*[`'"](?:node:)?(?:process|console)[`'"]/,
];

test('nothing but main.ts touches the process', () => {
  const touching = listFiles(source).filter(
    (file) => file !== 'main.ts' && touches.some((way) => way.test(codeOf(file))),
  );
  expect(touching).toEqual([]);
});

test.each([
  "import { platform } from 'node:process';",
  "import * as all from 'process';",
  'const { env } = await import(`node:process`);',
  "process.getBuiltinModule('node:fs')",
  "require('node:process')",
  'const it = process;',
  'read(process)',
  'process?.env',
  "process['env']",
  'globalThis.process',
  "globalThis['process']",
  'globalThis?.process',
  'const { process: it } = globalThis;',
  'const thread = `process.exit()`;',
  'console?.log(1)',
])('%s would be seen', (code) => {
  expect(touches.some((way) => way.test(code))).toBe(true);
});

test('no test takes a path of the system for missing', () => {
  const folder = dirname(fileURLToPath(import.meta.url));
  const guessing = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'architecture.test.ts')
    .filter((name) => {
      const code = withoutComments(readFileSync(join(folder, name), 'utf8'));
      const files = code.replace(/\bapi (?:-i )?\/nowhere/g, '');
      return /(?<=['"`@ =])\/(?:nonexistent|nowhere|does-not-exist)\b/.test(files);
    });
  expect(guessing).toEqual([]);
});

/** Whether a file is loaded only through an `import()`. */
function isOnDemand(file: string, seen: readonly string[] = []): boolean {
  const importers = imports.filter(
    ({ from, specifier, isType }) => !isType && join(dirname(from), specifier).replace(/\.js$/, '.ts') === file,
  );
  const isPutOff = ({ from, isDynamic }: Import): boolean =>
    isDynamic || (!seen.includes(from) && isOnDemand(from, [...seen, file]));
  return importers.length > 0 && importers.every(isPutOff);
}

test('everything that is exported is used by a file that imports it', () => {
  const root = dirname(source);
  const importers = new Map<string, string[]>();
  for (const folder of ['src', 'test', 'scripts'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.m?[jt]s$/.test(name)) continue;
      const text = withoutComments(readFileSync(join(root, folder, name), 'utf8'));
      for (const [, specifier = ''] of text.matchAll(/(?:from\s+|import\(?\s*)[`'"](\.[^`'"]+)[`'"]/g)) {
        const file = relative(source, join(root, folder, dirname(name), specifier)).replace(/\.js$/, '.ts');
        importers.set(file, [...(importers.get(file) ?? []), text]);
      }
    }
  const unused = listFiles(source).flatMap((file) =>
    [...codeOf(file).matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !importers.get(file)?.some((text) => new RegExp(`\\b${name}\\b`).test(text)))
      .map((name) => `${file}: ${name}`),
  );
  expect(unused).toEqual([]);
});

test('the map names files and folders that exist', () => {
  const map = readFileSync(join(source, 'README.md'), 'utf8');
  const names = [...map.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(40);
  const places = listFiles(source).map((file) => `/${file}`);
  const isThere = (name: string): boolean =>
    existsSync(join(source, '..', name)) || places.some((place) => place.includes(`/${name}`));
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

test('one file lists the characters that foreign text must not bring', () => {
  const lists = listFiles(source).filter((file) => /\\u202[0-9a-e]-|\\x7f-\\x9f/.test(codeOf(file)));
  expect(lists).toEqual(['contract/text/unsafe-characters.ts']);
});

test('one file lists the statuses after which something is tried again', () => {
  const lists = listFiles(source).filter(
    (file) => /50[0234],\s*50[0234]/.test(codeOf(file)) && !/^(sandbox|cli\/topics)\//.test(file),
  );
  expect(lists).toEqual(['contract/errors.ts']);
});

test('only the room for it writes a file and renames it', () => {
  const isByHand = (code: string): boolean =>
    /\brename(Sync)?\(/.test(code) && /\b(writeFile|writeFileSync|copyFile|writeSync|createWriteStream)\(/.test(code);
  const places = listFiles(source).filter((file) => isByHand(codeOf(file)));
  expect(new Set(places.map(roomOf))).toEqual(new Set(['disk']));
});

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(source, join(entry.parentPath, entry.name)));
}

function readImports(file: string): readonly Import[] {
  const text = codeOf(file);
  const found: Import[] = [];
  for (const [, isType, specifier = ''] of text.matchAll(/^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'/gm)) {
    found.push({ from: file, specifier, isDynamic: false, isType: isType !== undefined });
  }
  // An import for side effects.
  for (const [, specifier = ''] of text.matchAll(/^import\s+'([^']+)'/gm)) {
    found.push({ from: file, specifier, isDynamic: false, isType: false });
  }
  for (const [, before = '', specifier = ''] of text.matchAll(/(typeof )?import\(\s*[`'"]([^`'"]+)[`'"]\s*\)/g)) {
    found.push({ from: file, specifier, isDynamic: true, isType: before !== '' });
  }
  return found;
}

/** A file of the source without its comments. */
function codeOf(file: string): string {
  return withoutComments(readFileSync(join(source, file), 'utf8'));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

/** Groups of files, in any rooms, that import one another, including types. */
function findCircles(): readonly string[] {
  const targets = new Map<string, string[]>();
  for (const { from, specifier } of imports) {
    if (!specifier.startsWith('.')) continue;
    targets.set(from, [...(targets.get(from) ?? []), join(dirname(from), specifier).replace(/\.js$/, '.ts')]);
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return circles;
}

/** Whether a room imports from one that stands above it. */
function isUpward(order: readonly string[], here: string, there: string): boolean {
  return order.includes(there) && order.indexOf(there) <= order.indexOf(here);
}

function roomOf(file: string): string {
  return file.split('/')[0]?.replace(/\.(ts|js)$/, '') ?? '';
}

/** A folder of `commands/`, or a command that is a file there. */
function folderOf(file: string): string {
  return roomOf(file.replace(/^commands\//, ''));
}

function show({ from, specifier }: Import): string {
  return `${from} → ${specifier}`;
}
