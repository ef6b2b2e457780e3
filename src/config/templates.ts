import { readdirSync } from 'node:fs';
import { attempt } from '../contract/errors.js';
import type { FindFolder } from '../disk/folder.js';

/** A template: a file of the user, or without one, a template that comes with the program. */
export interface TemplateFile {
  readonly name: string;
  readonly path?: string;
}

export function templatesFolder(configFolder: FindFolder): string {
  return configFolder('templates');
}

/** All templates, by name; those of the user are files called NAME.md. */
export function templatesIn(configFolder: FindFolder): readonly TemplateFile[] {
  const files = attempt(() => readdirSync(templatesFolder(configFolder))) ?? [];
  const own = files
    .filter((file) => /^[^.].*\.md$/u.test(file))
    .map((file) => ({ name: file.slice(0, -'.md'.length), path: configFolder('templates', file) }));
  const others = own.some(({ name }) => name === 'duplicate') ? [] : [{ name: 'duplicate' }];
  return [...own, ...others].sort((one, other) => (one.name < other.name ? -1 : 1));
}
