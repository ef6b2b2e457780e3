import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** What Node's types leave out: `_compile` runs the source of a file. */
interface Compiler {
  _compile(this: NodeJS.Module, source: string, file: string): unknown;
}

/** The checksum before the code (bytes). */
const headBytes = 4;

/** Files older than this are removed when others are written: leftovers, or those of programs that may be gone. */
const oldMs = 7 * 24 * 60 * 60 * 1_000;

/** Whose compiled code it is, and where it is kept. */
export interface CodeCache {
  /** The folder of the program's files. */
  readonly program: string;
  /** The version of Node and the processor. */
  readonly engine: string;
  /** The folder above it must exist. */
  readonly folder: string;
}

/**
 * Reuses V8's compiled code of a program's files on versions of Node that cannot do so themselves. V8 runs such code unchecked, so
 * each file begins with a checksum of the source and the code. Gives a function that keeps what was compiled in this run.
 */
export function reuseCompiledCode({ program, engine, folder }: CodeCache): () => void {
  const compiled = new Map<string, { readonly script: Script; readonly source: string }>();
  const compiler = Module.prototype as unknown as Compiler;
  const original = compiler._compile;
  compiler._compile = function (source, file) {
    if (dirname(file) !== program) return original.call(this, source, file);
    const kept = join(folder, `${basename(file)}.${crc32(`${program} ${engine}`)}`);
    const cachedData = readCode(kept, source);
    const script = new Script(Module.wrap(source), { filename: file, ...(cachedData && { cachedData }) });
    if (cachedData === undefined || script.cachedDataRejected) compiled.set(kept, { script, source });
    const load = (name: string): unknown => this.require(name);
    return script.runInThisContext().call(this.exports, this.exports, load, this, file, program);
  };
  return () => {
    if (compiled.size === 0) return;
    try {
      prepareFolder(folder);
      for (const [kept, { script, source }] of compiled) keepCode(kept, script.createCachedData(), source);
    } catch {
      // Without them, the next run compiles the files again.
    }
  };
}

/** The code kept for this source; undefined if there is none, or it is damaged. */
function readCode(kept: string, source: string): Buffer | undefined {
  let file: number | undefined;
  try {
    // A pipe in its place must not be waited for.
    file = openSync(kept, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = readFileSync(file);
    const code = bytes.subarray(headBytes);
    return bytes.readUInt32LE() === checksum(code, source) ? code : undefined;
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
    const limit = Date.now() - oldMs;
    const paths = readdirSync(folder).map((name) => join(folder, name));
    for (const path of paths) if (isOldFile(path, limit)) rmSync(path, { force: true });
  }
}

function isOldFile(path: string, limit: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return Boolean(stats?.isFile() && stats.mtimeMs < limit);
}

function keepCode(kept: string, code: Buffer, source: string): void {
  const temporary = `${kept}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(checksum(code, source));
    writeFileSync(temporary, Buffer.concat([head, code]), { mode: 0o600 });
    renameSync(temporary, kept);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function checksum(code: Buffer, source: string): number {
  return crc32(code, crc32(source));
}
