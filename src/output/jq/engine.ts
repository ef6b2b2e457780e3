import { createRequire } from 'node:module';
import type { Jq, JqResult } from 'jq-wasm';

/** What jq made of a document; `broken` has the error if jq itself crashed. */
export type EngineResult = JqResult & { readonly broken?: string };

/** What an engine needs from outside. */
export interface EngineHost {
  readonly signal: AbortSignal;
  /** The memory this process uses (bytes). */
  readonly memory: () => number;
}

/** Runs jq with a program and flags on a document; an empty document only compiles the program. */
export type Engine = (json: string, program: string, flags: string[]) => Promise<EngineResult>;

/** jq in this thread, where it blocks everything else. */
export async function loadEngine(path: string): Promise<Engine> {
  const { loadJq } = createRequire(import.meta.url)(path) as { loadJq(): Promise<Jq> };
  const jq = await loadJq();
  return async (json, program, flags) => {
    try {
      return jq.raw(json, program, flags);
    } catch (error) {
      return { stdout: '', stderr: '', exitCode: -1, broken: String(error) };
    }
  };
}
