import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from './support/computer/folder.js';
import { makeHome } from './support/computer/home.js';
import { type Outcome, shell, start } from './support/computer/program.js';
import { printed } from './support/run.js';
import { stopAndClose } from './support/sandbox/running-sandbox.js';
import { startRegistry } from './support/servers/registry.js';
import { allTests } from './support/set-up.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
const readJson = (path: string): unknown => JSON.parse(readText(path));

/** The build's report: the folders of the bundled packages, and the packages it did not bundle. */
const { bundled, external } = readJson('dist/packages.json') as {
  readonly bundled: readonly string[];
  readonly external: readonly string[];
};

describe('licences of bundled code (#10.6)', () => {
  const notices = readText('THIRD_PARTY_NOTICES');

  test('the bundle is known to hold packages', () => {
    expect(bundled).toEqual(expect.arrayContaining(['node_modules/commander', 'node_modules/conf']));
  });

  test.each(bundled)('%s is in THIRD_PARTY_NOTICES with its licence text', (folder) => {
    const { name, version } = readJson(`${folder}/package.json`) as { readonly name: string; readonly version: string };
    const section = notices.split(/^-{78}\n/m).find((text) => text.startsWith(`${name} ${version} (`)) ?? '';
    expect(section).toMatch(/copyright/i);
    expect(section).toMatch(
      /permission is hereby granted|permission to use, copy|redistribution and use|terms and conditions/i,
    );
  });
});

