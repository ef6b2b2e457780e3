import { readdirSync } from 'node:fs';
import type { FindFolder } from '../disk/folder.js';

/** The folder of the user's templates. */
export function templatesFolder(configFolder: FindFolder): string {
  return configFolder('templates');
}

/** The names of the templates, which are files called NAME.md. Throws the error of the file system. */
export function templateNames(configFolder: FindFolder): readonly string[] {
  const names = readdirSync(templatesFolder(configFolder)).filter((name) => /^[^.].*\.md$/u.test(name));
  return names.map((name) => name.slice(0, -'.md'.length)).sort();
}
