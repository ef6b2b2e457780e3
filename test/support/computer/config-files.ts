import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRow } from '../../../src/contract/row.js';
import type { Home } from './home.js';

/** The program's two stored files. */
export type ConfigName = 'config' | 'credentials';

export function configFolder({ folder }: Home): string {
  return join(folder, '.config', 'tracker');
}

export function configFile(home: Home, name: ConfigName): string {
  return join(configFolder(home), `${name}.json`);
}

/** Writes a file into the config folder, as something other than the program would. */
export function putConfig(home: Home, name: ConfigName, content: string | Uint8Array): void {
  const file = configFile(home, name);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, content);
  chmodSync(file, 0o600);
}

/** The content of a file. Throws an Error if it is not a JSON object. */
export function readConfig(home: Home, name: ConfigName): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(readFileSync(configFile(home, name), 'utf8'));
  if (isRow(value)) return value;
  throw new Error(`${name}.json holds no object`);
}

/** The mode and content of everything below a folder, by path, to compare before and after. */
export function snapshot(folder: string): Readonly<Record<string, string>> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const mode = (statSync(path).mode & 0o777).toString(8);
    return [path, entry.isFile() ? `${mode} ${readFileSync(path, 'latin1')}` : mode] as const;
  });
  return Object.fromEntries(found);
}
