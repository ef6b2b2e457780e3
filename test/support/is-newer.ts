import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whether a file of the project is there, and newer than these files and folders, and all that is in them. */
export function isNewer(file: string, others: readonly string[]): boolean {
  if (!existsSync(join(root, file))) return false;
  const timeOf = (path: string): number => statSync(path).mtimeMs;
  const all = others.flatMap((name) => {
    const path = join(root, name);
    const inside = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
    return [path, ...inside.map((each) => join(path, each))];
  });
  return all.every((path) => timeOf(path) < timeOf(join(root, file)));
}
