import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSea } from 'node:sea';
import { attempt } from '../contract/errors.js';
import type { ModuleClass } from './compiled-code.js';

/** What else the types of Node's class of modules leave out. */
interface Modules extends ModuleClass {
  _resolveFilename(request: string, parent: NodeJS.Module | undefined, ...more: readonly unknown[]): string;
}

/** How long after one file the next is read, so that nobody has to wait for it (milliseconds). */
const pauseMs = 1;

/**
 * Reads the files of the program that are not loaded yet, and loads them from memory once an update has replaced or removed them:
 * those of another version do not fit. A single file has them inside, and where tests run the sources there are none.
 */
export function holdFiles(): void {
  const program = __dirname;
  const names = isSea() ? [] : readdirSync(program).filter((name) => name.endsWith('.js'));
  if (names.length === 0) return;
  const modules = module.constructor as unknown as Modules;
  const held = new Map<string, Buffer>();
  const { _resolveFilename: resolve, _extensions: extensions } = modules;
  const load = extensions['.js'];
  modules._resolveFilename = (request, parent, ...more) => {
    const file = join(program, request);
    const isKnown = held.has(file) || modules._cache[file] !== undefined;
    if (isKnown && parent?.filename && dirname(parent.filename) === program) return file;
    return resolve.call(modules, request, parent, ...more);
  };
  extensions['.js'] = (module, file) => {
    const bytes = held.get(file);
    if (bytes === undefined || attempt(() => readFileSync(file))?.equals(bytes)) return load(module, file);
    // Files of dist/ are ASCII.
    return Object(module)._compile(bytes.toString('latin1'), file);
  };
  const hold = (files: string[]): void => {
    const file = files.pop();
    const bytes = file && attempt(() => readFileSync(file));
    if (!bytes) return;
    held.set(file, bytes);
    setTimeout(hold, pauseMs, files).unref();
  };
  hold(names.map((name) => join(program, name)).filter((file) => !modules._cache[file]));
}
