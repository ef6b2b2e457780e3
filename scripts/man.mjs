// `npm run man`: writes the man pages in man/ from the command tree and the topics of help, and names them in package.json,
// from which npm installs them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

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
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const pages = await (await import(pathToFileURL(bundle).href)).makePages();
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(join(folder, name));
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  const file = join(root, 'package.json');
  const described = JSON.parse(readFileSync(file, 'utf8'));
  described.man = [...pages.keys()].map((name) => `man/${name}`);
  writeFileSync(file, `${JSON.stringify(described, null, 2)}\n`);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
