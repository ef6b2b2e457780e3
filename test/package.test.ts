import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
const readJson = (path: string): unknown => JSON.parse(readText(path));

/** The folders of the packages in the bundle, as the build saw them. */
const { bundled } = readJson('dist/packages.json') as { readonly bundled: readonly string[] };

describe('licences of bundled code (issue 10, 6)', () => {
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

describe('the tarball', () => {
  let paths: readonly string[];
  beforeAll(() => {
    const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const [packed] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8' }));
    paths = packed.files.map(({ path }: { readonly path: string }) => path);
  });

  test('holds the notices, and not what only tests read', () => {
    expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'THIRD_PARTY_NOTICES', 'dist/main.js']));
    expect(paths).not.toContain('dist/packages.json');
  });
});
