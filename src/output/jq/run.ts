import type { JqResult } from 'jq-wasm';

/** One run of jq; `broken` has the error if jq itself crashed. */
export type Ran = JqResult & { readonly broken?: string };

/** Runs jq with a program and flags on a document; an empty document only compiles the program. */
export type Engine = (json: string, program: string, flags: string[]) => Promise<Ran>;
