import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'src');
/** Below `node_modules`, where Vitest leaves modules to Node and modules find their packages. */
const compiled = join(root, 'node_modules', '.cache', 'src');

/**
 * Compiles each module of `src/` to one that Node loads itself. Vitest would compile it anew in each run, send it to each
 * worker, and make every use of an import a call of a function.
 */
export async function compileSource(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(source, name)),
    outdir: compiled,
    outbase: source,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    packages: 'external',
    banner: { js: 'const __dirname = import.meta.dirname;' },
    // Only JSON is bundled, which Node does not import without being told that it is JSON.
    bundle: true,
    plugins: [
      {
        name: 'modules',
        setup: ({ onResolve }) => onResolve({ filter: /^\..*\.js$/ }, ({ path }) => ({ path, external: true })),
      },
    ],
    write: false,
  });
  await keep(join(compiled, 'package.json'), Buffer.from('{"type":"module"}'));
  await Promise.all(outputFiles.map(async ({ path, contents }) => await keep(path, contents)));
}

/** Another run may be reading the file. */
async function keep(path: string, contents: Uint8Array): Promise<void> {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
}

/** Lets what tests import of `src/` be the compiled module. */
export const compiledSource: Plugin = {
  name: 'compiled-source',
  enforce: 'pre',
  resolveId(id, importer) {
    const path = id.startsWith('.') && importer ? resolve(dirname(importer), id) : id;
    if (!path.startsWith(source + sep)) return undefined;
    return join(compiled, relative(source, path)).replace(/\.ts$/, '.js');
  },
};
