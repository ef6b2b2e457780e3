// Writes completions/ anew from the command tree: `npm run completions`, after a verb or a flag was added or changed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundle = join(root, 'node_modules', '.cache', 'tracker-completions.mjs');

// What commands load on demand stays outside: making the tree runs none of them.
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/completion/generate.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile: bundle,
  logLevel: 'warning',
});
try {
  const { generateCompletions } = await import(pathToFileURL(bundle).href);
  mkdirSync(join(root, 'completions'), { recursive: true });
  for (const [file, text] of await generateCompletions(join(root, 'scripts', 'completion')))
    writeFileSync(join(root, 'completions', file), text);
} finally {
  rmSync(bundle, { force: true });
}
