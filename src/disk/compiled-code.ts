import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { hashOf } from './address-name.js';
import { removeOld, replaceFile } from './replace-file.js';

/** Node's class of modules, and what its types leave out: what loads a file. */
export interface ModuleClass {
  new (id: string, parent: NodeJS.Module): NodeJS.Module;
  readonly _cache: Record<string, NodeJS.Module>;
  readonly _extensions: { '.js': (module: NodeJS.Module, file: string) => unknown };
  wrap(source: string): string;
}

/** The length of the source before it (bytes). */
const headBytes = 4;

/** Files older than this are removed when others are written: leftovers, or those of programs that may be gone. */
const oldMs = 7 * 24 * 60 * 60 * 1_000;

/** Whose compiled code it is, and where it is kept. */
interface CodeCache {
  /** The folder of the program's files. */
  readonly program: string;
  /** The version of Node and the processor. */
  readonly engine: string;
  readonly modules: ModuleClass;
  /** Nobody else may be able to put anything into it, nor another one in its place. The one above it must exist. */
  readonly folder: string;
  /** The id of the user, whose the files must be. */
  readonly uid: number;
}

/**
 * Reuses V8's compiled code of a program's files. V8 runs such code unchecked, so each file has the source and the code twice:
 * comparing them needs no built-in module, as a checksum would. Gives a function that keeps what was compiled in this run, if it
 * has loaded a file for the first time.
 */
export function reuseCompiledCode({ program, engine, modules, folder, uid }: CodeCache): () => void {
  const loaded = new Map<string, { readonly script: Script; readonly source: Buffer }>();
  let isComplete = true;
  const [head, tail] = modules
    .wrap('\0')
    .split('\0')
    .map((text) => Buffer.from(text)) as [Buffer, Buffer];
  const extensions = modules._extensions;
  const original = extensions['.js'];
  const suffix = hashOf(`${program} ${engine}`);
  extensions['.js'] = (module, file) => {
    if (dirname(file) !== program) return original(module, file);
    const kept = join(folder, `${basename(file)}.${suffix}`);
    const source = Buffer.concat([head, readFileSync(file), tail]);
    const cachedData = readCode(kept, source, uid);
    // Files of dist/ are ASCII.
    const script = new Script(source.toString('latin1'), { filename: file, ...(cachedData && { cachedData }) });
    loaded.set(kept, { script, source });
    if (cachedData === undefined || script.cachedDataRejected) isComplete = false;
    const load = (name: string): unknown =>
      name.startsWith('./') ? loadOwn(join(program, name), module) : module.require(name);
    return script.runInThisContext().call(module.exports, module.exports, load, module, file, program);
  };
  /** Node would look for it, and for links on the way, which takes as long as to read it. */
  const loadOwn = (file: string, parent: NodeJS.Module): unknown => {
    const known = modules._cache[file];
    if (known) return known.exports;
    const module = Object.assign(new modules(file, parent), { filename: file, paths: parent.paths });
    extensions['.js'](module, file);
    modules._cache[file] = module;
    return module.exports;
  };
  return () => {
    if (isComplete) return;
    try {
      prepareFolder(folder);
      // Also what was kept before: a command that is new here has run more of it.
      for (const [kept, { script, source }] of loaded) keepCode(kept, script.createCachedData(), source);
    } catch {
      // Without them, the next run compiles the files again.
    }
  };
}

/** The code that this user has kept for this source; undefined if there is none, or it is damaged. */
function readCode(kept: string, source: Buffer, user: number): Buffer | undefined {
  let file: number | undefined;
  try {
    // A pipe in its place must not be waited for.
    file = openSync(kept, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.uid !== user || (stats.mode & 0o022) !== 0) return undefined;
    const bytes = readFileSync(file);
    const codeStart = headBytes + bytes.readUInt32LE();
    if (!bytes.subarray(headBytes, codeStart).equals(source)) return undefined;
    const codeEnd = (codeStart + bytes.length) / 2;
    const code = bytes.subarray(codeStart, codeEnd);
    return code.equals(bytes.subarray(codeEnd)) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Creates the folder, but not the one it is in, which `sandbox run` may have removed by now, and removes old files. */
function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // A link may lead to files of the user.
    if (!lstatSync(folder).isDirectory()) throw new Error('not a folder');
    removeOld(folder, oldMs);
  }
}

function keepCode(kept: string, code: Buffer, source: Buffer): void {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(source.length);
  // One of another user would keep its owner.
  rmSync(kept, { force: true });
  replaceFile(kept, Buffer.concat([head, source, code, code]));
}
