import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCompiledCode } from './compiled-code.js';

/** The content of all files below a folder. */
export function textBelow(folder: string): string {
  return entriesBelow(folder)
    .filter(({ entry }) => entry.isFile())
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** The files and folders below a folder that contain a text, in their bytes or in their name. */
export function placesOf(text: string, folder: string): readonly string[] {
  return entriesBelow(folder)
    .filter(({ entry, path }) => entry.name.includes(text) || (entry.isFile() && readFileSync(path).includes(text)))
    .map(({ path }) => path);
}

/** Everything but the program's compiled code, a megabyte in which nothing else is. */
function entriesBelow(folder: string): readonly { readonly entry: Dirent; readonly path: string }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const isEntered = entry.isDirectory() && !isCompiledCode(path);
    return [{ entry, path }, ...(isEntered ? entriesBelow(path) : [])];
  });
}