describe('what is bundled is not installed a second time', () => {
  const { dependencies, optionalDependencies, devDependencies } = readJson('package.json') as Readonly<
    Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Readonly<Record<string, string>>>
  >;
  const installed = Object.keys({ ...dependencies, ...optionalDependencies });
  const inBundle = bundled.map((folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length));

  test('no bundled package is installed with tracker', () => {
    expect(installed.filter((name) => inBundle.includes(name))).toEqual([]);
  });

  test('every package that stays outside the bundle is', () => {
    expect(installed).toEqual(expect.arrayContaining([...external]));
  });

  test('every package the source imports is named in package.json', () => {
    const imported = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => [...readText(join('src', path)).matchAll(/(?:from |import\(|resolve\()'([a-z@][^']*)'/g)])
      .flatMap(([, specifier = '']) => /^(?!node:)(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []);
    expect(imported).toEqual(expect.arrayContaining(['commander', 'jq-wasm', 'libsql']));
    const known = [...installed, ...Object.keys(devDependencies)];
    expect(imported.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('the tarball of a fresh checkout, installed where there is nothing else', () => {
  const { version } = readJson('package.json') as { readonly version: string };
  const home = allTests(makeHome, stopAndClose);
  const registry = allTests(startRegistry);
  let said: readonly string[];
  let paths: readonly string[];
  let prefix: string;

  beforeAll(async () => {
    const [checkout, packed] = [makeFolder(), makeFolder()];
    prefix = makeFolder();
    const left = ['.git', 'coverage', 'dist', 'man', 'node_modules', 'packed', 'test', 'THIRD_PARTY_NOTICES'];
    cpSync(root, checkout, { recursive: true, filter: (path) => !left.includes(relative(root, path)) });
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    const npm = async (line: string): Promise<string> => {
      const words = [
        'npm',
        ...line.split(' '),
        '--loglevel=warn',
        '--no-update-notifier',
        `--registry=${registry.url}`,
      ];
      const { code, stderr } = await start(home, words, { folder: checkout }).ended;
      return `${code} ${stderr}`;
    };
    const tarball = join(packed, `tracker-cli-${version}.tgz`);
    said = [
      await npm(`pack --pack-destination ${packed}`),
      await npm(`install --global --no-audit --prefix ${prefix} ${tarball}`),
    ];
    expect(readFileSync(join(checkout, 'package.json'), 'utf8')).toBe(readText('package.json'));
    const names = execFileSync('tar', ['-tf', tarball], { encoding: 'utf8' }).trim().split('\n');
    paths = names.map((name) => name.replace('package/', ''));
  });

  const inside = async (line: string): Promise<Outcome> =>
    await shell(home, line, { env: { PATH: `${join(prefix, 'bin')}:${home.env.PATH}` } });

  test('is packed and installed without a warning', () => {
    expect(said).toEqual(['0 ', '0 ']);
  });

  test('holds the program and what belongs to it, and nothing else', () => {
    const built = /^dist\/([\w-]+\.(?:js|wasm)|command-tree\.json|help\.txt|package\.json|xdg-open|texts\/.+)$|^man\//;
    const others = ['CHANGELOG.md', 'LICENSE', 'README.md', 'THIRD_PARTY_NOTICES', 'bin/tracker.js', 'package.json'];
    const scripts = ['_tracker', 'tracker.bash', 'tracker.fish', 'tracker.ps1'].map((name) => `completions/${name}`);
    expect(paths.filter((path) => !built.test(path)).sort()).toEqual([...others, ...scripts].sort());
  });

  test('brings every man page to where man looks for it', () => {
    const folders = ['man1', 'man7'].map((name) => join(prefix, 'share/man', name));
    const pages = folders.flatMap((folder) => readdirSync(folder).filter((name) => existsSync(join(folder, name))));
    expect(pages).toContain('tracker.1');
    expect(pages.map((name) => `man/${name}`).sort()).toEqual(paths.filter((path) => path.startsWith('man/')).sort());
  });

  test('brings a program of its version, with the sandbox, jq and completion', async () => {
    expect(await inside('tracker --version')).toEqual(printed(`${version}\n`));
    expect(await inside('tracker --licenses')).toEqual(
      printed(
        `${[readText('LICENSE'), readText('THIRD_PARTY_NOTICES')].map((text) => text.trim()).join(`\n\n${'-'.repeat(78)}\n`)}\n`,
      ),
    );
    expect(await inside('tracker sandbox run -- tracker tasks list -L 3 --jq length')).toEqual(printed('3\n'));
    const line = `eval "$(tracker completion bash)"; COMP_TYPE=9 COMP_LINE='tracker tas' COMP_POINT=11; _tracker; echo $COMPREPLY`;
    expect(await inside(`bash -c '${line.replaceAll("'", `'\\''`)}'`)).toEqual(printed('tasks\n'));
  });

  describe('what npm run sbom lists', () => {
    const code = bundled.map((folder) => {
      const own = readJson(`${folder}/package.json`) as { readonly name: string; readonly version: string };
      return `${own.name}@${own.version}`;
    });
    let folder: string;
    beforeAll(() => {
      folder = makeFolder();
      execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs'), folder]);
    });

    /** The packages in a list, as NAME@VERSION. */
    const listed = (file: string, scopes: readonly string[]): readonly string[] => {
      const { components } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { components: Component[] };
      expect(components.filter(({ hashes }) => hashes[0]?.content.length !== 128)).toEqual([]);
      const chosen = components.filter(({ scope }) => scopes.includes(scope));
      return chosen.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', ''))).sort();
    };

    test('for npm is what is bundled, and what npm has just installed', () => {
      const installed = [...registry.taken];
      expect(listed('tracker-cli.cdx.json', ['required', 'optional'])).toEqual(
        expect.arrayContaining([...code, ...installed]),
      );
      const needed = listed('tracker-cli.cdx.json', ['required']);
      expect(needed.filter((each) => ![...code, ...installed].includes(each))).toEqual([]);
      expect(needed).toEqual(expect.arrayContaining(code));
    });

    test('for a program is what is bundled, and its Node', () => {
      const { optionalDependencies: nodes } = readJson('scripts/pack/node/package.json') as {
        readonly optionalDependencies: Readonly<Record<string, string>>;
      };
      for (const [name, version] of Object.entries(nodes))
        expect(listed(`${name.replace('node', 'tracker')}.cdx.json`, ['required', 'optional'])).toEqual(
          [...code, `${name}@${version}`].sort(),
        );
    });
  });
});

/** A package in a list, as CycloneDX has it. */
interface Component {
  readonly purl: string;
  readonly scope: string;
  readonly hashes: readonly { readonly content: string }[];
}
