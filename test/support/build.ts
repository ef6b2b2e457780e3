import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the program once before any test: the end-to-end tests run what people run. */
export default function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
}
