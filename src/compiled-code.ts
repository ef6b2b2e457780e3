import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/**
 * Reuses V8's compiled code of the files in `program`, kept in `folder`, on versions of Node that cannot do so themselves. V8
 * runs such code unchecked, so each file begins with a checksum of the source and the code. Gives a function that keeps what
 * was compiled in this run.
 */
export function reuseCompiledCode(program: string, folder: string): () => void {
  const compiled = new Map<string, { readonly script: Script; readonly source: string }>();
  const compiler = Module.prototype as unknown as Compiler;
  const original = compiler._compile;
  compiler._compile = function (source, file) {
    if (dirname(file) !== program) return original.call(this, source, file);
    const kept = join(folder, `${basename(file)}.${crc32(program)}`);
    const cachedData = readCode(kept, source);
    const script = new Script(Module.wrap(source), { filename: file, ...(cachedData && { cachedData }) });
    if (cachedData === undefined || script.cachedDataRejected) compiled.set(kept, { script, source });
    const load = (name: string): unknown => this.require(name);
    return script.runInThisContext().call(this.exports, this.exports, load, this, file, program);
  };
  return () => {
    // Not the folder it is in: `sandbox run` may have removed that by now.
    if (compiled.size > 0) for (const each of [dirname(folder), folder]) makeFolder(each);
    for (const [kept, { script, source }] of compiled) keepCode(kept, script.createCachedData(), source);
  };
}

/** The code kept for this source; undefined if there is none, or it is damaged. */
function readCode(kept: string, source: string): Buffer | undefined {
  try {
    const bytes = readFileSync(kept);
    const code = bytes.subarray(headBytes);
    return bytes.readUInt32LE() === checksum(code, source) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Creates a folder; if that fails, nothing can be kept there. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {}
}

function keepCode(kept: string, code: Buffer, source: string): void {
  const temporary = `${kept}.${Math.random().toString(36).slice(2)}.tmp`;
  try {
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(checksum(code, source));
    writeFileSync(temporary, Buffer.concat([head, code]), { mode: 0o600 });
    renameSync(temporary, kept);
  } catch {
    // Without it, the next run compiles the file again.
    rmSync(temporary, { force: true });
  }
}

function checksum(code: Buffer, source: string): number {
  return crc32(code, crc32(source));
}
