import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
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

const path = String.raw`\.(?:[a-z_]\w*|\[\d*\])(?:\.[a-z_]\w*|\[\d*\])*`;
const list = String.raw`\[\s*${path}(?:\s*,\s*${path})*\s*\]`;
const object = String.raw`\{\s*\w+(?:\s*,\s*\w+)*\s*\}`;
const filter = String.raw`select\(\s*${path}\s*[=!]=\s*(?:"[^"\\]*"|\d+|null|true|false)\s*\)`;
const step = `(?:${path}|${list}|${object}|${filter}|@tsv|@csv|length|keys|\\.)`;
const simple = new RegExp(`^\\s*${step}(?:\\s*\\|\\s*${step}){0,3}\\s*$`, 'i');

/** The longest expression (UTF-16 units). */
const longest = 200;

/**
 * Whether an expression certainly ends soon, with a result not much larger than its document: paths, choices of fields and
 * comparisons with a value, with a single loop. Such an expression needs no thread. All others are false.
 */
export function endsSoon(expression: string): boolean {
  const loops = expression.split('[]').length - 1;
  return expression.length <= longest && loops <= 1 && simple.test(expression);
}
