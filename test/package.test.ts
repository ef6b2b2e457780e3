import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePages } from '../scripts/man/pages.js';

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
    expect(bundled).toEqual(expect.arrayContaining(['node_modules/commander', 'node_modules/undici']));
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

describe('the tarball', () => {
  let paths: readonly string[];
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts/man.mjs')]);
    const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const [packed] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8' }));
    paths = packed.files.map(({ path }: { readonly path: string }) => path);
  });

  test('holds the notices, and not what only tests read', () => {
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'THIRD_PARTY_NOTICES', 'dist/main.js', 'dist/texts/words.json']),
    );
    expect(paths).not.toContain('dist/packages.json');
  });

  test('holds every man page, in the folder that npm installs man pages from', async () => {
    const { directories } = readJson('package.json') as { readonly directories: { readonly man: string } };
    const pages = [...(await makePages()).keys()].map((name) => `${directories.man}/${name}`);
    expect(paths.filter((path) => path.startsWith('man/')).sort()).toEqual(pages.sort());
  });
});
