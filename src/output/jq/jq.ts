import { setFlagsFromString } from 'node:v8';
import { TrackerError, usageError } from '../../contract/errors.js';
import { type Engine, type EngineHost, type EngineResult, loadEngine, readProgram } from './engine.js';

interface JqOutcome {
  /** Its results in order, one line of compact JSON each, including those before an error. */
  readonly results: readonly string[];
  /** The output of `debug` and `stderr`. */
  readonly remarks: readonly string[];
  readonly error?: TrackerError;
}

/** A compiled expression that can be run on documents. */
export type Jq = (json: string) => Promise<JqOutcome>;

/** The longest document that jq gets (UTF-16 units), since it takes more than ten times as much memory. */
const mostJson = 40 * 1024 * 1024;

/** The message if jq itself crashes. */
const tooLarge = 'too deep or too large for jq';

/**
 * Compiles a jq expression (docs/api.md has the shapes it sees). Throws `usage` with jq's message if it does not compile,
 * before it has seen any document. `env` becomes `env` and `$ENV`; The `signal` of the host ends a run that would
 * not end by itself.
 */
export async function openJq(expression: string, env: Env, host: EngineHost): Promise<Jq> {
  const flags = ['--compact-output', '--'];
  const engine = openEngine(expression, host);
  // Compiled without the prefix for the environment, so that line numbers in errors are right.
  const { exitCode, stderr, broken } = await engine('', expression, flags);
  if (exitCode !== 0)
    throw usageError(`--jq: ${broken === undefined ? compileError(stderr) : tooLarge}`, 'https://jqlang.org/manual');
  const program = environmentFor(expression, env) + expression;
  return async (json) => {
    if (json.length > mostJson) return outcomeOf({ stdout: '', stderr: '', exitCode: 1, broken: tooLarge });
    const ran = await engine(wellFormed(json), program, flags);
    return outcomeOf(/\binput\b/.test(expression) ? { ...ran, stderr: plainEnd(ran.stderr) } : ran);
  };
}

function outcomeOf({ stdout, stderr, exitCode, broken }: EngineResult): JqOutcome {
  const results = stdout === '' ? [] : stdout.split('\n');
  const lines = stderr === '' ? [] : stderr.split('\n');
  if (broken !== undefined) {
    const error = new TrackerError('failed', `--jq: ${tooLarge}`, {
      cause: broken,
      hint: 'pipe --json into a jq of your own',
    });
    return { results, remarks: lines, error };
  }
  if (exitCode === 0) return { results, remarks: lines };
  const at = lines.findIndex((line) => line.startsWith('jq: '));
  const words = at === -1 ? lines : lines.slice(at);
  const message = words.join('\n').replace(/^jq: (?:error \(at [^)]*\):? ?|error: )?/, '');
  const error = new TrackerError('failed', `--jq: ${message || `jq exited with ${exitCode}`}`);
  return { results, remarks: at === -1 ? [] : lines.slice(0, at), error };
}

/** jq only says `break` if `input` finds no further document. */
function plainEnd(stderr: string): string {
  return stderr.replace(/^(jq: error \(at [^)]*\): )break$/m, '$1No more inputs');
}

/** jq's errors on one line, with their positions but without the source lines. */
function compileError(stderr: string): string {
  const errors = stderr.split('\n').filter((line) => line.startsWith('jq: error: '));
  if (errors.length === 0) return stderr;
  return errors
    .map((line) =>
      line
        .slice('jq: error: '.length)
        .replace(/ at <top-level>(?=,)/, ' at')
        .replace(/ at,/, ' at')
        .replace(/:$/, ''),
    )
    .join('; ');
}

/** Replaces lone surrogates, which jq rejects: one bad title must not make the whole document unreadable. Pairs are kept. */
function wellFormed(json: string): string {
  if (!json.includes('\\ud')) return json;
  return json.replace(/\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|ud[89a-f][0-9a-f]{2}|.)/gs, (found) =>
    found.length === '\\ud800'.length ? '\\ufffd' : found,
  );
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The prefix of a jq expression that uses the environment: it defines `env` and `$ENV`, because jq in WebAssembly makes up its
 * own. It is a single line, so line numbers stay right. Variables that hold the token of `TRACKER_TOKEN`, and the variable
 * itself, are left out. Empty if the expression does not use the environment.
 */
function environmentFor(expression: string, env: Env): string {
  if (!/\benv\b|\$ENV\b/.test(expression)) return '';
  const token = env.TRACKER_TOKEN || undefined;
  const shown = Object.entries(env).filter(
    ([name, value = '']) => !/^TRACKER_TOKEN/i.test(name) && (token === undefined || !value.includes(token)),
  );
  return `def env: ${JSON.stringify(Object.fromEntries(shown))}; env as $ENV | `;
}

/** How much WebAssembly runs before V8 compiles it again, a thousand times its default: the process would wait for that at its end. */
const tieringBudget = 2_000_000_000;

/** The largest document for a run without a thread (UTF-16 units). */
const largestHere = 1_000_000;

/** An engine for this expression: in a thread, which costs as much as jq itself, unless the expression ends soon. */
function openEngine(expression: string, host: EngineHost): Engine {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`);
  const program = readProgram();
  let thread: Promise<Engine> | undefined;
  const inThread = (): Promise<Engine> =>
    (thread ??= import('./thread.js').then(({ startThread }) => startThread(program, host)));
  const here = endsSoon(expression) ? loadEngine(program) : undefined;
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
