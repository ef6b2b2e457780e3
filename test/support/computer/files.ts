import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of all files below a folder. */
export function textBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** The files and folders below a folder that contain a text, in their bytes or in their name. */
export function placesOf(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ entry, path }) => entry.name.includes(text) || (entry.isFile() && readFileSync(path).includes(text)))
    .map(({ path }) => path);
}
