import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the user's templates. */
export function templatesFolder(configFolder: string): string {
  return join(configFolder, 'templates');
}

/** The names of the templates, which are files called NAME.md. Throws the error of the file system. */
export function templateNames(configFolder: string): readonly string[] {
  const names = readdirSync(templatesFolder(configFolder)).filter((name) => /^[^.].*\.md$/u.test(name));
  return names.map((name) => name.slice(0, -'.md'.length)).sort();
}
