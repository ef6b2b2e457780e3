import { choice, count, type FlagTable, type FlagValues, text, texts, toggle } from '../../args/flag.js';
import { freeText, kind, oneOf } from '../../args/value.js';
import type { SandboxOptions } from '../../sandbox/open.js';

/** The flags of `start`, `reset` and `run` that configure the sandbox. */
export const sandboxFlags = {
  seed: text(
    '--seed',
    'the data to start with: demo, large (20,000 tasks), huge (100,000 tasks) or empty; a number makes it the same every day',
    freeText('name[:number]', ['demo', 'large', 'huge', 'empty']),
  ),
  shape: choice(
    '--shape',
    'usual: documented fields, and those that public servers add; spec: documented fields only; wire: as public servers behave (default: usual)',
    oneOf('shape', ['usual', 'spec', 'wire']),
  ),
  serviceName: text('--service-name', 'the service name it reports (default: tracker)', freeText('name')),
  latency: count('--latency', 'wait this long before each response', kind('count', 'ms')),
  rotateEvery: count('--rotate-every', 'rotate the token on every nth request', kind('count', 'n')),
  fault: texts(
    '--fault',
    'fail N requests of a route with a status, such as POST /tasks=503x2; repeatable',
    freeText("'METHOD /path=STATUSxN'"),
  ),
  drop: toggle('--drop', 'drop the connection instead of every third response'),
  hostileText: toggle('--hostile-text', 'mix control characters and markup into titles and names'),
  journal: text(
    '--journal',
    'append each request to this file, as a line of JSON without headers',
    kind('file', 'file'),
  ),
} satisfies FlagTable;

/** The flag that names a sandbox. */
export const dataFlag = text('--data', 'the sandbox with its data in this folder', kind('folder', 'dir'));

export type SandboxFlags = FlagValues<typeof sandboxFlags>;

/** Often enough to be noticed, and rarely enough for the retries of a read to succeed. */
const droppedEvery = 3;

/** The options of a sandbox on this file (or `:memory:`). */
export function toOptions(flags: SandboxFlags, file: string): SandboxOptions {
  const { fault: faults, drop, journal: _journal, ...rest } = flags;
  return { file, faults, drop: drop ? droppedEvery : undefined, ...rest };
}

/** The flags as words, to pass them on to the process of the sandbox. */
export function toWords(flags: SandboxFlags): readonly string[] {
  const values: Readonly<Record<string, unknown>> = flags;
  return Object.entries(sandboxFlags).flatMap(([key, { flags: name }]) =>
    [values[key] ?? []]
      .flat()
      .flatMap((value) => (value === true ? [name] : value === false ? [] : [name, String(value)])),
  );
}
