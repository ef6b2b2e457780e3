import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the program once before any test, because end-to-end tests run the build. */
export default function setup(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
}
