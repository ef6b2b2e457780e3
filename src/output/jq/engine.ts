import { compileFunction } from 'node:vm';
import type { Jq, JqResult } from 'jq-wasm';
import { readPackageFile } from '../../disk/package-file.js';

/** What jq made of a document; `broken` has the error if jq itself crashed. */
export type EngineResult = JqResult & { readonly broken?: string };

export interface EngineHost {
  readonly signal: AbortSignal;
  /** The memory this process uses (bytes). */
  readonly memory: () => number;
}

/** Runs jq with a program and flags on a document; an empty document only compiles the program. */
export type Engine = (json: string, program: string, flags: string[]) => Promise<EngineResult>;

/** jq itself: `code` is the body of a function that takes the WebAssembly as `wasm`, and returns a promise of jq. */
export interface JqProgram {
  readonly code: string;
  readonly wasm: Uint8Array;
}

export function readProgram(): JqProgram {
  return { code: readPackageFile('dist/jq.js').toString(), wasm: readPackageFile('dist/jq.wasm') };
}

/** jq in this thread, where it blocks everything else. */
export async function loadEngine({ code, wasm }: JqProgram): Promise<Engine> {
  const jq = (await compileFunction(code, ['wasm'])(wasm)) as Jq;
  return async (json, program, flags) => {
    try {
      return jq.raw(json, program, flags);
    } catch (error) {
      return { stdout: '', stderr: '', exitCode: -1, broken: String(error) };
    }
  };
}
