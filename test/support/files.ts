import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that stands in the files below a folder. */
export function textBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
