import { type Faults, readFaults } from './faults.js';
import { makeTextsHostile } from './hostile-text.js';

export interface TroubleOptions {
  /** Milliseconds before each answer of the API. */
  readonly latency?: number;
  /** See `readFaults`. */
  readonly faults?: readonly string[];
  /** Every Nth answer of the API is lost with its connection; 0 loses none. */
  readonly drop?: number;
  readonly hostileText?: boolean;
}

/** The trouble that a sandbox makes on demand, so that scripts can be tried against it. */
export interface Trouble {
  /** Waits out the latency. Rejects when `signal` aborts. */
  pause(signal: AbortSignal | undefined): Promise<void>;
  readonly faults: Faults;
  /** Whether the answer to the request now starting will be lost. Call once per request. */
  losesNext(): boolean;
  /** The JSON value to send instead of `body`. */
  disguise(body: unknown): unknown;
}

/** Throws an Error for a fault that is not understood, and for numbers that are no counts. */
export function planTrouble(options: TroubleOptions): Trouble {
  const latency = readCount('latency', options.latency);
  const drop = readCount('drop', options.drop);
  let answers = 0;
  return {
    pause: (signal) => (latency > 0 ? wait(latency, signal) : Promise.resolve()),
    faults: readFaults(options.faults ?? []),
    losesNext: () => drop > 0 && ++answers % drop === 0,
    disguise: (body) => (options.hostileText ? makeTextsHostile(body) : body),
  };
}

/** A whole number from 0 on. Throws an Error naming the option otherwise. */
export function readCount(option: string, value: number | undefined): number {
  const count = value ?? 0;
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000_000) {
    throw new Error(`${option} must be a whole number from 0 on, not ${value}`);
  }
  return count;
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(new Error('The request was given up.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  });
}
