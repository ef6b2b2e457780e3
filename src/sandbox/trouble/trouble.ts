import { JsonText } from '../world.js';
import { type Faults, readFaults } from './faults.js';
import { makeTextsHostile } from './hostile-text.js';

export interface TroubleOptions {
  /** Delay before each reply of the API (milliseconds). */
  readonly latency?: number;
  /** See `readFaults`. */
  readonly faults?: readonly string[];
  /** Drops every Nth reply of the API together with its connection; 0 drops none. */
  readonly drop?: number;
  readonly hostileText?: boolean;
}

/** The faults a sandbox produces on demand, so that scripts can be tested against them. */
export interface Trouble {
  /** Waits for the latency. Rejects if `signal` aborts. */
  pause(signal: AbortSignal | undefined): Promise<void>;
  readonly faults: Faults;
  /** Whether the reply to the request now starting will be dropped. Call it once per request. */
  losesNext(): boolean;
  /** What to send instead of `body`, a JSON value or text. */
  disguise(body: unknown): unknown;
}

/** Throws an Error for an invalid fault or count. */
export function planTrouble(options: TroubleOptions): Trouble {
  const latency = readCount('latency', options.latency);
  const drop = readCount('drop', options.drop);
  let answers = 0;
  return {
    pause: (signal) => (latency > 0 ? wait(latency, signal) : Promise.resolve()),
    faults: readFaults(options.faults ?? []),
    losesNext: () => drop > 0 && ++answers % drop === 0,
    disguise: (body) => (options.hostileText ? makeTextsHostile(readBody(body)) : body),
  };
}

function readBody(body: unknown): unknown {
  return body instanceof JsonText ? JSON.parse(Buffer.from(body.bytes).toString()) : body;
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
    const leave = (): void => {
      clearTimeout(timer);
      reject(new Error('The request was aborted.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  });
}
