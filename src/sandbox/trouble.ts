import { JsonText } from './world.js';

export interface TroubleOptions {
  /** Delay before each reply of the API (milliseconds). */
  readonly latency?: number | undefined;
  /** See `readFaults`. */
  readonly faults?: readonly string[] | undefined;
  /** Drops every Nth reply of the API together with its connection; 0 drops none. */
  readonly drop?: number | undefined;
  readonly hostileText?: boolean | undefined;
}

export type Trouble = ReturnType<typeof planTrouble>;

/** The faults a sandbox produces on demand, so that scripts can be tested against them. Throws an Error for an invalid option. */
export function planTrouble(options: TroubleOptions) {
  const latency = readCount('latency', options.latency);
  const drop = readCount('drop', options.drop);
  let answers = 0;
  return {
    /** Waits for the latency. Rejects if `signal` aborts. */
    pause: async (signal: AbortSignal | undefined): Promise<void> => {
      if (latency > 0) await wait(latency, signal);
    },
    /** The status to fail this request with, or undefined. `path` is relative to `/api/v1`, or whole if outside it. */
    takeFault: readFaults(options.faults ?? []),
    /** Whether the reply to the request now starting will be dropped. Call it once per request. */
    losesNext: (): boolean => drop > 0 && ++answers % drop === 0,
    /** What to send instead of `body`, a JSON value or text. */
    disguise: (body: unknown): unknown => (options.hostileText ? makeTextsHostile(body) : body),
  };
}

/** Checks that a value is a whole number of at least 0. Throws an Error naming the option otherwise. */
export function readCount(option: string, value: number | undefined): number {
  const count = value ?? 0;
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000_000) {
    throw new Error(`${option} must be a whole number of at least 0, not ${value}`);
  }
  return count;
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const leave = (): void => {
      clearTimeout(timer);
      reject(new Error('The request was aborted.'));
    };
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  });
}

const form = /^(\*|[A-Z]+) +(\*|\/\S*?)=([1-9]\d\d)(?:x([1-9]\d{0,8}))?$/;

/**
 * Parses faults such as `POST /tasks=503x2`: a method (or `*`); a path in which `:id` or `*` matches a segment, and a final `*`
 * the rest; a status from 400 to 599; and how often, without limit if absent. Throws an Error that quotes an invalid one.
 */
function readFaults(texts: readonly string[]) {
  const faults = texts.map(readFault);
  return (method: string, path: string): number | undefined => {
    const segments = path.split('/');
    const fault = faults.find((each) => each.left > 0 && hits(each, method, segments));
    if (fault) fault.left--;
    return fault?.status;
  };
}

function readFault(text: string) {
  const [, method = '', path = '', status, times] = form.exec(text.trim()) ?? [];
  const code = Number(status);
  if (!(code >= 400 && code <= 599)) {
    throw new Error(
      `fault ${JSON.stringify(text)} is not valid: write METHOD PATH=STATUS or METHOD PATH=STATUSxCOUNT, for example 'POST /tasks=503x2', with a status from 400 to 599`,
    );
  }
  const segments = path === '*' ? ['*'] : path.split('/');
  return { method, segments, status: code, left: times === undefined ? Number.POSITIVE_INFINITY : Number(times) };
}

/** Throws an Error for a fault that no request to these routes (`'GET /tasks/:id'`) can meet. */
export function requireRoutes(faults: readonly string[], routes: readonly string[]): void {
  const known = routes.map((route) => route.replace('{base}', '').split(' '));
  for (const text of faults) {
    const fault = readFault(text.replace(/^HEAD /, 'GET '));
    if (!known.some(([method = '', path = '']) => hits(fault, method, path.split('/'))))
      throw new Error(`fault ${JSON.stringify(text)} fits no route`);
  }
}

function hits(fault: ReturnType<typeof readFault>, method: string, path: readonly string[]): boolean {
  if (fault.method !== '*' && fault.method !== method) return false;
  const { segments } = fault;
  const open = segments.at(-1) === '*';
  if (open ? path.length < segments.length - 1 : path.length !== segments.length) return false;
  return segments.every(
    (part, index) =>
      ['*', path[index]].includes(part) || path[index] === ':id' || (part === ':id' && path[index] !== ''),
  );
}

const foreign = new Set('title subject name orgName subtitle label description body text note message'.split(' '));

/** Everything a terminal, a table or a web page might act on: escapes, C1, bells, bidi marks, markup, odd spaces. */
const before = '\u001b[2J\u001b]0;hacked\u0007\u202e<b onclick="x()">';
const after = '</b>\u202c\u2066\u009b31m\b\r\u007f\u2028\u{e0041}\ud800\u001b]8;;file:///etc/passwd\u0007';

/** Adds characters to a person's text that must never reach a terminal raw (docs/requirements.md, R36 and R37). */
export function makeHostile(text: string): string {
  return `${before}${text}${after}`;
}

/** A copy of a JSON reply with titles, names, texts and messages made hostile; ids, keys and fixed values are unchanged. */
function makeTextsHostile(body: unknown): unknown {
  const text = body instanceof JsonText ? Buffer.from(body.bytes).toString() : JSON.stringify(body);
  return JSON.parse(text, (key, item) => (typeof item === 'string' && foreign.has(key) ? makeHostile(item) : item));
}
