// `npm run man`: writes the man pages to man/ from the command tree and the help topics. npm installs only those that package.json
// names, so `--list` (run before packing) also lists them there.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { readRelease } from './release.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'man');
const temporary = mkdtempSync(join(tmpdir(), 'tracker-man-'));

try {
  const bundle = join(temporary, 'pages.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/man/pages.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: ['libsql'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  const pages = await (await import(pathToFileURL(bundle).href)).makePages(readRelease().date);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  // npm runs prepack before `npm run pack`, too, which writes no tarball. That is `run`, or `run-script` in older ones.
  if (process.argv.includes('--list') && !process.env.npm_command?.startsWith('run')) {
    const file = join(root, 'package.json');
    const man = [...pages.keys()].map((name) => `man/${name}`);
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), man }, null, 2)}\n`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
