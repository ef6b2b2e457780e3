import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { endsSoon } from './ends-soon.js';
import { type Engine, type EngineHost, loadEngine } from './engine.js';

/**
 * How much WebAssembly runs before V8 compiles it a second time, for speed; by default a thousandth of this. A short
 * expression would take twice as long, because the process does not end before that is done.
 */
const tieringBudget = 2_000_000_000;

/** The largest document for a run without a thread (UTF-16 units). */
const largestHere = 1_000_000;

/** An engine for this expression: in a thread, which costs as much as jq itself, unless the expression ends soon. */
export function openEngine(expression: string, host: EngineHost): Engine {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const path = createRequire(import.meta.url).resolve('jq-wasm');
  let thread: Promise<Engine> | undefined;
  const inThread = (): Promise<Engine> => {
    thread ??= import('./thread.js').then(({ startThread }) => startThread(path, host));
    return thread;
  };
  const here = endsSoon(expression) ? loadEngine(path) : undefined;
  const engineFor = (json: string): Promise<Engine> => (here && json.length <= largestHere ? here : inThread());
  return async (json, program, flags) => await (await engineFor(json))(json, program, flags);
}
